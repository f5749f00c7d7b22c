//! The error type [`LabError`].

use fifteen_puzzle::Size;
use fifteen_resources::record::stopped_by;
use fifteen_search::LimitKind;
use fifteen_search::tiles::HeuristicError;
use fifteen_solver::{OpenError, SolveError};

/// An error returned by [`enumeration`](crate::enumeration), [`check`](crate::check),
/// [`quality`](crate::quality) or [`BoardsOfDepth`](crate::BoardsOfDepth).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// Another thread set the cancel flag, or the progress callback returned `Break`.
    #[error("interrupted")]
    Interrupted,
    /// A limit other than the cancel flag stopped the enumeration of boards.
    #[error("{}", stopped_by(*.0))]
    Limit(LimitKind),
    /// Memory could not be allocated.
    #[error(transparent)]
    OutOfMemory(#[from] fifteen_resources::AllocationError),
    /// Threads could not be started.
    #[error(transparent)]
    Threads(#[from] fifteen_resources::ThreadsError),
    /// The requested depth is larger than the distance of any board from the goal.
    #[error(
        "no {size} board needs {depth} moves: with this goal, {enough} are enough for all of them"
    )]
    TooDeep {
        /// Size of the board.
        size: Size,
        /// The requested distance from the goal, in moves.
        depth: u32,
        /// Maximum distance of any board from the goal, or an upper bound on it, in moves.
        enough: u32,
    },
    /// The heuristic failed to evaluate a board.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// A board could not be evaluated, for example because a table is damaged.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A solver could not be opened, for example because a table is missing or damaged.
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl From<LimitKind> for LabError {
    fn from(kind: LimitKind) -> Self {
        match kind {
            LimitKind::Interrupted => Self::Interrupted,
            kind => Self::Limit(kind),
        }
    }
}
