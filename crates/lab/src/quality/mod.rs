//! How good a heuristic is, before anything is searched: its values on random boards, and the nodes that IDA* will
//! expand with it.
//!
//! The method is that of Korf, Reid & Edelkamp (Time complexity of iterative-deepening-A*, Artificial Intelligence 129,
//! 2001). Where a heuristic is consistent, the iteration with bound d expands exactly those nodes at depth i of the tree
//! of moves whose value is at most d - i. From a random start, the boards at the end of any one sequence of moves are
//! random too, but for where the blank stands. So the mean is the sum over all depths i and cells c of
//!
//! > N(i, c) P(c, d - i)
//!
//! where N(i, c) is how many nodes at depth i have the blank on cell c, which is known exactly ([`Levels`]), and P(c, x) is
//! the share of the boards with the blank on c whose value is at most x, of which [`Distribution`] is a sample. Taking each
//! cell by itself makes parities and the weights of corners, edges and inner cells come out right.
//!
//! For large d this is a constant times b^d E\[b^-h\], with the branching factor b of the tree. So E\[b^-h\] is the *share* of
//! the tree that a heuristic leaves over ([`Distribution::share`]): with half of it a search takes half of the nodes. By it
//! heuristics can be compared without choosing a bound.
//!
//! Both are means that owe most of their value to few boards, those whose values are far below the average; among a million
//! random 5x5 boards there are hardly any of them. So a [`Survey`] draws boards near the goal too ([`ImportanceSampledBoards`]), with weights
//! that make up for it, and takes the better estimate. Each comes with its standard error.

mod distribution;
mod survey;
mod tree;

pub use distribution::{Distribution, Estimate};
pub use fifteen_puzzle::ImportanceSampledBoards;
pub use survey::Survey;
pub use tree::{Growth, Levels};

#[cfg(test)]
mod tests;
