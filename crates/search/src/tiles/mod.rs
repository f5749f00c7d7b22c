//! The sliding-tile puzzle: its state spaces, its heuristics, and the algorithms that solve it.
//!
//! [`TileSpace`] is the puzzle in the single-tile metric, where a move slides one tile.
//! [`SlideSpace`] is the puzzle in the multi-tile metric, where a move can slide several tiles of a
//! row or column. A program chooses an [`Algorithm`] and a [`TileHeuristic`] at run time, and
//! [`Algorithm::search`] combines them. [`OneIteration`] divides an iteration of IDA* among several
//! machines. [`large`] finds solutions for boards of more than 25 cells. [`ChoiceSpace`] supports
//! goals that several boards satisfy, for example because some cells accept any tile.

mod algorithm;
pub mod anytime;
pub(crate) mod beam;
mod choice;
mod each;
mod engine;
mod estimate;
pub(crate) mod heuristics;
mod ida_star;
mod iteration;
pub mod large;
pub(crate) mod mode;
mod moves;
mod pdb;
mod pruning;
mod sequence_trie;
pub mod slides;
mod space;

pub use algorithm::Algorithm;
pub use anytime::{AnytimeEnd, AnytimeOptions, Percent, SearchEvent};
pub use beam::{BeamWidth, MOST_MOVES as MOST_BEAM_MOVES};
pub use choice::ChoiceSpace;
pub use each::search_each;
pub use estimate::IterationEstimate;
pub(crate) use heuristics::AnyHeuristic;
pub use heuristics::{
    FunctionError, FunctionHeuristic, FunctionValues, HeuristicError, HeuristicFunction,
    HeuristicKind, LinearConflict, MAX_PARTS, Manhattan, Misplaced, TileHeuristic, WalkingDistance,
    WalkingDistanceError, WithHeuristic,
};
pub use iteration::{CutOptions, IterationCut, OneIteration, SearchedUnit, SolutionInUnit};
pub(crate) use mode::SearchTask;
pub use mode::{Mode, TileIda};
pub use moves::{MOVES, Move};
pub use pdb::{MAX_LOOKUPS, MAX_SUMS, PdbError, PdbTables};
pub use slides::{Slide, SlideSpace, SlideTables};
pub use space::{BLANK, PADDED_CELLS, TileSpace, TileState};

/// The outcome of searching a board, or the error from the heuristic.
pub(crate) type SearchResult = Result<crate::Outcome<Vec<Move>>, HeuristicError>;
