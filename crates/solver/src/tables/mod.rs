//! Finds tables on disk, and chooses the ones to use for a goal. Tables are identified by their
//! headers, never by their file names.
//!
//! * [`TableLocation`] is a list of folders and files that can contain tables, and [`locations`]
//!   returns all such locations. A scan of a location returns a [`TableListing`], which consists of
//!   [`TableFile`]s and of [`SkippedFile`]s that cannot be used.
//! * `RequiredTables` (module `required`) is the set of tables that a heuristic needs.
//! * `TableFinder` (module `finder`) finds and opens the required tables, or the strongest ones
//!   according to the rules in `choose`. The result is `OpenedTables`. `from_files` opens exactly the
//!   given files instead.
//! * `Digests` (module `checked`) determines which tables are checked when they are opened.
//! * [`TableStore`] contains tables in memory, which are preferred to files. A `FoundTable` is either
//!   in a file or in the store.
//! * `DefaultHeuristic` is the heuristic of a search if the caller has not specified one.
//! * [`LocationOverview`] and [`GoalOverview`] show a user which tables were found, which would be
//!   used, and which could be built.
//! * [`TablesToBuild`] describes which tables to build. If tables are missing, the [`TableError`]
//!   recommends building them.

mod build;
mod build_error;
mod checked;
mod choose;
mod finder;
mod locations;
mod overview;
mod published;
mod required;
mod to_build;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use fifteen_pdb::file::{FileError, TableFiles};
use fifteen_pdb::{Header, PatternError, Table, TableKind};
use fifteen_puzzle::{Board, Size};
use fifteen_resources::lock;

use crate::Remedy;
pub use crate::spec::shipped;
pub(crate) use build::build_checked;
pub use build::{BuildOptions, BuildPlan, CompleteTable, PlannedTable, TableOrigin};
pub use build_error::{MemoryShortage, TableBuildError, require_build_memory};
pub(crate) use checked::Digests;
pub(crate) use finder::{DefaultHeuristic, TableFinder, from_files};
pub use locations::{
    FOLDER_VARIABLE, Origin, TableLocation, default_folder, files_of_folder, locations,
};
pub use overview::{
    BuildCandidate, GoalOverview, LocationOverview, TableOverview, location_overviews,
};
pub use published::{DifferentFromPublished, is_published};
pub(crate) use required::RequiredTables;
pub use required::collection;
pub use to_build::TablesToBuild;

/// A table that several searches can share. It is either mapped from a file or in memory.
pub type SharedTable = Arc<Table>;

/// Returns a reader for table files that maps them into memory.
///
/// No program may modify or truncate a table file while it is in use. Replacing it with a new file
/// is safe.
pub fn files() -> TableFiles {
    // SAFETY: this program never modifies a table in place. Instead, `fifteen_pdb::file` writes a
    // new file and renames it. `docs/TABLES.md` and `docs/GUARANTEES.md` require users to ensure
    // that no other program modifies or truncates a table in use.
    unsafe { TableFiles::mapped() }
}

/// A table file whose header has been read.
#[derive(Debug, Clone)]
pub struct TableFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Header of the table.
    pub header: Header,
}

/// Tables in memory. A solver looks for tables in the store before it looks for files. If it builds
/// tables in memory, it adds them to the store, so that other solvers can use them.
#[derive(Debug, Default)]
pub struct TableStore {
    tables: Mutex<Vec<SharedTable>>,
}

impl TableStore {
    /// Adds a table without verifying its entries.
    pub fn add(&self, table: SharedTable) {
        lock(&self.tables).push(table);
    }

    /// Returns all tables in the order in which they were added.
    pub fn tables(&self) -> Vec<SharedTable> {
        lock(&self.tables).clone()
    }
}

/// A table found in a file or in a [`TableStore`].
pub(crate) enum FoundTable {
    File(Box<TableFile>),
    Stored(SharedTable),
}

impl FoundTable {
    pub(crate) fn header(&self) -> &Header {
        match self {
            Self::File(file) => &file.header,
            Self::Stored(table) => table.header(),
        }
    }

    /// Returns whether the table is in a compressed file, which must be decompressed before it can
    /// be used.
    fn is_packed(&self) -> bool {
        matches!(self, Self::File(file) if file.is_packed())
    }
}

impl TableFile {
    /// Returns whether the file name is that of a compressed file.
    pub(crate) fn is_packed(&self) -> bool {
        self.path.extension().is_some_and(|ending| ending == "zst")
    }
}

/// A file that has the name of a table but cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct SkippedFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Reason why the file cannot be used.
    pub reason: String,
    /// What the user can do about it, or `None` if no remedy is known.
    #[serde(skip)]
    pub remedy: Option<Remedy>,
}

impl SkippedFile {
    /// Creates the record of a file that is skipped because of an error. The path is removed from
    /// the error message, because it is printed beside the message.
    pub(crate) fn new(path: PathBuf, error: &TableError) -> Self {
        let (name, text) = (path.display().to_string(), error.to_string());
        let reason = match text.strip_prefix(&format!("{name}: ")) {
            Some(rest) => rest.to_owned(),
            None => text.replacen(&format!(" {name}: "), " it: ", 1),
        };
        Self {
            path,
            reason,
            remedy: error.remedy(),
        }
    }
}

/// The tables found in one location, and the files there that cannot be used.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct TableListing {
    /// Tables whose headers could be read.
    pub tables: Vec<TableFile>,
    /// Files that have the names of tables but cannot be used.
    pub skipped: Vec<SkippedFile>,
}

/// The opened tables of a heuristic. `required` describes the tables that it needs.
pub(crate) struct OpenedTables {
    pub(crate) required: RequiredTables,
    pub(crate) tables: Vec<SharedTable>,
    /// Location of the tables. It is `None` for tables that are in memory or were opened from a
    /// list of files.
    pub(crate) location: Option<TableLocation>,
}

/// Reason why tables cannot be found or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The specification of the tables is invalid. It is neither a partition of the board's tiles
    /// nor a collection, which is a list of partitions.
    #[error("{0}")]
    Sets(String),
    /// A folder that the caller specified cannot be read, or the given files do not form a
    /// partition of the tiles.
    #[error("{0}")]
    Files(String),
    /// A file cannot be read as a table.
    #[error(transparent)]
    File(FileError),
    /// The entries of a table are damaged.
    #[error(transparent)]
    Damaged(FileError),
    /// A required table is missing.
    #[error("no {kind} tables of the tiles {tiles} of a {size} board in {looked_in}")]
    Missing {
        /// Tiles of the missing tables, numbered as in the standard goal.
        tiles: String,
        /// Kind of the missing tables.
        kind: TableKind,
        /// Size of the board.
        size: Size,
        /// The locations that were searched, as text for the error message.
        looked_in: String,
        /// The tables that the user can build to avoid the error.
        to_build: Box<TablesToBuild>,
    },
    /// The tables that the caller specified do not cover all tiles of the board.
    #[error(
        "the tables given do not cover the tiles of a {size} board with the goal {goal}: {found}; give all tables of a \
         partition, or their folder"
    )]
    NoneFits {
        /// Size of the board.
        size: Size,
        /// The goal whose tiles are not covered.
        goal: Box<Board>,
        /// Description of the tables that were found, for the error message.
        found: String,
        /// The tables that the user can build to avoid the error.
        to_build: Box<TablesToBuild>,
    },
}

impl TableError {
    /// Returns what the user can do about the error, or `None` if the message already says it.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::File(error) | Self::Damaged(error) => error.remedy().map(Remedy::TableFile),
            Self::Missing { to_build, .. } | Self::NoneFits { to_build, .. } => {
                Some(Remedy::BuildTables((**to_build).clone()))
            }
            Self::Sets(_) | Self::Files(_) => None,
        }
    }
}

impl From<PatternError> for TableError {
    fn from(error: PatternError) -> Self {
        Self::Sets(error.to_string())
    }
}

impl From<FileError> for TableError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}
