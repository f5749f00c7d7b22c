//! Searches over the layers of an engine.
//!
//! [`solve()`] finds a shortest solution, as a [`BlockOutcome`]; `reconstruct` and `count` go back through the layers
//! for its moves and for the number of optimal solutions. [`reachable_states()`] counts what can be reached, and finds
//! what never moves, as [`ReachableStates`]; [`hardest_puzzles()`] finds the starts that are farthest from the goal, or
//! the goals that are farthest from the start.

mod count;
mod hardest;
mod reconstruct;
mod solution;
mod solve;
mod states;

pub use hardest::{HardestPuzzles, hardest_puzzles};
pub use solution::{Move, Solution, SolutionCount};
pub use solve::{BlockOutcome, solve};
pub use states::{ReachableStates, reachable_states};
