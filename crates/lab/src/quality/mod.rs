//! The strength of a heuristic, before anything is searched: its values on random boards, and the nodes that IDA* will
//! expand with it.
//!
//! A [`Survey`] takes two samples of the values, each a [`Distribution`], and makes [`Estimate`]s of them; a
//! [`QualityRecord`] is the result as data. [`Levels`] and [`Growth`] describe the tree of moves that the estimates
//! need.
//!
//! The method is that of Korf, Reid & Edelkamp (Time complexity of iterative-deepening-A*, Artificial Intelligence 129,
//! 2001). If a heuristic is consistent, the iteration with bound d expands exactly those nodes at depth i of the tree
//! of moves whose value is at most d - i. From a random start, the boards at the end of any one sequence of moves are
//! random too, except for the blank's cell. So the mean number of expanded nodes is the sum over
//! all depths i and cells c of
//!
//! > N(i, c) P(c, d - i)
//!
//! where N(i, c) is the exact number of nodes at depth i with the blank on cell c ([`Levels`]), and P(c, x) is the
//! share of the boards with the blank on c whose value is at most x, estimated by a [`Distribution`]. Treating each
//! cell separately gives parities and the weights of corners, edges and inner cells their due.
//!
//! For large d this is a constant times b^d E\[b^-h\], with the branching factor b of the tree. So E\[b^-h\] is the
//! *share* of the tree that a heuristic leaves ([`Distribution::share`]): half the share means half the nodes. The
//! share compares heuristics without the choice of a bound.
//!
//! *Eta* (Clausecker & Schintke 2021) is E\[b^-h\] over all boards alike, whatever the blank's cell
//! ([`Distribution::eta`]). The share also knows that deep in the tree the blank stands on some cells more often, and
//! that bounds grow by 2.
//!
//! All are means that depend mostly on the few boards whose values are far below the average; among a million random
//! 5x5 boards there are hardly any of them. So a [`Survey`] draws boards near the goal too
//! ([`ImportanceSampledBoards`]), with weights that make up for it, and takes the better estimate. Each comes with its
//! standard error.

mod distribution;
mod survey;
mod tree;

pub use distribution::{Distribution, Estimate};
pub use fifteen_puzzle::ImportanceSampledBoards;
pub use survey::{Prediction, QualityRecord, Survey};
pub use tree::{Growth, Levels};

#[cfg(test)]
mod tests;
