//! [`TableError`]: tables that cannot be found or used.

use std::io;
use std::path::PathBuf;

use fifteen_pdb::file::FileError;
use fifteen_pdb::{PatternError, TableKind, VerifyError};
use fifteen_puzzle::{Board, Size};

use crate::record::plural;
use crate::spec::shipped;

/// Tables that cannot be found or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file that was named, or chosen by its header, cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
    /// A folder cannot be read.
    #[error("cannot read the folder {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The text is not a partition of the board.
    #[error(transparent)]
    Partition(#[from] PatternError),
    /// No shipped collection has that name, and it is not a file that can be read.
    #[error("'{name}' is not a shipped collection (those are {}), and cannot be read as a file: {source}", shipped())]
    NoCollection {
        /// The name or path.
        name: String,
        /// The system's error.
        source: io::Error,
    },
    /// The text is not a collection, or is one for boards of another size.
    #[error("{name}: {source}")]
    Collection {
        /// The name or path.
        name: String,
        /// The error.
        source: PatternError,
    },
    /// A required table is missing.
    #[error("no {kind} {} of the tiles {tiles} of a {size} board in {looked_in} (`fifteen tables` lists what is \
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
         (`fifteen tables` lists what is there); give more tables, or build some with: {remedy}"
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
    /// No table was given.
    #[error("a heuristic needs at least one table; give its files")]
    NoFiles,
    /// Tables that belong to different boards, or are of different kinds.
    #[error("{} is {first_is}, but {} is {other_is}; give tables of one board and kind", first.display(), other.display())]
    Mixed {
        /// The first file.
        first: PathBuf,
        /// Its content in words.
        first_is: String,
        /// A file that does not match it.
        other: PathBuf,
        /// The content of the other file.
        other_is: String,
    },
    /// The tables that were named leave out tiles, or have some in common.
    #[error("the tables given are not a partition of the {} tiles of a {size} board: {}; give tables that have each tile once",
        size.cells() - 1, tiles_missing_or_shared(missing, shared))]
    NoPartition {
        /// The board's size.
        size: Size,
        /// Tiles in none of them, in the labels of the standard goal.
        missing: Vec<u8>,
        /// Tiles in more than one.
        shared: Vec<u8>,
    },
    /// The payload of a table does not match its header.
    #[error("{}: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error.
        source: VerifyError,
    },
}

/// Tiles that no table has, and tiles that several have, in words.
fn tiles_missing_or_shared(missing: &[u8], shared: &[u8]) -> String {
    let tiles = |list: &[u8]| list.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let say = |list: &[u8], words: &str| (!list.is_empty()).then(|| format!("{words} {}", tiles(list)));
    let parts = [say(missing, "no table has"), say(shared, "more than one has")];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}
