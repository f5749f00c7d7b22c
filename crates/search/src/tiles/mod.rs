//! The sliding-tile puzzle as a state space, and its heuristics.

mod manhattan;
mod moves;
mod pdb;
mod space;

pub use manhattan::Manhattan;
pub use moves::{MOVES, Move};
pub use pdb::{PdbError, PdbHeuristic, PdbTables, WithHeuristic};
pub use space::{BLANK, CELLS, TileSpace, TileState};
