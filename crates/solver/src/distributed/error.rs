//! The errors of a search over many machines.

use fifteen_pdb::BuildError;
use fifteen_pdb::file::FileError;
use fifteen_search::tiles::HeuristicError;

use super::schema::TableDigest;
use crate::json::excerpt;
use crate::tables::TableError;
use crate::{OpenError, SolveError};

/// Errors of beginning a job, working on its units and going on with their results.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DistributedError {
    /// A board that cannot be searched.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A solver that cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Tables that are missing here, are others than those of the search, or cannot be built.
    #[error("{0}")]
    Tables(String),
    /// A step that was cancelled.
    #[error("interrupted")]
    Interrupted,
    /// A folder that cannot be read or written, or lines with which the step is impossible; the message ends in the
    /// remedy.
    #[error("{0}")]
    Invalid(String),
}

impl DistributedError {
    pub(super) fn invalid(message: impl ToString) -> Self {
        Self::Invalid(message.to_string())
    }

    /// An impossible value of a field.
    pub(super) fn field(name: &str, reason: impl ToString) -> Self {
        Self::Invalid(format!("the field '{name}' is wrong: {}", reason.to_string()))
    }

    /// A complete search without a solution of a board that has one.
    pub(super) fn no_solution() -> Self {
        Self::invalid("nothing was above the bound, and there is no solution: a table must be damaged")
    }

    /// A table other than the one with which the search began.
    pub(super) fn other_table(expected: &TableDigest, found: &TableDigest) -> Self {
        Self::Tables(format!(
            "the search needs the table {} with the digest {}, but the table here is {} with the digest {}; copy the tables \
             from where the search began",
            excerpt(&expected.table),
            excerpt(&expected.digest),
            found.table,
            found.digest
        ))
    }
}

impl From<HeuristicError> for DistributedError {
    fn from(error: HeuristicError) -> Self {
        Self::Solve(error.into())
    }
}

impl From<TableError> for DistributedError {
    fn from(error: TableError) -> Self {
        Self::Tables(error.to_string())
    }
}

impl From<FileError> for DistributedError {
    fn from(error: FileError) -> Self {
        Self::Tables(error.to_string())
    }
}

impl From<BuildError> for DistributedError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Interrupted => Self::Interrupted,
            error => Self::Tables(error.to_string()),
        }
    }
}
