//! A hint to the processor that an element will be read soon.

/// Asks for the cache line of an element, where the processor can be asked; an index outside is ignored.
#[inline]
pub(crate) fn prefetch<T>(list: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = list.as_ptr().wrapping_add(index);
        // SAFETY: prefetching reads nothing and faults on no address; SSE, which has the instruction, is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}
