//! Large allocations that use huge pages and return an error on failure.
//!
//! `vec![0; len]` aborts the process if there is not enough memory. A table can take several
//! gigabytes, so an allocation can easily fail. An error message can then tell the user how much
//! memory was needed.

#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed};

/// Error returned when the system cannot allocate the requested memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of memory: the system refused {needed} bytes")]
pub struct AllocationError {
    /// Size of the failed allocation, in bytes.
    pub needed: u64,
}

/// Types for which [`zeroed`] can create a vector without writing to memory: unsigned integers and
/// arrays of unsigned integers.
///
/// # Safety
/// A value whose bytes are all zero must be a valid value of the type.
pub unsafe trait Zeroable: Copy {}

// SAFETY: if all bytes of an array are zero, all bytes of its elements are zero, and `T: Zeroable`
// makes such elements valid.
unsafe impl<T: Zeroable, const LENGTH: usize> Zeroable for [T; LENGTH] {}

// SAFETY: bytes that are all zero are a valid integer, 0.
unsafe impl Zeroable for u8 {}
// SAFETY: bytes that are all zero are a valid integer, 0.
unsafe impl Zeroable for u16 {}
// SAFETY: bytes that are all zero are a valid integer, 0.
unsafe impl Zeroable for u32 {}
// SAFETY: bytes that are all zero are a valid integer, 0.
unsafe impl Zeroable for u64 {}

/// Returns a vector of `len` zeros, in huge pages if the system supports them.
///
/// The system zeroes each page when it is first accessed. This function accesses no page, so the
/// threads that later use the vector share the cost of zeroing.
///
/// # Errors
/// Returns [`AllocationError`] if the allocation fails.
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
    // SAFETY: the memory comes from the global allocator with the layout of `len` values, and `T:
    // Zeroable` makes its zero bytes valid values.
    let mut values = unsafe { Vec::from_raw_parts(memory, len, len) };
    prefer_huge_pages(&mut values);
    Ok(values)
}

/// Returns a vector of `len` copies of `value`, in huge pages if the system supports them.
///
/// # Errors
/// Returns [`AllocationError`] if the allocation fails.
pub fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, AllocationError> {
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|_| AllocationError {
        needed: bytes::<T>(len),
    })?;
    prefer_huge_pages(values.spare_capacity_mut());
    values.resize(len, value);
    Ok(values)
}

/// Returns the size of `len` values, in bytes.
fn bytes<T>(len: usize) -> u64 {
    (len as u64).saturating_mul(size_of::<T>() as u64)
}

/// Asks the system to use huge pages for newly allocated memory. The call must precede the first
/// write to the memory.
///
/// With huge pages, fewer pages need to be zeroed, and random accesses cause fewer TLB misses.
#[cfg(target_os = "linux")]
fn prefer_huge_pages<T>(memory: &mut [T]) {
    use rustix::mm::{Advice, madvise};

    /// Size of a huge page, in bytes.
    const HUGE_PAGE: usize = 2 << 20;

    let start = memory.as_mut_ptr().cast::<std::ffi::c_void>();
    let skipped = start.addr().next_multiple_of(HUGE_PAGE) - start.addr();
    let length = size_of_val(memory).saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
    if length > 0 {
        // SAFETY: the range consists of whole pages inside `memory`, and the advice does not change
        // their contents. Huge pages only affect speed, so errors are ignored.
        _ = unsafe {
            madvise(
                start.wrapping_byte_add(skipped),
                length,
                Advice::LinuxHugepage,
            )
        };
    }
}

/// Does nothing, because only Linux accepts advice about huge pages.
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
    fn a_failed_allocation_is_an_error() {
        let needed = u64::MAX / 4;
        let len = usize::try_from(needed / 8).unwrap();
        let refused = AllocationError {
            needed: len as u64 * 8,
        };
        assert_eq!(zeroed::<u64>(len), Err(refused));
        assert_eq!(filled(1_u64, len), Err(refused));
    }
}
