//! The searches: each grows the layers of an engine and looks at every one of them.
//!
//! | function | looks for | result |
//! | --- | --- | --- |
//! | [`solve()`] | a shortest solution | [`BlockOutcome`] |
//! | [`reachable_states()`] | all states, pieces that never move, and the hardest starting positions | [`ReachableStates`] |
//! | [`hardest_puzzles()`] | the hardest puzzles with given pieces | [`HardestOutcome`] |
//!
//! After a solution was found, `reconstruct` goes back through the layers to find its moves, and
//! `count` to count all shortest solutions.

mod count;
mod hardest;
mod reconstruct;
mod solve;
mod states;

use std::fmt;

use fifteen_resources::LimitKind;

use crate::engine::Words;
use crate::{Direction, Position};

pub use hardest::{HardestOutcome, HardestPuzzles, hardest_puzzles};
pub use solve::{BlockOutcome, solve};
pub use states::{ReachableStates, reachable_states};

/// One move of a solution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece, as an index of [`Puzzle::pieces`](crate::Puzzle::pieces).
    pub piece: usize,
    /// A shortest path of the piece, cell by cell.
    pub path: Vec<Direction>,
}

impl Move {
    /// Returns the path as letters: `U`, `D`, `L` or `R` for each cell.
    pub fn letters(&self) -> String {
        self.path.iter().map(|d| d.letter()).collect()
    }
}

/// A shortest solution. Every machine and every number of threads finds the same one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockSolution {
    /// The moves.
    pub moves: Vec<Move>,
    /// The position after each move.
    pub positions: Vec<Position>,
}

/// The number of shortest solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolutionCount {
    /// The number, or `u128::MAX` if it is larger.
    pub count: u128,
    /// Whether the number is exact. Otherwise there are more solutions.
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

/// Appends keys to a list that grows by an eighth at a time, and may take `budget` bytes.
///
/// # Errors
/// Returns [`LimitKind::Memory`] if the list would take more, or if the system refuses the memory.
fn append_within<const K: usize>(
    list: &mut Vec<Words<K>>,
    more: &[Words<K>],
    budget: usize,
) -> Result<(), LimitKind> {
    let len = list.len();
    if list.capacity() - len < more.len() {
        let growth = more.len().max(len / 8);
        if (len + growth).saturating_mul(size_of::<Words<K>>()) > budget {
            return Err(LimitKind::Memory);
        }
        list.try_reserve_exact(growth)
            .map_err(|_| LimitKind::Memory)?;
    }
    list.extend_from_slice(more);
    Ok(())
}
