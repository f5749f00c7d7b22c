//! Large allocations that report a refusal of the system instead of ending the process.

#[cfg(feature = "mmap")]
use crate::file::large_pages::prefer as prefer_large_pages;
#[cfg(not(feature = "mmap"))]
fn prefer_large_pages<T>(_: &mut [T]) {}

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
    Vec::<T>::new().try_reserve_exact(len).map_err(|_| AllocationError { needed })?;
    let mut values = vec![value; len];
    prefer_large_pages(&mut values);
    Ok(values)
}
