//! The thread pool of builds and deep verifications.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPool;

use super::BuildError;

/// Runs `work` on a pool of `threads` threads, which stays for the next call with the same number.
///
/// The allocator reserves memory for each new thread and keeps that of ended ones. With a pool for each call, building
/// several tables would take more memory than announced.
pub(crate) fn in_pool<T: Send, E: From<BuildError> + Send>(
    threads: usize,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    static LAST: Mutex<Option<Arc<ThreadPool>>> = Mutex::new(None);
    // Where there are no threads, as in a browser, all work of Rayon is done by the thread that asks for it.
    if cfg!(target_family = "wasm") {
        return work();
    }
    let threads = threads.max(1);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let pool = match last.as_ref().filter(|pool| pool.current_num_threads() == threads) {
        Some(pool) => Arc::clone(pool),
        None => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = Arc::new(pool.map_err(|e| BuildError::Threads { threads, reason: e.to_string() })?);
            Arc::clone(last.insert(pool))
        }
    };
    drop(last);
    pool.install(work)
}
