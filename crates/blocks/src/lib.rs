//! Sliding-block puzzles: pieces and boards of any shape, solved optimally in three metrics.
//!
//! [`mod@format`] reads puzzles, [`solve()`] finds shortest solutions and counts them, [`states()`] counts what can be
//! reached. This crate knows nothing of files, terminals, drawing or pattern databases.
//!
//! ```
//! use fifteen_blocks::{Metric, Options, format, solve};
//!
//! let text = "## Three pieces\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n";
//! let puzzle = format::parse(text)?.remove(0).puzzle?;
//! let outcome = solve(&puzzle, &Options::new(Metric::Straight), &mut |_| ())?;
//! assert_eq!(outcome.length, Some(3));
//! let solution = outcome.solution.ok_or("no path")?;
//! let moves: Vec<String> =
//!     solution.moves.iter().map(|m| format!("{} {}", puzzle.pieces()[m.piece].label, m.letters())).collect();
//! assert_eq!(moves, ["C R", "A DD", "A R"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod count;
mod engine;
mod error;
pub mod format;
mod metric;
mod options;
mod puzzle;
mod shape;
mod solution;
mod solve;
mod space;
mod states;
mod steps;
mod walk;

pub use error::SolveError;
pub use metric::{Metric, MetricError};
pub use options::{Options, Progress, Stop};
pub use puzzle::{Cell, Goal, MAX_CELLS, MAX_SIDE, Piece, Place, Position, Puzzle};
pub use shape::{Axis, Direction, Shape};
pub use solution::{Move, Solution, Solutions};
pub use solve::{Outcome, Status, solve};
pub use space::{BlockMove, BlockSpace};
pub use states::{Hardest, States, states};
