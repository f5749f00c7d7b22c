//! A hint to the processor that a value will be read soon, which hides the latency of memory.

#![allow(unsafe_code)]

/// Prefetches the cache line that contains `items[index]`.
///
/// This is only a hint: it never changes a result, and an index outside the slice is harmless. On
/// processors other than x86-64 it does nothing.
#[inline]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = items.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch reads no value and never faults, whatever the address, and every
        // x86-64 processor has SSE, to which the instruction belongs.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}
