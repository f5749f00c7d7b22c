//! Thread-safe caches of limited size: one for opened solvers, and one for the tables of the
//! multi-tile metric.

mod slide_tables;
mod solvers;

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use fifteen_search::{LimitKind, Limits};

pub use self::slide_tables::SlideTableCache;
pub(crate) use self::slide_tables::SlideTablesKey;
pub use self::solvers::{CachedSolver, SolverCache};

/// Interval at which a waiting thread checks its limits, such as a deadline.
const POLL: Duration = Duration::from_millis(10);

/// Locks a mutex that another thread can hold for a long time, waiting at most until a limit is
/// reached.
///
/// # Errors
/// Returns the limit that ended the wait.
fn lock_within<'a, T>(
    mutex: &'a Mutex<T>,
    limits: &Limits,
) -> Result<MutexGuard<'a, T>, LimitKind> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(error)) => return Ok(PoisonError::into_inner(error)),
            Err(TryLockError::WouldBlock) => limits.check_interruption()?,
        }
        thread::sleep(POLL);
    }
}
