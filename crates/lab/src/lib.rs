//! The laboratory: heuristics and search algorithms measured, compared, and checked against published figures.
//!
//! Nothing is searched here that [`fifteen_solver`] could not search, and nothing is printed.
//!
//! - An [`InstanceSet`] is a set of boards by name. Which boards are compared?
//! - A [`Benchmark`] runs a [`BenchmarkCandidate`], a heuristic with an algorithm, over a set, checks each solution, and makes
//!   [`BenchmarkResults`] of them. How many nodes and seconds does the candidate take?
//! - [`quality`] predicts nodes from samples of a heuristic's values. What is a heuristic worth before anything is
//!   searched?
//! - [`check`] compares a heuristic's values with distances, and with each other. Is the heuristic admissible, and
//!   consistent?
//! - [`enumeration`] counts and lists the states at each depth. How many boards need 20 moves?
//! - [`BoardsOfDepth`] draws boards that need a given number of moves.
//! - [`mod@reproduce`] computes published figures again. Do the literature and this program agree?

mod benchmark;
mod boards_of_depth;
pub mod check;
mod chunks;
pub mod enumeration;
mod error;
mod instances;
pub mod quality;
pub mod reproduce;

pub use benchmark::{
    Benchmark, BenchmarkCandidate, BenchmarkConfiguration, BenchmarkError, BenchmarkLine,
    BenchmarkObserver, BenchmarkRecord, BenchmarkResults, BenchmarkRun, BenchmarkTerms,
    CountSummary, DEFAULT_NODE_LIMIT, IntervalEstimate, PairedComparison, TermsDifference,
};
pub use boards_of_depth::BoardsOfDepth;
pub use error::LabError;
pub use instances::{Instance, InstanceSet, RandomSet};
