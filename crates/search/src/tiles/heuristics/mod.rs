//! Heuristics of the tile puzzle that need no files, the maximum of several heuristics, and any of them chosen at run
//! time.
//!
//! [`HeuristicKind`] names those without files, each of which has a file here, and [`Builtin`] is any of them.
//! [`FunctionHeuristic`] is a function of the caller's. [`TileHeuristic`] is any heuristic chosen at run time, pattern
//! databases included, and owns its data. `part` has one type for all that are not a maximum, and the maximum of
//! several; a [`Guide`] is what a beam asks of them.

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

/// A heuristic that guides a beam. It may know more of a board than its value: every sum of pattern databases says
/// something about the distance.
///
/// No method has a default: a maximum that did not pass one on would guide a beam more weakly, and nobody would notice.
pub(crate) trait Guide: Heuristic<TileSpace> {
    /// The number of sums, of which the value is the largest.
    fn sums(&self) -> u32;

    /// Prefetches what [`child_sums`](Self::child_sums) needs: many children of many nodes are asked for in advance.
    fn prefetch(&self, state: &TileState, node: &Self::Node, m: Move);

    /// The value of a child and the total of its sums, without its node.
    ///
    /// # Errors
    /// Those of [`child`](Heuristic::child).
    fn child_sums(
        &self,
        state: &TileState,
        node: &Self::Node,
        m: Move,
        limit: u32,
    ) -> Result<(u32, u32), u32>;
}

/// Work with a heuristic whose type is known only at run time.
pub trait WithHeuristic {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output;
}
