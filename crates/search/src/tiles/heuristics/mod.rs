//! Heuristics of the tile puzzle: lower bounds on the number of moves to the goal.
//!
//! A [`TileHeuristic`] is the heuristic that a program chooses at run time and opens once. It can
//! be:
//!
//! * a built-in heuristic, which [`HeuristicKind`] names and a file of this folder implements;
//! * a [`FunctionHeuristic`], a function that the caller supplies, for example in Python;
//! * [`PdbTables`](super::PdbTables), which are pattern databases;
//! * the maximum of several heuristics.
//!
//! Searches use it as an [`AnyHeuristic`], or as a concrete type where speed matters.

mod any;
mod builtin;
mod error;
pub(super) mod function;
mod linear_conflict;
mod manhattan;
mod misplaced;
mod tile_heuristic;
mod walking_distance;

use super::{Move, TileSpace, TileState};
use crate::Heuristic;

pub(crate) use any::{AnyHeuristic, AnyNode};
pub(crate) use builtin::Builtin;
pub use builtin::HeuristicKind;
use builtin::SmallNode;
pub use error::{FunctionError, HeuristicError, MAX_PARTS};
pub use function::{FunctionHeuristic, FunctionValues, HeuristicFunction};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use tile_heuristic::TileHeuristic;
pub use walking_distance::{WalkingDistance, WalkingDistanceError};

/// A heuristic that can guide a beam search.
///
/// Pattern databases give a board several sums of table distances. The largest sum is the board's
/// value. The other sums also indicate the distance, so a beam search uses all of them.
///
/// No method has a default implementation, so that a maximum of heuristics cannot forget to forward
/// one. A forgotten method would guide a beam badly without failing a test.
pub(crate) trait Guide: Heuristic<TileSpace> {
    /// Returns the number of sums of table distances that each board has. The largest sum is the
    /// board's value.
    fn sums(&self) -> u32;

    /// Prefetches the data that [`child_sums`](Self::child_sums) will read for the same move. Beam
    /// search calls this method for many children before it evaluates the first child.
    fn prefetch(&self, state: &TileState, node: &Self::Node, m: Move);

    /// Evaluates the child after the move `m`, without creating its node. Returns the child's value
    /// and the total of its sums.
    ///
    /// # Errors
    /// Returns an error if the value exceeds `limit`, like [`child`](Heuristic::child).
    fn child_sums(
        &self,
        state: &TileState,
        node: &Self::Node,
        m: Move,
        limit: u32,
    ) -> Result<(u32, u32), u32>;
}

/// An operation that is generic over the type of a heuristic. Unlike a closure, it can be compiled
/// for each heuristic type, even though the heuristic is known only at run time.
pub trait WithHeuristic {
    /// The result of the operation.
    type Output;

    /// Performs the operation with a heuristic of the concrete type `H`.
    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output;
}
