//! The bytes of a table: mapped from a file, or in memory.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use memmap2::Mmap;

use super::error::{FileError, io_error};
use super::large_pages;

/// The bytes of a table: mapped, or in memory where they had to be unpacked.
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
    /// True once a copy in large pages has taken its place.
    large: Mutex<bool>,
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

    /// Puts a copy of a mapped file in large pages in the place of the mapping, even while it is read. Reading becomes
    /// faster; the copy takes as much memory as the file is long, which processes do not share. Once it is made,
    /// further calls do nothing.
    ///
    /// # Errors
    /// If it is not a mapped file, or the system has no large pages for it; nothing has changed then.
    pub fn use_large_pages(&self) -> io::Result<()> {
        let Self::Mapped(mapped) = self else { return Err(io::ErrorKind::Unsupported.into()) };
        let mut large = mapped.large.lock().unwrap_or_else(PoisonError::into_inner);
        if !*large {
            large_pages::replace(&mapped.map)?;
            *large = true;
        }
        Ok(())
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
    Ok(TableBytes::Mapped(MappedFile { map, file, stamp, large: Mutex::new(false) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Maps a file of these tests.
    fn map(path: &Path) -> Result<TableBytes, FileError> {
        // SAFETY: no bytes are read after the test has changed the file in place.
        unsafe { super::map(path) }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_bytes_are_the_same_in_large_pages_even_while_they_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        // Two large pages and a part of a small one.
        let expected: Vec<u8> =
            (0..(4 << 20) + 5000).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        fs::write(&path, &expected).unwrap();
        let bytes = map(&path).unwrap();
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| (0..20).all(|_| bytes.as_ref() == expected));
            let aligned = bytes.as_ref().as_ptr().addr() % (2 << 20) == 0;
            for _ in 0..2 {
                assert_eq!(bytes.use_large_pages().is_ok(), aligned);
            }
            let mappings = fs::read_to_string("/proc/self/maps").unwrap();
            assert_eq!(mappings.contains(path.to_str().unwrap()), !aligned, "the copy is in the place of the file");
            assert!(reader.join().unwrap());
        });
        assert!(bytes.as_ref() == expected && bytes.unchanged());
        assert!(TableBytes::Owned(expected).use_large_pages().is_err());
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
