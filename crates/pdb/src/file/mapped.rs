//! The bytes of a table: mapped from a file, or in memory.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use memmap2::Mmap;

use super::error::{FileError, io_error};

/// The bytes of a table: mapped, or in memory.
#[derive(Debug)]
pub enum TableBytes {
    /// Mapped from a file under the contract of [`TableFiles::mapped`](super::TableFiles::mapped).
    Mapped(MappedFile),
    /// In memory.
    Owned(Vec<u8>),
}

/// A mapped file, with its state when it was mapped.
#[derive(Debug)]
pub struct MappedFile {
    map: Mmap,
    file: File,
    /// Length and time of the last change.
    stamp: (u64, Option<SystemTime>),
}

impl AsRef<[u8]> for TableBytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(mapped) => &mapped.map,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl TableBytes {
    /// True if a mapped file still has the length and the time of change that it had when it was mapped.
    ///
    /// If not, someone broke the contract of [`TableFiles::mapped`](super::TableFiles::mapped), and the bytes that were
    /// read may be anything. A file that was replaced by another of the same name is unchanged.
    pub fn unchanged(&self) -> bool {
        match self {
            Self::Mapped(mapped) => stamp(&mapped.file).is_ok_and(|stamp| stamp == mapped.stamp),
            Self::Owned(_) => true,
        }
    }
}

fn stamp(file: &File) -> io::Result<(u64, Option<SystemTime>)> {
    let metadata = file.metadata()?;
    Ok((metadata.len(), metadata.modified().ok()))
}

/// Opens a regular file to read it; returns its length and the time of its last change too.
pub(super) fn open_file(path: &Path) -> Result<(File, (u64, Option<SystemTime>)), FileError> {
    // Before it is opened: opening a pipe would wait for its writer.
    if !fs::metadata(path).map_err(io_error("open", path))?.is_file() {
        let source = io::Error::other("it is not a regular file");
        return Err(FileError::Io { action: "open", path: path.to_owned(), source });
    }
    let file = File::open(path).map_err(io_error("open", path))?;
    let stamp = stamp(&file).map_err(io_error("open", path))?;
    Ok((file, stamp))
}

/// Maps a file; an empty one gives no bytes.
///
/// # Safety
/// Nobody may change the file in place or cut it while it is mapped.
pub(super) unsafe fn map(path: &Path) -> Result<TableBytes, FileError> {
    let (file, stamp) = open_file(path)?;
    if stamp.0 == 0 {
        return Ok(TableBytes::Owned(Vec::new()));
    }
    // SAFETY: the mapping is read-only, and the caller promises that the file stays as it is.
    let map = unsafe { Mmap::map(&file) }.map_err(io_error("map", path))?;
    Ok(TableBytes::Mapped(MappedFile { map, file, stamp }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Maps a file of these tests.
    fn map(path: &Path) -> Result<TableBytes, FileError> {
        // SAFETY: no bytes are read after the test has changed the file in place.
        unsafe { super::map(path) }
    }

    #[test]
    fn a_changed_file_is_noticed_and_a_replaced_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("file"), folder.path().join("other"));
        fs::write(&path, [1; 5000]).unwrap();
        fs::write(&other, [2; 5000]).unwrap();
        let bytes = map(&path).unwrap();
        assert!(bytes.unchanged());
        // Windows refuses; `write_whole` has a way round that.
        if fs::rename(&other, &path).is_ok() || cfg!(unix) {
            assert!(bytes.unchanged() && bytes.as_ref() == [1; 5000]);
        }
        let bytes = map(&path).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        assert!(!bytes.unchanged(), "written to");
        let bytes = map(&path).unwrap();
        if file.set_len(4999).is_ok() {
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
            assert!(!bytes.unchanged(), "cut");
        }
    }

    #[test]
    fn a_path_without_a_file_is_an_error_at_once() {
        let folder = tempfile::tempdir().unwrap();
        assert!(map(folder.path()).is_err() && map(&folder.path().join("none")).is_err());
        fs::write(folder.path().join("empty"), "").unwrap();
        assert!(map(&folder.path().join("empty")).unwrap().as_ref().is_empty());
    }
}
