//! Threads that the system may refuse, work in numbered parts on several of them, and queues of items.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

/// Items that somebody takes, in order, and results that he gives back, in any order.
pub trait Queue<T, R> {
    /// The next item, with the number under which its result is given back. `None` if there is none for now; while items
    /// are in progress there may be one later.
    fn next(&mut self) -> Option<(usize, T)>;

    /// Takes a result.
    fn done(&mut self, number: usize, result: R);
}

/// Does the same work on up to `threads` threads, this one among them. Compiled once.
pub(crate) fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        // The system may refuse threads: those that it grants do the work.
        let others: Vec<_> = (1..threads)
            .map_while(|_| Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        work();
        for thread in others {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
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
    let mut all = Vec::new();
    all.resize_with(count, || None);
    let all = Mutex::new(all);
    on_threads(threads.min(count), &|| {
        let mut own = Vec::new();
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= count {
                break;
            }
            own.push((part, work(part)));
        }
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        for (part, result) in own {
            all[part] = Some(result);
        }
    });
    all.into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_iter()
        .flatten()
        .collect()
}
