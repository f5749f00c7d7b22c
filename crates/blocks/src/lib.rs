//! Sliding-block puzzles: pieces and boards of any shape, solved optimally in three metrics.
//!
//! [`mod@format`] reads and writes a [`Puzzle`]. [`solve()`] finds a shortest solution and counts the optimal ones,
//! [`reachable_states()`] counts states, and finds the pieces that never move; both take [`BlockOptions`], among them
//! the [`BlockMetric`]. For designers, [`hardest_puzzles()`] finds the hardest puzzles of a set of pieces.
//! This crate knows nothing of files, terminals, drawing or pattern databases.
//!
//! ```
//! use fifteen_blocks::{BlockMetric, BlockOptions, format, solve};
//!
//! let text = "## Three pieces\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n";
//! let puzzle = format::parse(text)?.remove(0).puzzle?;
//! let outcome = solve(&puzzle, &BlockOptions::new(BlockMetric::Straight), &mut |_| ())?;
//! assert_eq!(outcome.length, Some(3));
//! let solution = outcome.solution.ok_or("no path")?;
//! let moves: Vec<String> =
//!     solution.moves.iter().map(|m| format!("{} {}", puzzle.pieces()[m.piece].label, m.letters())).collect();
//! assert_eq!(moves, ["C R", "A DD", "A R"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
pub use puzzle::shape::PieceShape;
pub use puzzle::{
    BlockGoal, BlockPiece, CellKind, Gate, GoalPiece, MAX_CELLS, MAX_SIDE, Position, Puzzle,
};
pub use search::{
    BlockOutcome, BlockSolution, HardestOutcome, HardestPuzzles, Move, ReachableStates,
    SolutionCount, hardest_puzzles, reachable_states, solve,
};
