//! [`MappedFile`]: the bytes of a memory-mapped file. [`FileStamp`] detects whether the file has
//! changed since it was mapped.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use memmap2::Mmap;

use super::error::{FileError, io_error};
use crate::table::TableBytes;

/// A table file that is mapped into memory.
#[derive(Debug)]
pub(crate) struct MappedFile {
    pub(crate) map: Mmap,
    pub(crate) stamp: FileStamp,
}

impl MappedFile {
    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.map
    }
}

/// An open file, with the length and modification time that it had when it was mapped. If either
/// differs later, the file was changed.
#[derive(Debug)]
pub(crate) struct FileStamp {
    file: File,
    stamp: (u64, Option<SystemTime>),
}

impl FileStamp {
    /// Returns whether the file still has the length and modification time that it had when it was
    /// mapped.
    pub(crate) fn unchanged(&self) -> bool {
        stamp(&self.file).is_ok_and(|stamp| stamp == self.stamp)
    }
}

fn stamp(file: &File) -> io::Result<(u64, Option<SystemTime>)> {
    let metadata = file.metadata()?;
    Ok((metadata.len(), metadata.modified().ok()))
}

/// Opens a regular file for reading. Also returns its length and modification time.
pub(super) fn open_file(path: &Path) -> Result<(File, (u64, Option<SystemTime>)), FileError> {
    // Check the file type before opening, because opening a pipe would block until it has a writer.
    if !fs::metadata(path)
        .map_err(io_error("open", path))?
        .is_file()
    {
        let source = io::Error::other("it is not a regular file");
        return Err(FileError::Io {
            action: "open",
            path: path.to_owned(),
            source,
        });
    }
    let file = File::open(path).map_err(io_error("open", path))?;
    let stamp = stamp(&file).map_err(io_error("open", path))?;
    Ok((file, stamp))
}

/// Maps a file into memory. Returns an empty slice for an empty file, because it cannot be mapped.
///
/// # Safety
/// No process may write to the file or truncate it while it is mapped.
pub(super) unsafe fn map(path: &Path) -> Result<TableBytes, FileError> {
    let (file, stamp) = open_file(path)?;
    if stamp.0 == 0 {
        return Ok(TableBytes::Owned(Vec::new()));
    }
    // SAFETY: the mapping is read-only, and the caller promises that no process changes the file.
    let map = unsafe { Mmap::map(&file) }.map_err(io_error("map", path))?;
    let stamp = FileStamp { file, stamp };
    Ok(TableBytes::Mapped(MappedFile { map, stamp }))
}
