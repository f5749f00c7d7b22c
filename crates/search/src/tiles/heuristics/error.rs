//! Reasons why a heuristic cannot be made or has no value.

use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;

use fifteen_pdb::{DamagedError, Remedy};

use super::walking_distance::WalkingDistanceError;
use crate::lab::bidirectional::Inconsistent;
use crate::tiles::pdb::PdbError;

/// The most heuristics of which the maximum can be taken.
pub const MAX_PARTS: usize = 8;

/// A heuristic cannot be made, or has no value for a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicError {
    /// A table is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedError),
    /// Tables make no heuristic for this goal.
    #[error(transparent)]
    Pdb(#[from] PdbError),
    /// Walking distance needs too much memory, or was interrupted.
    #[error(transparent)]
    WalkingDistance(#[from] WalkingDistanceError),
    /// A search relies on consistent heuristics.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
    /// The maximum of too many heuristics, or of none.
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
    /// A function of the caller's has failed, or has values that no heuristic has.
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

/// The reason why a function has no values.
#[derive(Debug, Clone, thiserror::Error)]
#[error(transparent)]
pub struct FunctionError(Arc<dyn Error + Send + Sync>);

impl FunctionError {
    /// An error of any type.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Arc::from(error.into()))
    }

    /// The error that [`new`](Self::new) was given, if it is of type `E`.
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
