//! The sliding-tile puzzle as a state space, and its heuristics.

mod manhattan;
mod moves;
mod space;

pub use manhattan::Manhattan;
pub use moves::{MOVES, Move};
pub use space::{BLANK, CELLS, TileSpace, TileState};
