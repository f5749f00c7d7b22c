//! Why the tables asked for cannot be had.

use std::io;
use std::path::PathBuf;

use fifteen_pdb::file::FileError;
use fifteen_pdb::{CollectionError, PartitionError, TableKind, VerifyError};
use fifteen_puzzle::{Board, Size};

use super::given::tiles_missing_or_shared;
use super::wanted::shipped;

/// Why the tables asked for cannot be had.
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
        /// What the system says.
        source: io::Error,
    },
    /// The text is no partition of the board.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// There is no shipped collection of that name, and the name leads to no file that can be read.
    #[error("'{name}' is no shipped collection (there is {}), and cannot be read as a file: {source}", shipped())]
    NoCollection {
        /// The name or path.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// The text is no collection, or it is for boards of another size.
    #[error("{name}: {source}")]
    Collection {
        /// The name or path.
        name: String,
        /// What is wrong.
        source: CollectionError,
    },
    /// A table that is needed is not there.
    #[error("no {kind} table of the tiles {tiles}{} of a {size} board in {looked_in}; build it with: {remedy}",
        if *missing > 1 { format!(" (one of {missing} that are missing)") } else { String::new() })]
    Missing {
        /// The tiles, in the labels of the standard goal; of the first table where several are missing.
        tiles: String,
        /// How many tables are missing.
        missing: usize,
        /// The kind of the table.
        kind: TableKind,
        /// The board's size.
        size: Size,
        /// The places searched.
        looked_in: String,
        /// The command that builds what is missing.
        remedy: String,
    },
    /// The tables that were named do not cover the tiles of this goal.
    #[error(
        "the tables given do not cover the tiles of a {size} board with the goal {goal}: {found}; \
         give more tables, or build some with: {remedy}"
    )]
    NoneFits {
        /// The board's size.
        size: Size,
        /// The goal.
        goal: Box<Board>,
        /// The tables there are, or that there is none.
        found: String,
        /// A command that builds tables which fit.
        remedy: String,
    },
    /// Tables that belong to different boards, or are of different kinds.
    #[error("{} is {first_is}, but {} is {other_is}; name tables of one board and kind", first.display(), other.display())]
    Mixed {
        /// The first file.
        first: PathBuf,
        /// What it holds.
        first_is: String,
        /// A file that does not go with it.
        other: PathBuf,
        /// What that one holds.
        other_is: String,
    },
    /// The tables that were named leave out tiles, or have some in common.
    #[error("the tables named are no partition of the {} tiles of a {size} board: {}; name tables that have each tile once",
        size.cells() - 1, tiles_missing_or_shared(missing, shared))]
    NoPartition {
        /// The board's size.
        size: Size,
        /// Tiles in none of them, in the labels of the standard goal.
        missing: Vec<u8>,
        /// Tiles in more than one.
        shared: Vec<u8>,
    },
    /// A table's payload is not what its header says.
    #[error("{}: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: VerifyError,
    },
}
