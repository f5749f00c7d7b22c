//! Threads that the system may refuse, and work in numbered parts on several of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

/// Does the same work on up to `threads` threads, this one among them, and puts the results together. Compiled once for
/// each type of result.
pub(crate) fn on_threads<T: Send>(threads: usize, work: &(dyn Fn() -> Vec<T> + Sync)) -> Vec<T> {
    std::thread::scope(|scope| {
        // The system may refuse threads: those that it grants do the work.
        let others: Vec<_> = (1..threads).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut results = work();
        for thread in others {
            match thread.join() {
                Ok(part) => results.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

/// The results of `work` for the parts `0..count`, in order. With `parallel` on up to `threads` threads, otherwise on
/// this one.
pub(crate) fn in_parallel<T: Send>(
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
