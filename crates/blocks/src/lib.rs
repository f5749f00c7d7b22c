#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! | function | finds |
//! | --- | --- |
//! | [`solve()`] | a shortest solution, and the number of shortest solutions |
//! | [`reachable_states()`] | the number of states, stuck pieces, and hardest starting positions |
//! | [`hardest_puzzles()`] | the hardest puzzles with given pieces |
//! | [`format::parse`] | the puzzles in a string |
//! | [`record::BlockRecord::solve`] | the first two results, as a record for JSON |
//!
//! All searches take [`BlockOptions`], which include the [`BlockMetric`] and the [`Limits`], and
//! report their progress to a callback. The crate does not access files or the terminal, and is
//! unrelated to the 15-puzzle solvers.

mod engine;
mod error;
pub mod format;
mod metric;
mod options;
mod puzzle;
pub mod record;
mod search;

pub use error::BlockSearchError;
pub use fifteen_puzzle::{Axis, Direction};
pub use fifteen_resources::{LimitKind, Limits, Status, Threads};
pub use metric::BlockMetric;
pub use options::{BlockOptions, BlockProgress};
pub use puzzle::leaving_car::LeavingCar;
pub use puzzle::shape::PieceShape;
pub use puzzle::{
    BlockGoal, BlockPiece, CellKind, Gate, GoalPiece, MAX_CELLS, MAX_SIDE, Position, Puzzle,
};
pub use search::{
    BlockOutcome, BlockSolution, HardestOutcome, HardestPuzzles, Move, ReachableStates,
    SolutionCount, hardest_puzzles, reachable_states, solve,
};
