//! The laboratory: heuristics and search algorithms compared on the same boards.
//!
//! [`InstanceSet`] is a set of boards by name, [`contest`] runs solvers over one, [`BenchRecord`] is what came of it, and
//! [`quality`] says what a heuristic is worth before anything is searched. Nothing is printed here.

mod choice;
pub mod contest;
pub mod quality;
mod record;
mod sets;

pub use record::{BenchRecord, Tally};
pub use sets::{Instance, InstanceSet, SetError};
