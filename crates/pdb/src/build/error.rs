//! Errors of a build.

use crate::allocation::AllocationError;
use crate::format::MAX_DISTANCE;

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
    #[error("cannot start {threads} {}: {reason}; {}",
        if *threads == 1 { "thread" } else { "threads" },
        if *threads == 1 { "end other programs" } else { "ask for fewer" })]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// The system's reason.
        reason: String,
    },
    /// A distance does not fit a byte.
    #[error("the pattern has distances above {MAX_DISTANCE}, which no table here can hold; choose a smaller one")]
    TooDeep,
    /// A value does not fit an additive entry.
    #[error("an entry exceeds its Manhattan distance by more than 8 bits can hold; use the zero-aware kind")]
    Excess,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_is_singular() {
        let message = |threads| BuildError::Threads { threads, reason: "no".to_owned() }.to_string();
        assert_eq!(message(1), "cannot start 1 thread: no; end other programs");
        assert_eq!(message(8), "cannot start 8 threads: no; ask for fewer");
    }
}
