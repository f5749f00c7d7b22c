//! [`Pages`]: the memory pages of tables.

use std::fmt;
use std::str::FromStr;

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

/// No choice of pages has that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected auto, file or huge, found '{found}'")]
pub struct PagesError {
    found: String,
}

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

impl fmt::Display for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::File => "file",
            Self::Huge => "huge",
        })
    }
}

impl FromStr for Pages {
    type Err = PagesError;

    fn from_str(text: &str) -> Result<Self, PagesError> {
        let all = [Self::Auto, Self::File, Self::Huge];
        let found = || PagesError { found: text.chars().take(40).collect() };
        all.into_iter().find(|pages| pages.to_string().eq_ignore_ascii_case(text)).ok_or_else(found)
    }
}
