//! [`Remedy`]: how a user can resolve an error, or act on a note.

pub use fifteen_pdb::Remedy as TableRemedy;

use crate::tables::TablesToBuild;

/// Action that resolves an error, or that a note recommends.
///
/// Messages from this library do not mention commands, functions or options, because these differ
/// between the command line, the Python package and the server. Instead, errors and notes have a
/// `remedy` method, and each front end describes the remedy in its own terms.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// Replace or verify a table file.
    TableFile(TableRemedy),
    /// Build these tables, and then repeat the action that failed.
    BuildTables(TablesToBuild),
    /// Specify a folder in which to save the tables.
    NameFolder,
    /// Save the table elsewhere, or move or rename the folder that has the name of the table file.
    BuildElsewhere,
    /// Overwrite the existing file that has the table's name, or save the table in another folder.
    OverwriteOrBuildElsewhere,
}

impl From<TableRemedy> for Remedy {
    fn from(remedy: TableRemedy) -> Self {
        Self::TableFile(remedy)
    }
}

impl From<TablesToBuild> for Remedy {
    fn from(tables: TablesToBuild) -> Self {
        Self::BuildTables(tables)
    }
}
