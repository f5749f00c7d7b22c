//! Opens table files by mapping them or by reading them into memory, and writes them atomically.
//!
//! [`TableFiles`] opens tables, and [`save`] writes them. A table is first written to a temporary
//! file in the same folder. This file is then synced and renamed. So other programs see either the
//! old file or the complete new file, and the contents of a mapped file never change.
//!
//! This is the only module of the crate that accesses the file system or contains `unsafe` code.

mod destination;
mod error;
mod mapped;
mod whole;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::format::layout::{MAX_HEADER, PAGE};
use crate::table::TableBytes;
use fifteen_resources::{system_memory, zeroed};

use crate::{Header, OpenTableError, Pattern, Table, TableKind, VerifyError, zst};

pub use destination::{Destination, is_named_device};
pub use error::FileError;
use error::{io_error, open_error};
use mapped::open_file;
pub(crate) use mapped::{FileStamp, MappedFile};
pub use whole::{prepare_folder, remove_litter, require_writable, write_whole};

/// Opens table files by mapping them or by reading them into memory.
///
/// Compressed files are recognised by their content, and are always decompressed into memory.
#[derive(Debug, Clone, Copy)]
pub struct TableFiles {
    /// Whether files are mapped into memory. If not, they are read into memory.
    mapped: bool,
}

impl TableFiles {
    /// Creates a reader that maps files into memory. Opening a table takes almost no time, and
    /// processes that map the same file share its memory.
    ///
    /// # Safety
    ///
    /// No process, including this one, may write to a file or truncate it while it is mapped. A
    /// file stays mapped until the table from [`open`](Self::open) or
    /// [`open_verified`](Self::open_verified) and all clones of its [shared
    /// entries](Table::shared_payload) are dropped. A compressed file is only mapped until the
    /// method returns.
    ///
    /// The functions of this module replace a file with a new one of the same name. This is
    /// allowed, because it does not change the mapped file.
    pub const unsafe fn mapped() -> Self {
        Self { mapped: true }
    }

    /// Creates a reader that loads whole files into memory, using huge pages if the system supports
    /// them.
    pub const fn in_memory() -> Self {
        Self { mapped: false }
    }

    fn bytes(self, path: &Path) -> Result<TableBytes, FileError> {
        if !self.mapped {
            let (file, (length, _)) = open_file(path)?;
            require_memory(path, length)?;
            return read_whole(file, length)
                .map(TableBytes::Owned)
                .map_err(io_error("read", path));
        }
        // SAFETY: the caller of `TableFiles::mapped` promised that no process changes a file while
        // it is mapped.
        unsafe { mapped::map(path) }
    }

    /// Opens a table file and checks its header, but not its entries.
    ///
    /// # Errors
    /// Returns [`FileError`] if the file cannot be read, is not a table, has a damaged header, or
    /// is too large for the available memory.
    pub fn open(self, path: &Path) -> Result<Table, FileError> {
        let bytes = self.bytes(path)?;
        let packed = zst::is_packed(bytes.as_slice());
        let bytes = if packed {
            TableBytes::Owned(unpacked(path, bytes.as_slice())?)
        } else {
            bytes
        };
        Table::over(bytes).map_err(open_error(path))
    }

    /// Opens a table and verifies its entries.
    ///
    /// # Errors
    /// Returns [`FileError`] if the file cannot be read, is not a table, has a damaged header, or
    /// is too large for the available memory. Returns [`FileError::Entries`] if the entries are
    /// damaged.
    pub fn open_verified(self, path: &Path) -> Result<Table, FileError> {
        let table = self.open(path)?;
        table.verify().map_err(|error| FileError::Entries {
            path: path.to_owned(),
            error,
        })?;
        Ok(table)
    }

    /// Reads the header of a table file, which may be compressed. Also checks that the length of
    /// the table matches the header.
    ///
    /// # Errors
    /// Returns [`FileError`] if the file cannot be read, is not a table, or has a damaged header.
    pub fn read_header(self, path: &Path) -> Result<Header, FileError> {
        // Read only the start of an uncompressed table, because a folder can contain many tables
        // that are never used.
        let (file, (found, _)) = open_file(path)?;
        let mut start = Vec::new();
        file.take(MAX_HEADER)
            .read_to_end(&mut start)
            .map_err(io_error("read", path))?;
        if zst::is_packed(&start) {
            return zst::header(self.bytes(path)?.as_slice()).map_err(open_error(path));
        }
        let header = Header::read(&start).map_err(open_error(path))?;
        let expected = header.file_len();
        if found == expected {
            Ok(header)
        } else {
            Err(open_error(path)(OpenTableError::Length { found, expected }))
        }
    }
}

impl Table {
    /// Moves the entries of a mapped table into huge pages, and then checks their digest. Huge
    /// pages make long searches faster. The move takes a tenth of a second for 200 MB, and searches
    /// can use the table in the meantime.
    ///
    /// Only the first call for a mapped table moves its entries. Nothing happens if the table takes
    /// more than half of the available memory, or if the system cannot move the entries.
    ///
    /// # Errors
    /// Returns [`VerifyError::Digest`] if the entries do not match their digest.
    pub fn move_to_huge_pages(&self) -> Result<(), VerifyError> {
        if !self.start_moving() {
            return Ok(());
        }
        let needed = 2 * self.payload().len() as u64;
        if system_memory::available().is_some_and(|available| available < needed) {
            return Ok(());
        }
        // SAFETY: the table is mapped, and the caller of `TableFiles::mapped` promised that no
        // process changes the file.
        match unsafe { mapped::move_to_huge_pages(self.payload()) } {
            Ok(()) => {
                self.set_moved();
                self.verify_digest()
            }
            Err(_) => Ok(()),
        }
    }
}

/// Reads the first `length` bytes of a file.
fn read_whole(mut file: File, length: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut bytes = zeroed(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Decompresses a table. First checks that enough memory is available, because a small damaged file
/// can claim to contain a huge table.
fn unpacked(path: &Path, packed: &[u8]) -> Result<Vec<u8>, FileError> {
    let needed = zst::header(packed).map_err(open_error(path))?.file_len();
    require_memory(path, needed)?;
    zst::unpack(packed).map_err(open_error(path))
}

/// Returns an error if less than `needed` bytes of memory are available for reading a file. If the
/// available memory is unknown, every file is accepted.
fn require_memory(path: &Path, needed: u64) -> Result<(), FileError> {
    match system_memory::available() {
        Some(available) if available < needed => Err(FileError::Memory {
            path: path.to_owned(),
            needed,
            available,
        }),
        _ => Ok(()),
    }
}

/// Returns whether a file contains a compressed table.
///
/// # Errors
/// Returns [`FileError::Io`] if the file cannot be read.
pub fn is_packed(path: &Path) -> Result<bool, FileError> {
    let mut start = Vec::new();
    open_file(path)?
        .0
        .take(PAGE)
        .read_to_end(&mut start)
        .map_err(io_error("read", path))?;
    Ok(zst::is_packed(&start))
}

/// Returns the default file name of a table, such as `4x4_zero-aware_1-8.pdb`. If the blank's goal
/// cell is not the last cell, the name also contains its index, such as `blank-0`.
pub fn file_name(pattern: &Pattern, kind: TableKind) -> String {
    let pattern = pattern.canonical().0;
    let size = pattern.size();
    let blank = if pattern.blank() + 1 == size.cells() {
        String::new()
    } else {
        format!("_blank-{}", pattern.blank())
    };
    format!(
        "{size}{blank}_{kind}_{}.pdb",
        pattern.to_string().replace(',', "+")
    )
}

/// Saves a table. If `level` is given, the file is compressed with this level, which must be in
/// [`zst::LEVELS`]. If `level` is `None`, the file is uncompressed and can be mapped.
///
/// # Errors
/// Returns [`FileError::Io`] if the file cannot be written.
pub fn save(table: &Table, path: &Path, level: Option<i32>) -> Result<(), FileError> {
    write_whole(path, |out| match level {
        Some(level) => zst::pack(table.header().bytes().chain(table.payload()), level, out),
        None => table.write(out),
    })
}
