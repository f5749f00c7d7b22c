//! Sliding-block puzzles: pieces and boards of any shape, solved optimally in three metrics.
//!
//! [`mod@format`] reads and writes a [`Puzzle`]. [`solve()`] finds a shortest solution and counts the optimal ones,
//! [`reachable_states()`] counts states; both take [`BlockOptions`], among them the [`BlockMetric`]. For designers,
//! [`survey()`] sees what never moves, [`hardest_arrangements()`] and [`longest_path()`] find the hardest puzzles of a
//! set of pieces, [`RandomLayouts`] makes random ones, of which [`HardestLayouts`] keeps the hardest, and
//! [`Arrangements`] estimates how many there are. This crate knows nothing of files, terminals, drawing or pattern
//! databases.
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

mod design;
mod engine;
mod error;
pub mod format;
mod metric;
mod options;
mod puzzle;
mod search;

pub use design::{
    Arrangements, HardestLayouts, Layout, LayoutsError, LongestPath, RandomLayouts, Survey, drawing,
    hardest_arrangements, longest_path, survey,
};
pub use error::SolveError;
pub use metric::{BlockMetric, BlockMetricError};
pub use options::{BlockOptions, Progress, StopReason};
pub use puzzle::shape::{Axis, Direction, Shape};
pub use puzzle::{Cell, Gate, Goal, GoalPiece, MAX_CELLS, MAX_SIDE, OptimaError, Piece, Position, Puzzle, Remark};
pub use search::{
    BlockMove, BlockOutcome, BlockSpace, BlockStatus, HardestStarts, Move, ReachableStates, Solution, SolutionCount,
    reachable_states, solve,
};
