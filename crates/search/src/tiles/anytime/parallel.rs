//! Work in numbered parts on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::threads::on_threads;

/// The results of `work` for the parts `0..count`, in order. With `parallel` on up to `threads` threads, otherwise on
/// this one.
pub(super) fn in_parallel<T: Send>(
    threads: usize,
    count: usize,
    parallel: bool,
    work: &(dyn Fn(usize) -> T + Sync),
) -> Vec<T> {
    if !parallel || threads < 2 || count < 2 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let mut results = on_threads(threads.min(count), &|| {
        let parts = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        parts.take_while(|&part| part < count).map(|part| (part, work(part))).collect()
    });
    results.sort_unstable_by_key(|(part, _)| *part);
    results.into_iter().map(|(_, result)| result).collect()
}
