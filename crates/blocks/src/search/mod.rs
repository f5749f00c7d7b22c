//! Searches over the layers of an engine.
//!
//! [`solve()`] finds a shortest solution, as a [`BlockOutcome`]; `reconstruct` and `count` go back through the layers
//! for its moves and for the number of optimal solutions. [`reachable_states()`] counts what can be reached, and finds
//! what never moves, as [`ReachableStates`]; [`hardest_puzzles()`] finds the starts that are farthest from the goal, or
//! the goals that are farthest from the start.

mod count;
mod hardest;
mod reconstruct;
mod solve;
mod states;

use std::fmt;

use crate::{Direction, Position};

pub use hardest::{HardestPuzzles, hardest_puzzles};
pub use solve::{BlockOutcome, solve};
pub use states::{ReachableStates, reachable_states};

/// One move of a solution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece's index in [`Puzzle::pieces`](crate::Puzzle::pieces).
    pub piece: usize,
    /// Its path, cell by cell, as short as possible.
    pub path: Vec<Direction>,
}

impl Move {
    /// The path in letters: `U`, `D`, `L`, `R`, one for each cell.
    pub fn letters(&self) -> String {
        self.path.iter().map(|d| d.letter()).collect()
    }
}

/// A shortest solution: always the same one, on any machine and with any number of threads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockSolution {
    /// The moves.
    pub moves: Vec<Move>,
    /// The position after each move.
    pub positions: Vec<Position>,
}

/// The number of optimal solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolutionCount {
    /// The number, or `u128::MAX`.
    pub count: u128,
    /// The number is exact; otherwise there are more.
    pub exact: bool,
}

impl fmt::Display for SolutionCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            if self.exact { "" } else { "more than " },
            self.count
        )
    }
}
