//! Solutions: moves, and the position after each.

use std::fmt;

use crate::puzzle::Position;
use crate::shape::Direction;

/// One move of a solution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece's index in [`Puzzle::pieces`](crate::Puzzle::pieces).
    pub piece: usize,
    /// Its way, cell by cell, as short as possible.
    pub path: Vec<Direction>,
}

impl Move {
    /// The way in letters: `U`, `D`, `L`, `R`, one for each cell.
    pub fn letters(&self) -> String {
        self.path.iter().map(|d| d.letter()).collect()
    }
}

/// A shortest solution. Of all shortest ones it is always the same, on any machine and with any number of threads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    /// The moves.
    pub moves: Vec<Move>,
    /// The position after each move; as many as there are moves.
    pub positions: Vec<Position>,
}

/// How many optimal solutions there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solutions {
    /// Their number, or `u128::MAX`.
    pub count: u128,
    /// `false` if there are more than `count`.
    pub exact: bool,
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.exact { "" } else { "more than " }, self.count)
    }
}
