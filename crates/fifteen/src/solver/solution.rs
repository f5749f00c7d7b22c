//! The result of a search.

use std::time::Duration;

use fifteen_puzzle::Path;
use fifteen_search::Status;
use fifteen_search::ida::{Iteration, Outcome};
use fifteen_search::tiles::Move;

/// What a search found, and what it took.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Solution {
    /// Whether it was solved, or what stopped it.
    pub status: Status,
    /// Number of moves of a shortest solution, if one was found.
    pub length: Option<u32>,
    /// A shortest solution: the first found.
    pub moves: Option<Path>,
    /// How many shortest solutions there are, if all were asked for and the search ran to its end.
    pub solutions: Option<u64>,
    /// The shortest solutions, if all were asked for: at most as many as were to be kept.
    pub all_moves: Option<Vec<Path>>,
    /// No solution is shorter than this; the length, once it is known.
    pub bound: u32,
    /// The heuristic's value of the board.
    pub h0: u32,
    /// Nodes whose children were tried.
    pub expanded: u64,
    /// Nodes made, the root among them.
    pub generated: u64,
    /// The iterations, the last one perhaps partial.
    pub iterations: Vec<Iteration>,
    /// Time from the board to the solution.
    pub seconds: f64,
}

impl Solution {
    pub(super) fn new(outcome: Outcome<Move>, elapsed: Duration) -> Self {
        Self {
            status: outcome.status,
            length: outcome.length,
            moves: outcome.moves.map(path),
            solutions: outcome.solutions,
            all_moves: outcome.all.map(|all| all.into_iter().map(path).collect()),
            bound: outcome.bound,
            h0: outcome.h0,
            expanded: outcome.expanded,
            generated: outcome.generated,
            iterations: outcome.iterations,
            seconds: elapsed.as_secs_f64(),
        }
    }
}

fn path(moves: Vec<Move>) -> Path {
    Path::new(moves.into_iter().map(Move::direction).collect())
}
