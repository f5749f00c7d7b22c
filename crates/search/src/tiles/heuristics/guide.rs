//! What a beam asks of a heuristic.

use crate::Heuristic;
use crate::tiles::{Move, TileSpace, TileState};

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
    fn child_sums(&self, state: &TileState, node: &Self::Node, m: Move, limit: u32) -> Result<(u32, u32), u32>;
}
