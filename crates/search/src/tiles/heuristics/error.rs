//! Errors of opening a heuristic and of evaluating boards.

use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;

use fifteen_pdb::{DamagedError, Remedy};

use super::walking_distance::WalkingDistanceError;
use crate::lab::bidirectional::Inconsistent;
use crate::tiles::pdb::PdbError;

/// Maximum number of heuristics of which the maximum can be taken.
pub const MAX_PARTS: usize = 8;

/// A heuristic cannot be opened, has no value for a board, or has wrong values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicError {
    /// A table is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedError),
    /// The tables are no heuristic for this goal.
    #[error(transparent)]
    Pdb(#[from] PdbError),
    /// The tables of walking distance need too much memory, or building them was interrupted.
    #[error(transparent)]
    WalkingDistance(#[from] WalkingDistanceError),
    /// An algorithm needs a consistent heuristic, and this one is not.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
    /// A maximum of no heuristics, or of too many, was requested.
    #[error("the maximum can be taken of 1 to {MAX_PARTS} heuristics, but {found} were given")]
    Count {
        /// Number of heuristics.
        found: usize,
    },
    /// IDA* found a solution that is shorter than the heuristic allows.
    #[error(
        "the heuristic overestimates: a solution of {length} moves was found, although its values say that none is \
         shorter than {bound}"
    )]
    Overestimates {
        /// Number of moves of the solution.
        length: u32,
        /// The bound that the values seemed to prove.
        bound: u32,
    },
    /// The caller's function failed, or returned values that are no lower bounds.
    #[error(transparent)]
    Function(#[from] FunctionError),
}

impl HeuristicError {
    /// Returns what a user can do about the error, unless its message says that already.
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

/// The error of a function that computes values. It can hold any error type.
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
