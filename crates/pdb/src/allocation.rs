//! Large allocations: in large pages, and with a report of the system's refusal instead of the end of the process.

/// A refusal of memory by the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of memory: the system refused {needed} bytes")]
pub struct AllocationError {
    /// Bytes of the refused allocation.
    pub needed: u64,
}

/// A vector of `len` equal values, in large pages where the system has some.
///
/// # Errors
/// [`AllocationError`] where the system refuses the memory.
pub fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, AllocationError> {
    let needed = (len as u64).saturating_mul(size_of::<T>() as u64);
    // Reserving first turns a refusal into an error. `vec!` of zeros then gets pages that the system zeroes when they
    // are first touched.
    Vec::<T>::new()
        .try_reserve_exact(len)
        .map_err(|_| AllocationError { needed })?;
    let mut values = vec![value; len];
    prefer_large_pages(&mut values);
    Ok(values)
}

/// Asks for large pages for memory that was not yet written to: the system then has to find and clear fewer pages, and
/// entries far apart miss the processor's cache of addresses less often.
#[cfg(all(feature = "mmap", target_os = "linux"))]
fn prefer_large_pages<T>(memory: &mut [T]) {
    use rustix::mm::{Advice, madvise};

    /// The size of a large page.
    const LARGE: usize = 2 << 20;

    let start = memory.as_mut_ptr().cast::<std::ffi::c_void>();
    let skipped = start.addr().next_multiple_of(LARGE) - start.addr();
    let length = size_of_val(memory).saturating_sub(skipped) / LARGE * LARGE;
    if length > 0 {
        // SAFETY: whole pages inside `memory`, whose bytes stay as they are. A refusal changes nothing.
        _ = unsafe {
            madvise(
                start.wrapping_byte_add(skipped),
                length,
                Advice::LinuxHugepage,
            )
        };
    }
}

/// There are none on other systems.
#[cfg(not(all(feature = "mmap", target_os = "linux")))]
fn prefer_large_pages<T>(_: &mut [T]) {}
