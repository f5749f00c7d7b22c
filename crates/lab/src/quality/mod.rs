//! Measures the quality of a heuristic without searching: its values on random boards, and a
//! prediction of the number of nodes that IDA* will expand with it.
//!
//! # The formula of Korf, Reid & Edelkamp
//!
//! If a heuristic is consistent, an iteration of IDA* with bound d expands exactly the nodes at
//! depth i whose value is at most d - i, for every i. The mean over random start boards can be
//! computed without a search: after any fixed sequence of moves the tiles are still in random
//! order, and only the blank's cell depends on the sequence. So the mean number of expanded nodes
//! is the sum, over all depths i and cells c, of
//!
//! > N(i, c) P(c, d - i)
//!
//! N(i, c) is the number of nodes at depth i with the blank on cell c. [`TreeLevels`] counts them
//! exactly. P(c, x) is the share of boards with a value of at most x among all boards with the
//! blank on c. A [`ValueDistribution`] estimates it from a sample (Time complexity of
//! iterative-deepening-A*, Artificial Intelligence 129, 2001).
//!
//! For example, take a 3x3 start board with the blank in a corner. A search that never undoes the
//! last move has one node at depth 0, and two nodes at depth 1, both with the blank on an edge. It
//! has four nodes at depth 2: two with the blank in a corner and two with the blank in the middle.
//! So the iteration with bound 2 expands
//!
//! > P(corner, 2) + 2 P(edge, 1) + 2 P(corner, 0) + 2 P(middle, 0)
//!
//! nodes on average. The sum distinguishes cells because the blank has fewer moves in a corner than
//! in the middle, and because the parity of a value depends on the blank's cell.
//!
//! # Two numbers that don't depend on a bound
//!
//! For large d the sum is proportional to b^d E\[b^-h\], where b is the branching factor of the
//! tree of moves ([`TreeGrowth`]). So E\[b^-h\] is the *share* of the tree that remains to be
//! searched with a heuristic ([`ValueDistribution::share`]): half the share means half the nodes.
//!
//! *Eta* (Clausecker & Schintke 2021) is the mean of b^-h over all boards, with the same weight for
//! all cells of the blank ([`ValueDistribution::eta`]). The share also takes into account that deep
//! in the tree the blank is on some cells more often than on others, and that bounds grow by 2.
//!
//! # Importance sampling
//!
//! These means depend mostly on the few boards whose values are far below the average. On 4x4, a
//! board with Manhattan distance 17 contributes b^20, or about 3.7 million, times as much as one
//! with the average distance 37. A sample of a million random boards contains hardly any such
//! board. So a [`Survey`] also draws boards near the goal ([`ImportanceSampledBoards`]). In this
//! sample, a board with Manhattan distance m is drawn about b^-m times as often as in a random
//! sample, and gets a weight of about b^m, so that means stay unbiased (annealed importance
//! sampling, Neal 2001). `Survey` uses whichever sample has the smaller relative standard error.
//!
//! A [`QualityRecord`] contains the result in a form for JSON output.

mod distribution;
mod survey;
mod tree;

pub use distribution::{Estimate, ValueDistribution};
pub use fifteen_puzzle::ImportanceSampledBoards;
pub use survey::{Prediction, QualityRecord, Survey};
pub use tree::{TreeGrowth, TreeLevels};

#[cfg(test)]
mod tests;
