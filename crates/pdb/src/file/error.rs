//! Errors of table files.

use std::io;
use std::path::{Path, PathBuf};

use crate::{OpenTableError, Remedy, VerifyError};

/// A file cannot be read as a table, or cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was attempted, as in "open".
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
        /// The reason.
        error: OpenTableError,
    },
    /// The table's entries are damaged.
    #[error("{}: {error}", path.display())]
    Entries {
        /// The file.
        path: PathBuf,
        /// The damage.
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

/// Returns a function that adds to an error of the system what was attempted.
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

/// Returns a function that adds the file to an error of opening it.
pub(super) fn open_error(path: &Path) -> impl FnOnce(OpenTableError) -> FileError + '_ {
    |error| FileError::Open {
        path: path.to_owned(),
        error,
    }
}
