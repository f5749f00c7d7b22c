//! A prefetch hint, which hides memory latency by loading a value into the cache before it is read.

#![allow(unsafe_code)]

/// Prefetches the cache line that contains `items[index]`.
///
/// This is only a hint: it never changes a result, and `index` can be out of bounds. On processors
/// other than x86-64, the function does nothing.
#[inline]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = items.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch reads no value and never faults, whatever the address. The instruction
        // belongs to SSE, which every x86-64 processor supports.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}
