//! Functions that run work on several threads, and the number of threads to use.
//!
//! A Rayon pool serves work that uses parallel iterators, and is kept for the next call. Plain
//! threads serve work that consists of numbered parts.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use rayon::ThreadPool;

use crate::system_memory;

/// The number of threads that a computation may use. Results never depend on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Threads {
    /// One thread for each processor core.
    #[default]
    All,
    /// At most this many threads. Fewer are used if there is not enough memory for the stacks of
    /// all of them.
    AtMost(NonZeroUsize),
}

impl Threads {
    /// Exactly one thread.
    pub const ONE: Self = Self::AtMost(NonZeroUsize::MIN);

    /// Returns [`Threads::AtMost`] with `count` threads, or [`Threads::All`] if `count` is 0.
    ///
    /// This is for command lines and JSON, in which 0 means "all cores".
    pub fn all_if_zero(count: usize) -> Self {
        NonZeroUsize::new(count).map_or(Self::All, Self::AtMost)
    }

    /// Returns the number of threads to start, which is at least one, and no more than fit into
    /// memory.
    pub fn count(self) -> usize {
        let wanted = match self {
            Self::All => std::thread::available_parallelism().map_or(1, usize::from),
            Self::AtMost(count) => count.get(),
        };
        // A single thread always fits. Skip the check, which reads several files.
        if wanted == 1 {
            1
        } else {
            wanted.min(system_memory::threads())
        }
    }
}

/// The error that occurs if the system refuses to start threads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {threads} {}: {reason}; {}",
    if *threads == 1 { "thread" } else { "threads" },
    if *threads == 1 { "end other programs" } else { "ask for fewer" })]
pub struct ThreadsError {
    /// Number of threads that were requested.
    pub threads: usize,
    /// The error message of the system.
    pub reason: String,
}

/// Runs `work` in a thread pool, so that Rayon's parallel iterators in it use up to `threads`
/// threads.
///
/// The function does not use Rayon's global pool, because that stops working when a process forks,
/// as Python's `multiprocessing` does.
///
/// # Errors
/// Returns [`ThreadsError`] if the system refuses to start the threads.
pub fn run_in_pool<T: Send>(
    threads: Threads,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ThreadsError> {
    // In a browser there are no threads, and Rayon does all work on the calling thread.
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    Ok(pool(threads.count())?.install(work))
}

/// Returns a pool of `threads` threads, which is reused for later calls with the same number.
///
/// The allocator reserves memory for each new thread and keeps it when the thread ends. If each
/// call started a new pool, building several tables in a row would take more memory than was
/// announced.
fn pool(threads: usize) -> Result<Arc<ThreadPool>, ThreadsError> {
    /// The most recent pool, with the id of the process that started its threads.
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

/// Runs `work` on up to `threads` threads at the same time, including the calling one, and returns
/// when all of them have finished.
///
/// If the system refuses to start some of the threads, the others do all the work. If `work`
/// panics, so does this function.
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

/// Calls `work` with each of the numbers `0..count`, on up to `threads` threads, and returns the
/// results in the order of the numbers.
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
