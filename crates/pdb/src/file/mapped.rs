//! The bytes of a table: mapped from a file, or in memory. The only `unsafe` of the crate.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use memmap2::Mmap;

use super::{FileError, io_error};

/// The bytes of a table: mapped, or in memory where they had to be unpacked.
#[derive(Debug)]
pub enum TableBytes {
    /// Mapped from a file, which nobody may change in place or cut while it is open (replacing it is safe).
    Mapped(MappedFile),
    /// In memory.
    Owned(Vec<u8>),
}

/// A mapped file, and what it was like when it was mapped.
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
    /// Whether a mapped file still has the length and the time of change that it had when it was mapped, as the system
    /// tells: if not, someone broke the contract of [`TableBytes::Mapped`], and what was read from it may be anything.
    ///
    /// Replacing the file by another of the same name does not count: the mapped one stays as it is.
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

/// Opens a regular file to read it, and tells its length and the time of its last change.
pub(super) fn open_file(path: &Path) -> Result<(File, (u64, Option<SystemTime>)), FileError> {
    // Before it is opened: opening a pipe would wait for its writer.
    if !fs::metadata(path).map_err(io_error("open", path))?.is_file() {
        let source = io::Error::other("it is no regular file");
        return Err(FileError::Io { action: "open", path: path.to_owned(), source });
    }
    let file = File::open(path).map_err(io_error("open", path))?;
    let stamp = stamp(&file).map_err(io_error("open", path))?;
    Ok((file, stamp))
}

/// Maps a file; an empty one gives no bytes.
pub(super) fn map(path: &Path) -> Result<TableBytes, FileError> {
    let (file, stamp) = open_file(path)?;
    if stamp.0 == 0 {
        return Ok(TableBytes::Owned(Vec::new()));
    }
    // SAFETY: the mapping is read-only. This program never changes a table in place: it writes another file and
    // renames it, which leaves the mapped one as it is. That no other program changes or cuts the file while it is
    // mapped is the contract of `TableBytes::Mapped`, stated there, in the README and in docs/RELIABILITY.md.
    let map = unsafe { Mmap::map(&file) }.map_err(io_error("map", path))?;
    Ok(TableBytes::Mapped(MappedFile { map, file, stamp }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_is_noticed_and_a_replaced_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("file"), folder.path().join("other"));
        fs::write(&path, [1; 5000]).unwrap();
        fs::write(&other, [2; 5000]).unwrap();
        let bytes = map(&path).unwrap();
        assert!(bytes.unchanged());
        if cfg!(unix) {
            fs::rename(&other, &path).unwrap();
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
    fn what_is_no_file_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        assert!(map(folder.path()).is_err() && map(&folder.path().join("none")).is_err());
        fs::write(folder.path().join("empty"), "").unwrap();
        assert!(map(&folder.path().join("empty")).unwrap().as_ref().is_empty());
    }
}
