//! [`TableError`]: tables that cannot be found or used.

use fifteen_pdb::file::FileError;
use fifteen_pdb::{PatternError, TableKind};
use fifteen_puzzle::{Board, Size};

use crate::record::plural;

/// Tables that cannot be found or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The text is neither a partition of the board nor a collection for it.
    #[error("{0}")]
    Sets(String),
    /// A file or folder that was named cannot be read, or files do not go together.
    #[error("{0}")]
    Files(String),
    /// The entries of a table are damaged.
    #[error(transparent)]
    Damaged(FileError),
    /// A required table is missing.
    #[error("no {kind} {} of the tiles {tiles} of a {size} board in {looked_in} (`fifteen pdb list` shows what is \
        there); build {} with: {remedy}",
        plural(*missing as u64, "table", "tables"), plural(*missing as u64, "it", "them"))]
    Missing {
        /// The tiles of the missing tables, in the labels of the standard goal.
        tiles: String,
        /// Number of missing tables.
        missing: usize,
        /// The kind of the table.
        kind: TableKind,
        /// The board's size.
        size: Size,
        /// The locations searched.
        looked_in: String,
        /// The command that builds what is missing.
        remedy: String,
    },
    /// The tables that were named do not cover the tiles of this goal.
    #[error(
        "the tables given do not cover the tiles of a {size} board with the goal {goal}: {found} \
         (`fifteen pdb list` shows what is there); give more tables, or build some with: {remedy}"
    )]
    NoneFits {
        /// The board's size.
        size: Size,
        /// The goal.
        goal: Box<Board>,
        /// The tables that were found, in words.
        found: String,
        /// A command that builds tables which fit.
        remedy: String,
    },
}

impl From<PatternError> for TableError {
    fn from(error: PatternError) -> Self {
        Self::Sets(error.to_string())
    }
}

impl From<FileError> for TableError {
    fn from(error: FileError) -> Self {
        Self::Files(error.to_string())
    }
}
