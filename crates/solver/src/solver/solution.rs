//! The result of a search.

use std::time::Duration;

use fifteen_puzzle::Path;
use fifteen_search::tiles::Move;
use fifteen_search::tiles::anytime::AnytimeEvent;
use fifteen_search::{Iteration, Outcome, Status};

/// The result of a search, with its cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Solved, or the limit that stopped the search.
    pub status: Status,
    /// Number of moves of the solution in the solver's metric, if one was found. At a limit it may be one that need not
    /// be the shortest.
    pub length: Option<u32>,
    /// The solution: the first found.
    pub moves: Option<Path>,
    /// It is proven that no solution is shorter. A depth-first search rarely proves it.
    pub shortest: bool,
    /// Number of shortest solutions, if all were asked for and the search ran to its end.
    pub solutions: Option<u64>,
    /// The shortest solutions, if all were asked for: at most [`Options::all`](crate::Options::all) of them.
    pub all_moves: Option<Vec<Path>>,
    /// No solution is shorter than this; the length, once that is proven to be the shortest.
    pub bound: u32,
    /// The heuristic's value of the board; 0 for an algorithm that takes none.
    pub h0: u32,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated, the root among them.
    pub generated: u64,
    /// Nodes generated in fast mode beyond those of one thread: their number depends on chance and is not counted.
    pub speculative: u64,
    /// The iterations, the last one perhaps partial.
    pub iterations: Vec<Iteration>,
    /// The most bytes of nodes and states kept at a time, without the tables of the heuristic.
    pub peak_bytes: u64,
    /// Time from the board to the solution.
    pub seconds: f64,
}

impl Solution {
    /// The result of a search; `path` makes its moves a path.
    pub(super) fn new<M>(outcome: Outcome<M>, path: impl Fn(Vec<M>) -> Path, elapsed: Duration) -> Self {
        Self {
            status: outcome.status,
            length: outcome.length,
            shortest: outcome.shortest,
            moves: outcome.moves.map(&path),
            solutions: outcome.solutions,
            all_moves: outcome.all.map(|all| all.into_iter().map(&path).collect()),
            bound: outcome.bound,
            h0: outcome.h0,
            expanded: outcome.expanded,
            generated: outcome.generated,
            speculative: outcome.speculative,
            iterations: outcome.iterations,
            peak_bytes: outcome.peak_bytes,
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// An event of a search in progress.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum SearchEvent {
    /// An iteration is complete, or the search stopped in it.
    Iteration(Iteration),
    /// A solution that is shorter than all before.
    Solution {
        /// Its moves.
        path: Path,
        /// No solution is shorter than this.
        bound: u32,
    },
}

impl From<AnytimeEvent<'_>> for SearchEvent {
    fn from(event: AnytimeEvent<'_>) -> Self {
        match event {
            AnytimeEvent::Iteration(iteration) => Self::Iteration(iteration),
            AnytimeEvent::Solution { moves, bound } => Self::Solution { path: path(moves.to_vec()), bound },
        }
    }
}

pub(super) fn path(moves: Vec<Move>) -> Path {
    Path::new(moves.into_iter().map(Move::direction).collect())
}
