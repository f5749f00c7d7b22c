//! [`ResultsFile`]: a file to which a benchmark appends its lines, locked against other runs.
//!
//! A run reads the lines of earlier runs and then appends its own. If the last line was cut off,
//! the run removes this line first. Without a lock, it could instead remove part of a line that
//! another run is still writing. So the file is locked until it is closed, and a second run gets an
//! error.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{BenchmarkError, BenchmarkLine, BenchmarkResults};

/// A file of results that is open for appending and locked against other runs.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
    /// The contents of the file when it was opened.
    text: Vec<u8>,
}

/// Why results can't be read from a file or appended to it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsFileError {
    /// Another run has locked the file.
    #[error("another run writes to {}", .0.display())]
    Locked(PathBuf),
    /// Another program changed the file while it was being read, although the file is locked.
    #[error("another program has changed {} while it was read; try again when that program has ended", .0.display())]
    Changed(PathBuf),
    /// The path leads to a device or a pipe instead of a file.
    #[error("{} is not a regular file, so earlier results cannot be read from it; name a file", .0.display())]
    NoFile(PathBuf),
    /// The system reported an error.
    #[error("cannot {action} {}: {error}", path.display())]
    Io {
        /// The action that failed, `read` or `write`.
        action: &'static str,
        /// Path of the file.
        path: PathBuf,
        /// The error that the system reported.
        error: io::Error,
    },
    /// A line is not a valid result, or can't be compared with the other lines, for example because
    /// its goal differs. Also returned if a new result can't be converted to a line.
    #[error("{}: {error}", path.display())]
    Results {
        /// Path of the file.
        path: PathBuf,
        /// What is wrong with the line. The error is boxed because a [`BenchmarkError`] is much
        /// larger than the other variants of [`ResultsFileError`].
        error: Box<BenchmarkError>,
    },
}

impl ResultsFile {
    /// Opens and locks a file, creating it if it does not exist. If the file system does not
    /// support locks, the file is opened without one.
    ///
    /// # Errors
    /// Returns an error if another run has locked the file, if it is not a regular file, or if it
    /// can't be opened or read.
    pub fn open(path: &Path) -> Result<Self, ResultsFileError> {
        let opened = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path);
        let mut file = opened.map_err(|error| io_error("write", path, error))?;
        // A device such as /dev/zero has no end, so reading it would use up all memory.
        if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Err(ResultsFileError::NoFile(path.to_owned()));
        }
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(ResultsFileError::Locked(path.to_owned()));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)
            .map_err(|error| io_error("read", path, error))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            text,
        })
    }

    /// Returns whether the file was empty when it was opened.
    pub fn was_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds the lines of earlier runs to `results`. If the last line was cut off, removes it from
    /// the file, because its board will be searched again. Returns whether a line was removed.
    ///
    /// # Errors
    /// Returns an error if a line is invalid or can't be compared with the other lines, or if the
    /// cut line can't be removed.
    pub fn read(&mut self, results: &mut BenchmarkResults) -> Result<bool, ResultsFileError> {
        let read = results.read(&self.text);
        let complete = read.map_err(|error| ResultsFileError::Results {
            path: self.path.clone(),
            error: Box::new(error),
        })?;
        let ends_within_line = self.text[..complete]
            .last()
            .is_some_and(|&byte| byte != b'\n');
        if complete == self.text.len() && !ends_within_line {
            return Ok(false);
        }
        let length = self.file.metadata().map(|metadata| metadata.len());
        if length.map_err(|error| io_error("read", &self.path, error))? != self.text.len() as u64 {
            return Err(ResultsFileError::Changed(self.path.clone()));
        }
        self.file
            .set_len(complete as u64)
            .map_err(|error| io_error("write", &self.path, error))?;
        if ends_within_line {
            self.write(b"\n")?;
        }
        Ok(complete < self.text.len())
    }

    /// Appends a line to the file.
    ///
    /// # Errors
    /// Returns an error if the line can't be written.
    pub fn append(&mut self, line: &BenchmarkLine) -> Result<(), ResultsFileError> {
        let text = serde_json::to_string(line).map_err(|error| ResultsFileError::Results {
            path: self.path.clone(),
            error: Box::new(BenchmarkError::Record(error)),
        })?;
        self.write(format!("{text}\n").as_bytes())
    }

    /// Writes at the current end of the file.
    fn write(&mut self, bytes: &[u8]) -> Result<(), ResultsFileError> {
        self.file
            .seek(SeekFrom::End(0))
            .and_then(|_| self.file.write_all(bytes))
            .map_err(|error| io_error("write", &self.path, error))
    }
}

fn io_error(action: &'static str, path: &Path, error: io::Error) -> ResultsFileError {
    ResultsFileError::Io {
        action,
        path: path.to_owned(),
        error,
    }
}
