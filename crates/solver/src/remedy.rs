//! [`Remedy`]: what a user can do about an error or a note.

pub use fifteen_pdb::Remedy as TableRemedy;

use crate::tables::TablesToBuild;

/// What a user can do about an error or a note.
///
/// Messages of this library name no command, function or option, because the command line, the Python package and the
/// server offer different ones. Instead, errors and notes have a method `remedy`, and each front end phrases the remedy
/// in its own terms.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// The file of a table has to be replaced or verified.
    TableFile(TableRemedy),
    /// These tables have to be built. If the user repeats what failed after they are built, it finds them.
    BuildTables(TablesToBuild),
    /// The folder for the tables that are built has to be named.
    NameFolder,
    /// A folder is in the way of a table: it has to be moved, or another folder named.
    BuildElsewhere,
    /// A file is in the way of a table: it has to be overwritten, or another folder named.
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
