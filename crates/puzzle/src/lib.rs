#![doc = include_str!("../README.md")]

mod board;
mod choice;
mod goal;
mod importance_sampling;
mod named;
pub mod notation;
pub mod other_names;
pub mod parity;
mod path;
mod random;
mod size;
mod symmetry;
pub mod visible;
pub mod words;

pub use board::Board;
pub use choice::{GoalPattern, GridMove, GridPath, MAX_CHOICE_CELLS, TileGrid};
pub use goal::{Goal, goal_beside_board, goal_of_other_size};
pub use importance_sampling::ImportanceSampledBoards;
pub use named::ParseError;
pub use path::{Convention, IllegalMove, Metric, Path};
pub use random::{RandomBoards, RandomNumbers};
pub use size::{Axis, Direction, MAX_CELLS, MoveOrder, Size};
pub use symmetry::{GoalMap, Symmetry};
