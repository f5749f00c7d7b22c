//! Errors that occur when a heuristic is opened or evaluates a board.

use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;

use fifteen_pdb::{DamagedError, Remedy};

use super::walking_distance::WalkingDistanceError;
use crate::textbook::bidirectional::Inconsistent;
use crate::tiles::pdb::PdbError;

/// Maximum number of heuristics that can be combined into their maximum.
pub const MAX_PARTS: usize = 8;

/// An error that occurs when a heuristic is opened or used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicError {
    /// A table is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedError),
    /// The pattern databases cannot serve as a heuristic for this goal.
    #[error(transparent)]
    Pdb(#[from] PdbError),
    /// The tables of walking distance need too much memory, or building them was interrupted.
    #[error(transparent)]
    WalkingDistance(#[from] WalkingDistanceError),
    /// The algorithm needs a consistent heuristic, but this heuristic is inconsistent.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
    /// The maximum of no heuristics, or of more than [`MAX_PARTS`], was requested.
    #[error("the maximum can be taken of 1 to {MAX_PARTS} heuristics, but {found} were given")]
    Count {
        /// Number of heuristics that were given.
        found: usize,
    },
    /// IDA* found a solution that is shorter than a lower bound from the heuristic, so the
    /// heuristic overestimates.
    #[error(
        "the heuristic overestimates: a solution of {length} moves was found, although its values say that none is \
         shorter than {bound}"
    )]
    Overestimates {
        /// Length of the solution, in moves.
        length: u32,
        /// The lower bound that the heuristic's values seemed to prove.
        bound: u32,
    },
    /// The caller's function failed or returned invalid values.
    #[error(transparent)]
    Function(#[from] FunctionError),
}

impl HeuristicError {
    /// Returns what the user can do about the error, or `None` if the message already says so.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Damaged(error) => Some(error.remedy()),
            Self::Pdb(error) => error.remedy(),
            _ => None,
        }
    }
}

impl From<Infallible> for HeuristicError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// An error from a heuristic function that the caller supplied. It can wrap any error type.
#[derive(Debug, Clone, thiserror::Error)]
#[error(transparent)]
pub struct FunctionError(Arc<dyn Error + Send + Sync>);

impl FunctionError {
    /// Wraps an error of any type.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Arc::from(error.into()))
    }

    /// Returns the wrapped error if it is of type `E`.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        (&*self.0 as &(dyn Error + 'static)).downcast_ref()
    }
}

impl PartialEq for FunctionError {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for FunctionError {}
