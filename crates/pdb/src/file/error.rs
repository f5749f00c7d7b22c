//! Errors of table files.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

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
    /// The file is not a usable table, or there is too little memory for it.
    #[error("{}: {message}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The reason.
        message: String,
    },
}

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

pub(super) fn table_error<E: Display>(path: &Path) -> impl FnOnce(E) -> FileError + '_ {
    |message| FileError::Table {
        path: path.to_owned(),
        message: message.to_string(),
    }
}
