//! Heuristics of the tile puzzle: lower bounds on the number of moves that a board needs.
//!
//! [`TileHeuristic`] is the heuristic of a program, chosen at run time and opened once. It can be:
//!
//! * built in: [`HeuristicKind`] names these heuristics, and each has a file here;
//! * a [`FunctionHeuristic`], a function that the caller supplies, for example in Python;
//! * [`PdbTables`](super::PdbTables), pattern databases;
//! * the maximum of several heuristics.
//!
//! Searches see it as an [`AnyHeuristic`], or as one of the concrete types where speed matters.

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

/// A heuristic that guides a beam search.
///
/// It may know more about a board than its value: with pattern databases, every sum says something
/// about the distance, not only the largest. No method has a default, because a maximum that forgot
/// to pass one on would guide a beam badly, and no test would fail.
pub(crate) trait Guide: Heuristic<TileSpace> {
    /// Number of sums, the largest of which is the value.
    fn sums(&self) -> u32;

    /// Prefetches what [`child_sums`](Self::child_sums) will read. A beam calls this for many
    /// children before it evaluates the first of them.
    fn prefetch(&self, state: &TileState, node: &Self::Node, m: Move);

    /// Returns the value of a child and the total of its sums, without making its node.
    ///
    /// # Errors
    /// Returns the value if it exceeds `limit`, like [`child`](Heuristic::child).
    fn child_sums(
        &self,
        state: &TileState,
        node: &Self::Node,
        m: Move,
        limit: u32,
    ) -> Result<(u32, u32), u32>;
}

/// Work that is compiled for the type of a heuristic, which is only known at run time.
pub trait WithHeuristic {
    /// The result of the work.
    type Output;

    /// Does the work with a heuristic.
    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output;
}
