//! A hint to the processor that an item will be read soon.

/// Prefetches the cache line of an item: a hint that changes nothing but time.
///
/// An index outside the slice is harmless. Processors other than x86-64 ignore the call.
#[inline]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = items.as_ptr().wrapping_add(index);
        // SAFETY: prefetching reads nothing and faults on no address; SSE, which has the instruction, is part of
        // x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}
