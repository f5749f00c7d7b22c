//! Large pages for large allocations, on Linux: entries far apart then miss the processor's cache of addresses less
//! often.

/// Asks for large pages for memory that was not yet written to: the system then has to find and clear fewer pages.
#[cfg(target_os = "linux")]
pub(crate) fn prefer<T>(memory: &mut [T]) {
    use rustix::mm::{Advice, madvise};

    /// The size of a large page.
    const LARGE: usize = 2 << 20;

    let start = memory.as_mut_ptr().cast::<std::ffi::c_void>();
    let skipped = start.addr().next_multiple_of(LARGE) - start.addr();
    let length = size_of_val(memory).saturating_sub(skipped) / LARGE * LARGE;
    if length > 0 {
        // SAFETY: whole pages inside `memory`, whose bytes stay as they are. A refusal changes nothing.
        _ = unsafe { madvise(start.wrapping_byte_add(skipped), length, Advice::LinuxHugepage) };
    }
}

/// Asks for large pages on other systems: there are none.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prefer<T>(_: &mut [T]) {}
