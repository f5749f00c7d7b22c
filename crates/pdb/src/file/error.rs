//! Errors that occur when table files are read or written.

use std::io;
use std::path::{Path, PathBuf};

use crate::{OpenTableError, Remedy, VerifyError};

/// The reason why a file cannot be read as a table, or cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The operating system returned an error.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The operation that failed, as a verb for the message, such as "open".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error that the system returned.
        source: io::Error,
    },
    /// The file is not a table, or its header is damaged.
    #[error("{}: {error}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The reason why the file is not a valid table.
        error: OpenTableError,
    },
    /// The table's entries are damaged.
    #[error("{}: {error}", path.display())]
    Entries {
        /// The file.
        path: PathBuf,
        /// The damage that was found in the entries.
        error: VerifyError,
    },
    /// There is too little memory for the file.
    #[error(
        "{}: it takes {needed} bytes of memory, but only {available} are available; close other programs, or have the \
         table mapped (zstd -d restores a packed one)",
        path.display()
    )]
    Memory {
        /// The file.
        path: PathBuf,
        /// Bytes that reading the file would take.
        needed: u64,
        /// Bytes that are available.
        available: u64,
    },
}

impl FileError {
    /// Returns what a user can do about the error.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Open { error, .. } => error.remedy(),
            Self::Entries { error, .. } => error.remedy(),
            Self::Io { .. } | Self::Memory { .. } => None,
        }
    }
}

/// Returns a function that turns a system error into a [`FileError`] with the attempted operation
/// and the path.
pub(super) fn io_error<'p>(
    action: &'static str,
    path: &'p Path,
) -> impl FnOnce(io::Error) -> FileError + 'p {
    move |source| FileError::Io {
        action,
        path: path.to_owned(),
        source,
    }
}

/// Returns a function that adds the path of the file to an error in its contents.
pub(super) fn open_error(path: &Path) -> impl FnOnce(OpenTableError) -> FileError + '_ {
    |error| FileError::Open {
        path: path.to_owned(),
        error,
    }
}
