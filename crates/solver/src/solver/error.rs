//! The errors and the notes of opening a solver.

use std::fmt;

use fifteen_pdb::BuildError;
use fifteen_puzzle::GoalError;
use fifteen_search::tiles::{Algorithm, HeuristicError, PdbError};

use crate::request::RequestError;
use crate::spec::HeuristicSpec;
use crate::tables::{SkippedFile, TableError};

/// A solver that cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The heuristic does not go with the algorithm.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The goal is a board of another size.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// The tables cannot be found or read.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// The tables could not be built in memory.
    #[error("cannot build tables in memory: {0}")]
    Build(#[from] BuildError),
    /// The tables do not make a heuristic for the goal.
    #[error(transparent)]
    Pdb(#[from] PdbError),
    /// The heuristic cannot be built: it needs more memory than the limit allows, or the work was interrupted.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
}

/// An event on opening that a person may want to know of, as data for the front end.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum OpeningNote {
    /// A file in a searched folder looks like a table, but cannot be used.
    Skipped(SkippedFile),
    /// No table fits, so a small partition was built in memory; a stronger one can be built once.
    BuiltInMemory {
        /// The partition: a name, or its tiles.
        partition: String,
        /// Seconds of building.
        seconds: f64,
        /// The command that builds stronger tables once for all.
        remedy: String,
    },
    /// The algorithm takes no heuristic, so the one asked for is not used.
    HeuristicIgnored {
        /// The algorithm.
        algorithm: Algorithm,
        /// The heuristic.
        heuristic: HeuristicSpec,
    },
    /// Large pages were asked for, and there are none for these tables.
    NoLargePages,
}

impl fmt::Display for OpeningNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped(file) => write!(f, "{} is skipped: {}", file.path.display(), file.reason),
            Self::BuiltInMemory { partition, seconds, remedy } => write!(
                f,
                "no tables found, so {} was built in memory in {seconds:.2} s; for much faster searches build \
                 the large tables once with: {remedy}",
                // A name, or tiles spelled out.
                if partition.contains('/') { format!("the partition {partition}") } else { format!("a {partition}") }
            ),
            Self::HeuristicIgnored { algorithm, heuristic } => {
                write!(f, "{algorithm} takes no heuristic; {heuristic} is not used")
            }
            Self::NoLargePages => f.write_str(
                "no table is in large pages: they need Linux, mapped tables of at least 2 MB, and four times their \
                 size in available memory",
            ),
        }
    }
}
