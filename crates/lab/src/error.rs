//! [`LabError`]: why a count, a check or a stream of boards ended early.

use fifteen_puzzle::Size;
use fifteen_search::tiles::HeuristicError;
use fifteen_solver::OpenError;

/// An error of [`enumeration`](crate::enumeration), [`check`](crate::check) or
/// [`BoardsOfDepth`](crate::BoardsOfDepth).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// Another thread set the flag, or the progress callback returned `Break`.
    #[error("interrupted")]
    Interrupted,
    /// The system refused memory.
    #[error(transparent)]
    OutOfMemory(#[from] fifteen_resources::AllocationError),
    /// The system refused to start threads.
    #[error(transparent)]
    Threads(#[from] fifteen_resources::ThreadsError),
    /// No board is that far from the goal.
    #[error(
        "no {size} board needs {depth} moves: with this goal, {enough} are enough for all of them"
    )]
    TooDeep {
        /// Size of the board.
        size: Size,
        /// The depth asked for.
        depth: u32,
        /// The largest depth of a board, or an upper bound of it.
        enough: u32,
    },
    /// The heuristic can't evaluate a board.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// A solver can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}
