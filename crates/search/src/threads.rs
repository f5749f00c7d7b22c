//! Threads that the system may refuse.

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
