//! Searches over the layers of an engine.
//!
//! [`solve()`] finds a shortest solution, as a [`BlockOutcome`]; `reconstruct` and `count` go back through the layers
//! for its moves and for the number of optimal solutions. [`reachable_states()`] counts what can be reached, as
//! [`ReachableStates`]. A [`BlockSpace`] is the slow twin of the engine: the rules as a state space for the general
//! algorithms of `fifteen-search`.

mod count;
mod reconstruct;
mod solution;
mod solve;
mod space;
mod states;

pub use solution::{Move, Solution, SolutionCount};
pub use solve::{BlockOutcome, BlockStatus, solve};
pub use space::{BlockMove, BlockSpace};
pub(crate) use states::farthest;
pub use states::{HardestStarts, ReachableStates, reachable_states};
