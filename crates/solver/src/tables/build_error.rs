//! Errors from planning and building tables, and the check that a build has enough memory.

use std::io;
use std::path::PathBuf;

use fifteen_pdb::file::FileError;
use fifteen_pdb::{BuildError, Pattern, TableKind, build_memory};
use fifteen_puzzle::ParseError;
use fifteen_puzzle::words::count;
use fifteen_resources::Threads;

use super::TableError;
use super::published::DifferentFromPublished;
use crate::Remedy;

/// Reason why tables were not built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableBuildError {
    /// The goal does not fit the board size, or is ambiguous.
    #[error(transparent)]
    Goal(#[from] ParseError),
    /// The partition or the collection does not exist.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// The caller did not specify a folder, and the user's data folder is unknown.
    #[error("no folder for the tables is known")]
    NoFolder,
    /// The path at which the table would be saved is already taken by something else.
    #[error("{} is in the way: {found}", path.display())]
    InTheWay {
        /// Path of the obstacle.
        path: PathBuf,
        /// Description of the obstacle, for the error message.
        found: String,
        /// Whether the obstacle is a folder. Folders are never overwritten, unlike files.
        is_folder: bool,
    },
    /// The operating system could not tell whether there is a file at the path of a table.
    #[error("cannot look at {}: {error}", path.display())]
    Unreadable {
        /// Path of the table.
        path: PathBuf,
        /// Error from the operating system.
        error: io::Error,
    },
    /// The build needs more memory than is available.
    #[error(
        "building these tables {0}; close other programs, or choose a partition of smaller patterns"
    )]
    Memory(MemoryShortage),
    /// The newly built table differs from the published one.
    #[error(
        "{0}; it was built just now, so the memory of this machine or this program is faulty; nothing was written"
    )]
    Different(#[from] DifferentFromPublished),
    /// The build failed or was interrupted.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The folder or a file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl TableBuildError {
    /// Returns what the user can do about the error, or `None` if the message already says it.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Tables(error) => error.remedy(),
            Self::File(error) => error.remedy().map(Remedy::TableFile),
            Self::NoFolder => Some(Remedy::NameFolder),
            Self::InTheWay { is_folder, .. } => Some(if *is_folder {
                Remedy::BuildElsewhere
            } else {
                Remedy::OverwriteOrBuildElsewhere
            }),
            _ => None,
        }
    }
}

/// Error for a task that needs more memory than is available. The message begins with a verb, so
/// the caller puts the name of the task before it and advice after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "needs {} MB of memory, but only {} MB are available",
    count(needed.div_ceil(1_000_000)),
    count(available / 1_000_000)
)]
pub struct MemoryShortage {
    /// Memory that the task needs at its peak, in bytes.
    pub needed: u64,
    /// Available memory, in bytes.
    pub available: u64,
}

impl MemoryShortage {
    /// Checks that a task can get the `needed` memory, in bytes. If the `available` memory is
    /// unknown (`None`), the check succeeds.
    ///
    /// # Errors
    /// Returns [`MemoryShortage`] if the task needs more than the available memory.
    pub fn check(needed: u64, available: Option<u64>) -> Result<(), Self> {
        match available {
            Some(available) if available < needed => Err(Self { needed, available }),
            _ => Ok(()),
        }
    }
}

/// Checks that there is enough memory to build the tables of the given patterns, one at a time.
/// `available` is the available memory in bytes. If it is unknown (`None`), the check succeeds.
///
/// # Errors
/// Returns [`MemoryShortage`] if a build needs more than the available memory.
pub fn require_build_memory<'a>(
    patterns: impl IntoIterator<Item = (&'a Pattern, TableKind)>,
    threads: Threads,
    available: Option<u64>,
) -> Result<(), MemoryShortage> {
    let needed = patterns
        .into_iter()
        .map(|(pattern, kind)| build_memory(pattern, kind, threads))
        .max()
        .unwrap_or(0);
    MemoryShortage::check(needed, available)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortage_never_shows_as_much_memory_available_as_needed() {
        let shortage = MemoryShortage::check(1_022_100_100_002, Some(1_022_100_100_001));
        assert_eq!(
            shortage.unwrap_err().to_string(),
            "needs 1,022,101 MB of memory, but only 1,022,100 MB are available"
        );
        assert_eq!(MemoryShortage::check(5, Some(5)), Ok(()));
        assert_eq!(MemoryShortage::check(5, None), Ok(()));
    }
}
