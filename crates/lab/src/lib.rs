//! The laboratory: measures heuristics and search algorithms, compares them, and computes published
//! figures again.
//!
//! The searches come from [`fifteen_solver`]. Nothing is printed: results are returned as data, and
//! progress is reported to callbacks. Each part answers a question:
//!
//! | question | part |
//! | --- | --- |
//! | How many nodes and seconds does a heuristic with an algorithm need? | [`Benchmark`] |
//! | What is a heuristic worth, before anything is searched? | [`quality`] |
//! | Is a heuristic admissible and consistent? | [`check`] |
//! | How many boards need 20 moves, and which ones? | [`enumeration`] |
//! | What is a random board that needs 50 moves? | [`BoardsOfDepth`] |
//! | Do the literature and this program agree? | [`mod@reproduce`] |
//!
//! An [`InstanceSet`] is a set of boards under a name such as `korf100`.

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

/// Compiles and runs the program in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct LabReadme;
