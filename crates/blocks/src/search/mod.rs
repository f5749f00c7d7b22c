//! The search functions. Each function generates the layers of a breadth-first search and inspects
//! them.
//!
//! | function | looks for | result |
//! | --- | --- | --- |
//! | [`solve()`] | a shortest solution | [`BlockOutcome`] |
//! | [`reachable_states()`] | all states, stuck pieces, hardest starting positions | [`ReachableStates`] |
//! | [`hardest_puzzles()`] | the hardest puzzles with given pieces | [`HardestOutcome`] |
//!
//! After [`solve()`] has found the length of a shortest solution, the module `reconstruct` works
//! backwards through the layers to recover its moves. The module `count` does the same to count all
//! shortest solutions.

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

/// One move of a solution, which slides one piece along a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece that moves, as an index into [`Puzzle::pieces`](crate::Puzzle::pieces).
    pub piece: usize,
    /// A shortest path of the piece, as one direction per cell.
    pub path: Vec<Direction>,
}

impl Move {
    /// Returns the path as a string of the letters `U`, `D`, `L` and `R`, with one letter per cell.
    pub fn letters(&self) -> String {
        self.path.iter().map(|d| d.letter()).collect()
    }
}

/// A shortest solution. If a puzzle has several shortest solutions, the choice between them is the
/// same on every machine and for any number of threads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlockSolution {
    /// The moves, in order from the start state to the goal.
    pub moves: Vec<Move>,
    /// The position after each move. The last position meets the goal.
    pub positions: Vec<Position>,
}

/// The number of shortest solutions. It can exceed the range of a `u128`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolutionCount {
    /// The number of solutions, or `u128::MAX` if there are more.
    pub count: u128,
    /// Whether `count` is exact. If not, there are more solutions.
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

/// Appends keys to a list that must not exceed `budget` bytes.
///
/// The list grows by an eighth at a time, because doubling its capacity could waste half of the
/// budget.
///
/// # Errors
/// Returns [`LimitKind::Memory`] if the list would exceed the budget, or if the allocation fails.
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
