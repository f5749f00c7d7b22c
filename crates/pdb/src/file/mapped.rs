//! [`MappedFile`]: the bytes of a memory-mapped file. [`FileStamp`] detects whether the file has
//! changed since it was mapped, and [`move_to_huge_pages`] speeds up random access to the mapping.

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
    /// Returns whether the file still has the same length and modification time as when it was
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
    // Check the file type first, because opening a pipe would block until another process opens it
    // for writing.
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

/// Moves the contents of a mapped file into huge pages, at the same addresses. Searches can read
/// them during the move.
///
/// The huge pages replace the file's pages one by one, so the process needs at most one huge page
/// more memory than before. Up to one huge page at each end of the file stays mapped as it was.
///
/// # Errors
/// Returns an error if the system cannot move the pages, which is the case for Linux before version
/// 5.7. Even if some pages have moved before the error, all contents can still be read.
///
/// # Safety
/// The slice must be part of a file mapping that no process changes.
#[cfg(target_os = "linux")]
pub(crate) unsafe fn move_to_huge_pages(bytes: &[u8]) -> io::Result<()> {
    use rustix::mm::{
        Advice, MapFlags, MremapFlags, ProtFlags, madvise, mmap_anonymous, mremap_fixed, munmap,
    };

    /// Size of a huge page, in bytes.
    const HUGE_PAGE: usize = 2 << 20;
    /// Size of the reserved memory, in bytes. The system may place this memory at any address. With
    /// the size of two huge pages, it always contains an aligned one.
    const RESERVED: usize = 2 * HUGE_PAGE;

    let skipped = bytes.as_ptr().align_offset(HUGE_PAGE).min(bytes.len());
    let (old_pages, _) = bytes[skipped..].as_chunks::<HUGE_PAGE>();
    let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE);
    // SAFETY: the address is null, so the system chooses addresses that are not in use.
    let reserved = unsafe { mmap_anonymous(std::ptr::null_mut(), RESERVED, access, flags) }?;
    let new_page = reserved.wrapping_byte_add(reserved.align_offset(HUGE_PAGE));
    // SAFETY: the new page lies inside the reserved memory, which has no contents yet. `madvise`
    // only requests a huge page. If it fails, the contents are moved into small pages, so the error
    // can be ignored.
    _ = unsafe { madvise(new_page, HUGE_PAGE, Advice::LinuxHugepage) };
    // `DONTUNMAP` keeps the addresses of the new page reserved after its contents have been moved
    // away, so that the page can be filled again.
    let how = MremapFlags::MAYMOVE | MremapFlags::DONTUNMAP;
    let moved = old_pages.iter().try_for_each(|old_page| {
        let target = old_page.as_ptr().cast_mut().cast();
        // SAFETY: the new page lies inside the reserved memory, which nothing else uses. It has the
        // same contents as the old page and replaces it in a single step, so readers of the mapping
        // cannot notice.
        unsafe {
            new_page.cast::<[u8; HUGE_PAGE]>().copy_from(old_page, 1);
            mremap_fixed(new_page, HUGE_PAGE, HUGE_PAGE, how, target).map(|_| ())
        }
    });
    // SAFETY: the reserved memory is no longer used.
    unsafe { munmap(reserved, RESERVED) }?;
    Ok(moved?)
}

/// Returns an error, because only Linux can replace the pages of a mapping with huge pages.
///
/// # Safety
/// Calling this function is always safe.
#[cfg(not(target_os = "linux"))]
pub(crate) unsafe fn move_to_huge_pages(_: &[u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn moving_a_table_to_huge_pages_keeps_its_contents() {
        let expected: Vec<u8> = (0..9_u32 << 20)
            .map(|i| (i.wrapping_mul(i) >> 7) as u8)
            .collect();
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), &expected).unwrap();
        // SAFETY: no process changes the temporary file while it is mapped.
        let bytes = unsafe { map(file.path()) }.unwrap();
        let bytes = bytes.as_slice();
        thread::scope(|scope| {
            let reader = scope.spawn(|| (0..20).all(|_| bytes == expected));
            // SAFETY: no process changes the temporary file while it is mapped.
            let moved = unsafe { move_to_huge_pages(bytes) };
            assert_eq!(moved.is_ok(), cfg!(target_os = "linux"));
            assert!(reader.join().unwrap());
        });
        assert!(bytes == expected);
    }
}
