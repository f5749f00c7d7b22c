//! The laboratory: measures and compares heuristics and search algorithms, and reproduces published
//! results.
//!
//! The search algorithms themselves are in [`fifteen_solver`]. This crate prints nothing: it
//! returns results as data and reports progress to callbacks. Each part of the crate answers a
//! question:
//!
//! | question | part |
//! | --- | --- |
//! | How many nodes and seconds do a heuristic and an algorithm need? | [`Benchmark`] |
//! | How good is a heuristic, judged without searching? | [`quality`] |
//! | Is a heuristic admissible and consistent? | [`check`] |
//! | How many boards need exactly 20 moves, and which are they? | [`enumeration`] |
//! | What are random boards that need exactly 50 moves? | [`BoardsOfDepth`] |
//! | Does this program agree with published results? | [`mod@reproduce`] |
//!
//! An [`InstanceSet`] is a named set of boards to measure on, such as `korf100`.

mod benchmark;
mod boards_of_depth;
pub mod check;
mod chunks;
pub mod enumeration;
mod error;
mod instances;
mod move_tree;
pub mod quality;
pub mod reproduce;

pub use benchmark::{
    Benchmark, BenchmarkCandidate, BenchmarkConfiguration, BenchmarkError, BenchmarkLine,
    BenchmarkObserver, BenchmarkRecord, BenchmarkResults, BenchmarkTerms, ConfigurationResults,
    CountSummary, DEFAULT_NODE_LIMIT, IntervalEstimate, PairedComparison, ResultsFile,
    ResultsFileError, TermsDifference,
};
pub use boards_of_depth::BoardsOfDepth;
pub use error::LabError;
pub use instances::{Instance, InstanceSet, RandomSet};

/// Compiles and runs the program in the README as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct LabReadme;
