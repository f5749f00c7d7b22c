//! Errors of a build.

use crate::allocation::AllocationError;
use crate::format::MAX_DISTANCE;
use crate::threads::ThreadsError;

/// A table that was not built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The system refused the memory.
    #[error("{0}; choose a smaller partition or free some memory")]
    OutOfMemory(#[from] AllocationError),
    /// The progress callback asked to stop.
    #[error("the build was interrupted; nothing was written")]
    Interrupted,
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A distance does not fit a byte.
    #[error("the pattern has distances above {MAX_DISTANCE}, which no table here can hold; choose a smaller one")]
    TooDeep,
    /// A value does not fit an additive entry.
    #[error("an entry exceeds its Manhattan distance by more than 8 bits can hold; use the zero-aware kind")]
    Excess,
}
