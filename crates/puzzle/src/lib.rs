//! Boards of sliding-tile puzzles such as the 15-puzzle: moves, goals, parity, notations,
//! symmetries and random boards.
//!
//! A [`Board`] has up to 25 cells in a rectangle of any [`Size`], chosen at run time. Cells are
//! numbered row by row from 0, tiles from 1, and the blank is 0. A [`Direction`] moves the blank,
//! and a [`Path`] is a sequence of them. A [`Goal`] is the board to be reached, and [`parity`] says
//! whether it can be.
//!
//! ```
//! use fifteen_puzzle::{Direction, Goal, notation, parity};
//!
//! let board = notation::parse("1 2 3 / 4 5 0 / 7 8 6", None)?;
//! let goal = Goal::Last.board(board.size())?; // 1 2 3 / 4 5 6 / 7 8 0
//! assert_eq!(board.moved(Direction::Down), Some(goal));
//!
//! let swapped = notation::parse("1 2 3 / 4 5 6 / 8 7 0", None)?;
//! assert!(parity::check(&swapped, &goal).is_err(), "two tiles are swapped");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate searches nothing and reads no files. `fifteen-search` solves boards.

mod board;
mod choice;
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

pub use board::Board;
pub use choice::{GoalPattern, GridMove, GridPath, MAX_CHOICE_CELLS, TileGrid};
pub use goal::{Goal, goal_of_other_size};
pub use importance_sampling::ImportanceSampledBoards;
pub use named::ParseError;
pub use path::{Convention, IllegalMove, Metric, Path};
pub use random::{RandomBoards, RandomNumbers};
pub use size::{Axis, Direction, MAX_CELLS, MoveOrder, Size};
pub use symmetry::{GoalMap, Symmetry};

/// Compiles and runs the program in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
