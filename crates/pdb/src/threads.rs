//! The thread pool of builds, deep verifications and counts.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPool;

use crate::system_memory;

/// A refusal of threads by the system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {threads} {}: {reason}; {}",
    if *threads == 1 { "thread" } else { "threads" },
    if *threads == 1 { "end other programs" } else { "ask for fewer" })]
pub struct ThreadsError {
    /// Threads asked for.
    pub threads: usize,
    /// The system's reason.
    pub reason: String,
}

/// `threads`, or one for each core if it is 0; no more than there is memory for.
pub fn threads_or_all(threads: usize) -> usize {
    let asked = if threads > 0 {
        threads
    } else {
        std::thread::available_parallelism().map_or(1, usize::from)
    };
    if asked == 1 {
        1
    } else {
        asked.min(system_memory::threads())
    }
}

/// A pool of `threads` threads, at least one, which stays for the next call with the same number.
///
/// The allocator reserves memory for each new thread and keeps that of ended ones. With a pool for each call, building
/// several tables would take more memory than announced.
///
/// # Errors
/// [`ThreadsError`] where the system refuses the threads.
pub fn thread_pool(threads: usize) -> Result<Arc<ThreadPool>, ThreadsError> {
    /// The last pool, and the process that has its threads: a fork of that process has the pool without them.
    static LAST: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let threads = threads.max(1);
    let process = if cfg!(target_family = "wasm") {
        0
    } else {
        std::process::id()
    };
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, pool)) = last
        .as_ref()
        .filter(|(of, pool)| *of == process && pool.current_num_threads() == threads)
    {
        return Ok(Arc::clone(pool));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|e| ThreadsError {
        threads,
        reason: e.to_string(),
    })?);
    if let Some((of, inherited)) = last.replace((process, Arc::clone(&pool)))
        && of != process
    {
        // Its end would wait for locks of threads that are not there.
        std::mem::forget(inherited);
    }
    Ok(pool)
}

/// Runs `work` on a pool of all cores, and not on that of Rayon, which does not work in a forked process.
pub(crate) fn on_all_cores<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, ThreadsError> {
    in_pool(threads_or_all(0), work)
}

/// Runs `work` on a [pool](thread_pool).
pub(crate) fn in_pool<T: Send>(
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ThreadsError> {
    // Where there are no threads, as in a browser, all work of Rayon is done by the thread that asks for it.
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    Ok(thread_pool(threads)?.install(work))
}
