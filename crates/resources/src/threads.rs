//! Functions that run work on several threads, and the number of threads to use.
//!
//! Work that uses Rayon's parallel iterators runs in a thread pool, which is kept for the next
//! call. Work that consists of numbered parts runs on threads from the standard library.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use rayon::ThreadPool;

use crate::system_memory;

/// Locks a mutex even if it is poisoned. Use it only for data that a panic of another thread cannot
/// leave inconsistent.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of threads that a computation can use. It never affects results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Threads {
    /// One thread per processor core.
    #[default]
    All,
    /// At most this many threads. The number is smaller if memory is short.
    AtMost(NonZeroUsize),
}

impl Threads {
    /// Exactly one thread.
    pub const ONE: Self = Self::AtMost(NonZeroUsize::MIN);

    /// Returns [`Threads::AtMost`] with `count` threads, or [`Threads::All`] if `count` is 0.
    ///
    /// In command lines and JSON, 0 means "all cores".
    pub fn all_if_zero(count: usize) -> Self {
        NonZeroUsize::new(count).map_or(Self::All, Self::AtMost)
    }

    /// Returns the number of threads to start. It is at least one, and at most the number that fits
    /// into memory.
    pub fn count(self) -> usize {
        let wanted = match self {
            Self::All => std::thread::available_parallelism().map_or(1, usize::from),
            Self::AtMost(count) => count.get(),
        };
        // A single thread always fits, so skip the memory check, which reads several files.
        if wanted == 1 {
            1
        } else {
            wanted.min(system_memory::threads())
        }
    }
}

/// Error returned when the system cannot start the requested threads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {threads} {}: {reason}; {}",
    if *threads == 1 { "thread" } else { "threads" },
    if *threads == 1 { "end other programs" } else { "ask for fewer" })]
pub struct ThreadsError {
    /// Number of requested threads.
    pub threads: usize,
    /// The system's error message.
    pub reason: String,
}

/// Runs `work` in a thread pool, so that Rayon's parallel iterators in `work` use up to `threads`
/// threads.
///
/// The pool is not Rayon's global pool, which stops working when a process forks, as Python's
/// `multiprocessing` does.
///
/// # Errors
/// Returns [`ThreadsError`] if the system cannot start the threads.
pub fn run_in_pool<T: Send>(
    threads: Threads,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ThreadsError> {
    // In a browser, threads are unavailable, and Rayon does all work on the calling thread.
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    Ok(pool(threads.count())?.install(work))
}

/// Returns a pool of `threads` threads, which is reused for later calls with the same number.
///
/// The allocator reserves memory for each new thread, and keeps it when the thread ends. With a new
/// pool for every call, the memory use would grow with each table that is built.
fn pool(threads: usize) -> Result<Arc<ThreadPool>, ThreadsError> {
    /// The most recent pool, with the ID of the process that started its threads. A forked process
    /// inherits the pool but not its threads, so it needs a new pool.
    static LAST: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

    let process = std::process::id();
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((owner, pool)) = last.as_ref()
        && *owner == process
        && pool.current_num_threads() == threads
    {
        return Ok(Arc::clone(pool));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| ThreadsError {
        threads,
        reason: error.to_string(),
    })?);
    if let Some((owner, inherited)) = last.replace((process, Arc::clone(&pool)))
        && owner != process
    {
        // Leaked on purpose: after a fork the pool's threads no longer exist, so dropping the pool
        // would wait for them forever.
        std::mem::forget(inherited);
    }
    Ok(pool)
}

/// Runs `work` on up to `threads` threads at the same time, including the calling thread. Returns
/// when all of them have finished.
///
/// If the system cannot start some of the threads, the others do all the work. If `work` panics,
/// this function panics too.
pub fn run_on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
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

/// Calls `work` with each index in `0..count`, on up to `threads` threads. Returns the results in
/// the order of the indices.
pub fn map_in_parallel<T: Send>(
    threads: usize,
    count: usize,
    work: &(dyn Fn(usize) -> T + Sync),
) -> Vec<T> {
    if threads < 2 || count < 2 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let mut results = Vec::new();
    results.resize_with(count, || None);
    let results = Mutex::new(results);
    run_on_threads(threads.min(count), &|| {
        let mut finished = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            finished.push((number, work(number)));
        }
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, result) in finished {
            results[number] = Some(result);
        }
    });
    results
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_iter()
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        let squares: Vec<_> = (0..100).map(|n| n * n).collect();
        for threads in [1, 2, 7] {
            assert_eq!(map_in_parallel(threads, 100, &|n| n * n), squares);
        }
    }

    #[test]
    fn zero_means_all_cores() {
        assert_eq!(Threads::all_if_zero(0), Threads::All);
        assert_eq!(Threads::all_if_zero(1), Threads::ONE);
        assert_eq!(Threads::ONE.count(), 1);
        assert!(Threads::All.count() >= 1);
    }
}
