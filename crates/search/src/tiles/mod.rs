//! The sliding-tile puzzle as a state space, its heuristics, and any of them with any algorithm.

mod algorithm;
mod any;
mod linear_conflict;
mod manhattan;
mod misplaced;
mod moves;
mod pdb;
mod repeats;
mod slides;
mod space;
mod subtrees;
mod walking;
mod with_ida;
pub mod wrong_way;

pub use algorithm::{Algorithm, AlgorithmError, Mode};
pub use any::{HeuristicError, HeuristicKind, MOST_PARTS, Several, TileHeuristic, WithHeuristic};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use moves::{MOVES, Move};
pub use pdb::{MOST_LOOKS, MOST_SUMS, PdbError, PdbHeuristic, PdbTables};
pub use slides::{Slide, SlideSpace};
pub use space::{BLANK, CELLS, TileSpace, TileState};
pub use subtrees::{OneIteration, Searched, Subtree, SubtreeError, Units};
pub use walking::{WalkingDistance, WalkingDistanceError};
