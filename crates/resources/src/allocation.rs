//! Large allocations: in huge pages, and with an error instead of an abort if the system refuses them.
//!
//! `vec![0; len]` aborts the process if there is too little memory. A table of several gigabytes is where that
//! happens, and its user should read how much was needed.

#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed};

/// The system refused to allocate memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of memory: the system refused {needed} bytes")]
pub struct AllocationError {
    /// Size of the refused allocation, in bytes.
    pub needed: u64,
}

/// An unsigned integer, or an array of them, of which [`zeroed`] can make a vector without writing to memory.
///
/// # Safety
/// A value whose bytes are all zero must be a valid value of the type.
pub unsafe trait Zeroable: Copy {}

// SAFETY: each of the numbers is 0.
unsafe impl<T: Zeroable, const LENGTH: usize> Zeroable for [T; LENGTH] {}

// SAFETY: zero bytes are the number 0.
unsafe impl Zeroable for u8 {}
// SAFETY: zero bytes are the number 0.
unsafe impl Zeroable for u16 {}
// SAFETY: zero bytes are the number 0.
unsafe impl Zeroable for u32 {}
// SAFETY: zero bytes are the number 0.
unsafe impl Zeroable for u64 {}

/// Returns a vector of `len` zeros, in huge pages where the system has them.
///
/// The memory comes from the system already zeroed: no page is touched before it is used, so that the threads that
/// use it also share the cost of its first access.
///
/// # Errors
/// Returns [`AllocationError`] if the system refuses the memory.
pub fn zeroed<T: Zeroable>(len: usize) -> Result<Vec<T>, AllocationError> {
    let refused = AllocationError {
        needed: bytes::<T>(len),
    };
    let layout = Layout::array::<T>(len).map_err(|_| refused)?;
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the size of the layout is not zero.
    let memory = unsafe { alloc_zeroed(layout) }.cast::<T>();
    if memory.is_null() {
        return Err(refused);
    }
    // SAFETY: the memory comes from the global allocator with the layout of `len` values, and `T: Zeroable` makes its zero
    // bytes valid values.
    let mut values = unsafe { Vec::from_raw_parts(memory, len, len) };
    prefer_huge_pages(&mut values);
    Ok(values)
}

/// Returns a vector of `len` copies of `value`.
///
/// # Errors
/// Returns [`AllocationError`] if the system refuses the memory.
pub fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, AllocationError> {
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|_| AllocationError {
        needed: bytes::<T>(len),
    })?;
    prefer_huge_pages(values.spare_capacity_mut());
    values.resize(len, value);
    Ok(values)
}

/// Size of `len` values, in bytes.
fn bytes<T>(len: usize) -> u64 {
    (len as u64).saturating_mul(size_of::<T>() as u64)
}

/// Asks the system to back memory with huge pages, before anything is written to it.
///
/// The system then has fewer pages to find and clear, and reads far apart miss the processor's TLB less often.
#[cfg(target_os = "linux")]
fn prefer_huge_pages<T>(memory: &mut [T]) {
    use rustix::mm::{Advice, madvise};

    /// Size of a huge page, in bytes.
    const HUGE_PAGE: usize = 2 << 20;

    let start = memory.as_mut_ptr().cast::<std::ffi::c_void>();
    let skipped = start.addr().next_multiple_of(HUGE_PAGE) - start.addr();
    let length = size_of_val(memory).saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
    if length > 0 {
        // SAFETY: the range consists of whole pages inside `memory`, and the advice does not change their contents. If
        // the system ignores it, nothing changes.
        _ = unsafe {
            madvise(
                start.wrapping_byte_add(skipped),
                length,
                Advice::LinuxHugepage,
            )
        };
    }
}

/// Does nothing, because only Linux takes this advice.
#[cfg(not(target_os = "linux"))]
fn prefer_huge_pages<T>(_: &mut [T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_have_the_values_that_were_asked_for() {
        assert_eq!(zeroed::<u16>(0), Ok(vec![]));
        assert_eq!(zeroed::<u32>(3), Ok(vec![0; 3]));
        assert_eq!(zeroed::<u8>(5 << 20), Ok(vec![0; 5 << 20]));
        assert_eq!(filled('x', 2), Ok(vec!['x'; 2]));
    }

    #[test]
    fn a_refusal_is_an_error() {
        let needed = u64::MAX / 4;
        let len = usize::try_from(needed / 8).unwrap();
        let refused = AllocationError {
            needed: len as u64 * 8,
        };
        assert_eq!(zeroed::<u64>(len), Err(refused));
        assert_eq!(filled(1_u64, len), Err(refused));
    }
}
