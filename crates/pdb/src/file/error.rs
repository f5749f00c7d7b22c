//! Errors of table files.

use std::io;
use std::path::{Path, PathBuf};

use crate::format::OpenError;
use crate::verify::VerifyError;

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The attempt, as in "open".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The file's entries are damaged.
    #[error("{}: {source}", path.display())]
    Verify {
        /// The file.
        path: PathBuf,
        /// The damage.
        source: VerifyError,
    },
    /// The table takes more bytes than there is memory for.
    #[error(
        "{}: it takes {needed} bytes of memory, but only {available} are available; close other programs, or have the \
         table mapped (zstd -d restores a packed one)",
        path.display()
    )]
    Memory {
        /// The file.
        path: PathBuf,
        /// Bytes of the table.
        needed: u64,
        /// Bytes of available memory.
        available: u64,
    },
    /// The file is not a usable table.
    #[error("{}: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: OpenError,
    },
}

pub(super) fn io_error<'p>(action: &'static str, path: &'p Path) -> impl FnOnce(io::Error) -> FileError + 'p {
    move |source| FileError::Io { action, path: path.to_owned(), source }
}

pub(super) fn open_error(path: &Path) -> impl FnOnce(OpenError) -> FileError + '_ {
    |source| FileError::Open { path: path.to_owned(), source }
}
