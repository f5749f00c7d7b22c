//! The error of work on whole boards: counts, checks, boards of a depth.

use fifteen_puzzle::Size;
use fifteen_search::tiles::HeuristicError;
use fifteen_solver::OpenError;

/// Work of the laboratory that cannot be done, or was ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// Another thread set the flag, or the receiver of the progress asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The system refused the memory.
    #[error(transparent)]
    OutOfMemory(#[from] fifteen_resources::AllocationError),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] fifteen_resources::ThreadsError),
    /// No board is that deep.
    #[error(
        "no {size} board needs {depth} moves: with this goal, {enough} are enough for all of them"
    )]
    TooDeep {
        /// The size.
        size: Size,
        /// The depth asked for.
        depth: u32,
        /// The largest depth, or a number that is known not to be below it.
        enough: u32,
    },
    /// The heuristic has no value for a board.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// The solver cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}
