//! Errors that occur while table files are read or written.

use std::io;
use std::path::{Path, PathBuf};

use crate::{OpenTableError, Remedy, VerifyError};

/// Reason why a file could not be read as a table, or could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The operating system returned an error.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// Verb for the failed operation, such as "open". It is part of the error message.
        action: &'static str,
        /// Path of the file or folder.
        path: PathBuf,
        /// Error that the operating system returned.
        source: io::Error,
    },
    /// The file is not a table, or its header is damaged.
    #[error("{}: {error}", path.display())]
    Open {
        /// Path of the file.
        path: PathBuf,
        /// Reason why the contents of the file are not a valid table.
        error: OpenTableError,
    },
    /// The table's entries are damaged.
    #[error("{}: {error}", path.display())]
    Entries {
        /// Path of the file.
        path: PathBuf,
        /// Damage found in the entries.
        error: VerifyError,
    },
    /// Not enough memory is available to read the file.
    #[error(
        "{}: it takes {needed} bytes of memory, but only {available} are available; close other programs, or have the \
         table mapped (zstd -d restores a packed one)",
        path.display()
    )]
    Memory {
        /// Path of the file.
        path: PathBuf,
        /// Memory required to read the file, in bytes.
        needed: u64,
        /// Available memory, in bytes.
        available: u64,
    },
}

impl FileError {
    /// Returns the action that resolves the error, or `None` if no such action is known.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Open { error, .. } => error.remedy(),
            Self::Entries { error, .. } => error.remedy(),
            Self::Io { .. } | Self::Memory { .. } => None,
        }
    }
}

/// Returns a closure that converts an I/O error to a [`FileError`]. The new error also contains the
/// failed operation and the path.
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

/// Returns a closure that adds the path of a table file to an error about its contents.
pub(super) fn open_error(path: &Path) -> impl FnOnce(OpenTableError) -> FileError + '_ {
    |error| FileError::Open {
        path: path.to_owned(),
        error,
    }
}
