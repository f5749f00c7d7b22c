//! Tables on disk: found by what their headers say, never by name, and chosen to serve a goal.
//!
//! * A [`TableLocation`] is a place where tables may be ([`locations`] lists them in order); scanning it gives a
//!   [`TableListing`] of [`TableFile`]s, and of [`SkippedFile`]s that only look like tables.
//! * `RequiredTables` is the set of tables that a heuristic asks for (`required`).
//! * `TableFinder` looks for a required set, or for the strongest one (`finder`, by the rules of `choose`), and opens
//!   it: `OpenedTables`. `from_files` opens exactly the files of a list instead.
//! * `Digests` says which tables are checked when they are opened (`checked`).
//! * [`TableStore`] has tables in memory, which come before all files. A `FoundTable` is in a file or there.
//! * `DefaultHeuristic` is what a search uses for which no heuristic was named.
//! * [`LocationOverview`] and [`GoalOverview`] tell a person what was found, what would be used and what could be
//!   built.
//! * [`TablesToBuild`] says which tables to build. A [`TableError`], which is a failure of any of these, has it as its
//!   remedy where tables are missing.

mod build;
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

use crate::Remedy;
use crate::batch::lock;
pub use crate::spec::shipped;
pub(crate) use build::build_checked;
pub use build::{
    BuildOptions, BuildPlan, CompleteTable, MemoryShortage, PlannedTable, TableBuildError,
    TableOrigin, require_build_memory,
};
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

/// A table, mapped or in memory, shared by all who search with it.
pub type SharedTable = Arc<Table>;

/// Access to the files of tables: they are mapped.
///
/// Nobody may change a table in place or cut it while it is in use. Replacing it by another file is safe.
pub fn files() -> TableFiles {
    // SAFETY: this program never changes a table in place: `fifteen_pdb::file` writes another file and renames it. That
    // no other program changes or cuts a table in use is the contract with users, stated above, in `docs/TABLES.md` and
    // in docs/GUARANTEES.md.
    unsafe { TableFiles::mapped() }
}

/// A table file whose header was read.
#[derive(Debug, Clone)]
pub struct TableFile {
    /// The path.
    pub path: PathBuf,
    /// The header.
    pub header: Header,
}

/// Tables in memory, which are found before those of files. Tables that a solver has to build in memory are kept here.
#[derive(Debug, Default)]
pub struct TableStore {
    tables: Mutex<Vec<SharedTable>>,
}

impl TableStore {
    /// Adds a table; its entries are not verified.
    pub fn add(&self, table: SharedTable) {
        lock(&self.tables).push(table);
    }

    /// The tables, in the order in which they came.
    pub fn tables(&self) -> Vec<SharedTable> {
        lock(&self.tables).clone()
    }
}

/// A table that was found in a file or in a store.
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

    /// True for a file that must be unpacked before it can be read.
    fn is_packed(&self) -> bool {
        matches!(self, Self::File(file) if file.is_packed())
    }
}

impl TableFile {
    /// True for the compressed form.
    pub(crate) fn is_packed(&self) -> bool {
        self.path.extension().is_some_and(|ending| ending == "zst")
    }
}

/// A file in a searched folder that looks like a table by its name but cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct SkippedFile {
    /// The path.
    pub path: PathBuf,
    /// The reason why it cannot be used.
    pub reason: String,
    /// What a user can do about it.
    #[serde(skip)]
    pub remedy: Option<Remedy>,
}

impl SkippedFile {
    /// A file that an error names. The reason leaves out the path, because it is printed beside the path.
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

/// The content of one location.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct TableListing {
    /// The tables.
    pub tables: Vec<TableFile>,
    /// The files that were skipped.
    pub skipped: Vec<SkippedFile>,
}

/// The open tables of a heuristic, with the set that was required.
pub(crate) struct OpenedTables {
    pub(crate) required: RequiredTables,
    pub(crate) tables: Vec<SharedTable>,
    /// The location of the tables; none if they were built in memory.
    pub(crate) location: Option<TableLocation>,
}

/// Tables that cannot be found or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The text is neither a partition of the board nor a collection for it.
    #[error("{0}")]
    Sets(String),
    /// A folder that was named cannot be read, or files do not go together.
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
        /// The tiles of the missing tables, in the labels of the standard goal.
        tiles: String,
        /// The kind of the table.
        kind: TableKind,
        /// The board's size.
        size: Size,
        /// The locations searched.
        looked_in: String,
        /// The tables that have to be built.
        to_build: Box<TablesToBuild>,
    },
    /// The tables that were named do not cover the tiles of this goal.
    #[error(
        "the tables given do not cover the tiles of a {size} board with the goal {goal}: {found}; give all tables of a \
         partition, or their folder"
    )]
    NoneFits {
        /// The board's size.
        size: Size,
        /// The goal.
        goal: Box<Board>,
        /// The tables that were found, in words.
        found: String,
        /// Tables that would fit.
        to_build: Box<TablesToBuild>,
    },
}

impl TableError {
    /// Returns what a user can do about the error, unless its message says that already.
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
