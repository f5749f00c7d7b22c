//! Sliding-tile boards of W x H cells with one blank, for any goal; the size is chosen at run time.
//!
//! This crate knows boards, moves, goals, parity, notation, symmetries and seeded random boards. It knows
//! nothing of files, heuristics, search, threads or terminals.
//!
//! Cells are numbered row by row from 0. Tiles are `1..cells`, the blank is `0`.
//!
//! ```
//! use fifteen_puzzle::{Board, Goal, notation, parity};
//!
//! let board: Board = notation::parse("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0", None)?;
//! let goal = Goal::Last.board(board.size())?;
//! assert!(parity::check(&board, &goal).is_err(), "two tiles are swapped");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod goal;
mod importance_sampling;
mod named;
pub mod notation;
pub mod parity;
mod path;
mod random;
mod size;
mod symmetry;
pub mod visible;
pub mod words;

pub use board::{ANY, Board};
pub use goal::{Goal, MOST_CHOICE_CELLS, goal_of_other_size};
pub use importance_sampling::ImportanceSampledBoards;
pub use named::ParseError;
pub use path::{Convention, IllegalMove, Metric, Path};
pub use random::{RandomBoards, RandomNumbers};
pub use size::{Axis, Direction, MAX_CELLS, MoveOrder, Size};
pub use symmetry::{GoalMap, Symmetry};
