//! [`Pages`]: the memory pages of tables.

use fifteen_pdb::file::TableFiles;

use crate::tables::files;

/// The memory pages of tables: those of their files, which are mapped, or large ones, into which the files are read.
///
/// Large pages make searches faster; they take as much memory as the tables, and are there on Linux only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pages {
    /// `auto`: those of the files for one board. For many boards large ones, while a table takes at most half of the
    /// available memory.
    Auto,
    /// `file`: always those of the files.
    #[default]
    File,
    /// `huge`: always large ones.
    Huge,
}

fifteen_puzzle::named!(Pages, "choice of pages": Auto = "auto", File = "file", Huge = "huge");

impl Pages {
    /// The access to tables that has these pages, for one board or for many.
    pub(super) fn files(self, for_one_board: bool) -> TableFiles {
        match self {
            Self::Auto if for_one_board => files(),
            Self::Auto => files().preferring_memory(),
            Self::File => files(),
            Self::Huge => TableFiles::in_memory(),
        }
    }
}
