//! Table files: mapped or read into memory, written whole or not at all.
//!
//! The only module that touches files, and (in `mapped`) the only `unsafe` of the crate, but for calls of the
//! system in `allocation` and `system_memory`. [`TableFiles`] opens tables; the functions write them. A table
//! is written to a temporary file in the same folder, synced, and renamed: a reader sees the old file, the new one or
//! none, and a mapped file never changes.

mod destination;
mod error;
mod mapped;
mod whole;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::format::layout::{MAX_HEADER, PAGE};
use crate::table::Bytes;
use fifteen_resources::{system_memory, zeroed};

use crate::{Header, OpenTableError, Pattern, Table, TableKind, zst};

pub use destination::{Destination, is_named_device};
pub use error::FileError;
use error::{io_error, open_error};
use mapped::open_file;
pub(crate) use mapped::{FileStamp, MappedFile};
pub use whole::{prepare_folder, remove_litter, require_writable, write_whole};

/// Access to table files: by mapping them, or by reading them into memory.
///
/// Tables in the compressed form, recognised by their content, are unpacked into memory in both cases.
#[derive(Debug, Clone, Copy)]
pub struct TableFiles {
    mapped: bool,
    in_memory: bool,
}

impl TableFiles {
    /// Access that maps files: opening takes no time, and processes share the memory.
    ///
    /// # Safety
    ///
    /// Nobody, in this process or another, may change a file in place or cut it while it is mapped: until the table
    /// that [`open`](Self::open) gave is dropped, or until the other methods return. Replacing a file by a new one of
    /// the same name, as all functions of this module do, leaves the mapped one as it is.
    pub const unsafe fn mapped() -> Self {
        Self {
            mapped: true,
            in_memory: false,
        }
    }

    /// Access that reads whole files into memory, in large pages where the system has some.
    pub const fn in_memory() -> Self {
        Self {
            mapped: false,
            in_memory: true,
        }
    }

    /// This access, but files that take at most half of the available memory are read into it.
    #[must_use]
    pub const fn preferring_memory(self) -> Self {
        Self {
            in_memory: true,
            ..self
        }
    }

    fn bytes(self, path: &Path) -> Result<Bytes, FileError> {
        if self.in_memory {
            let (file, (length, _)) = open_file(path)?;
            let fits = require_memory(
                path,
                if self.mapped {
                    length.saturating_mul(2)
                } else {
                    length
                },
            );
            if fits.is_ok() || !self.mapped {
                fits?;
                return read_whole(file, length)
                    .map(Bytes::Owned)
                    .map_err(io_error("read", path));
            }
        }
        // SAFETY: the caller of `TableFiles::mapped` promised that no file is changed in place or cut while it is
        // mapped.
        unsafe { mapped::map(path) }
    }

    /// Opens a table.
    ///
    /// # Errors
    /// [`FileError`]: not readable, not a table, damaged in its header, or too large to be unpacked.
    pub fn open(self, path: &Path) -> Result<Table, FileError> {
        let bytes = self.bytes(path)?;
        let packed = zst::is_packed(bytes.as_slice());
        let bytes = if packed {
            Bytes::Owned(unpacked(path, bytes.as_slice())?)
        } else {
            bytes
        };
        Table::over(bytes).map_err(open_error(path))
    }

    /// Opens a table and verifies its entries.
    ///
    /// # Errors
    /// Returns [`FileError`] for the same reasons as [`open`](Self::open), and [`FileError::Entries`] if the entries are
    /// damaged.
    pub fn open_verified(self, path: &Path) -> Result<Table, FileError> {
        let table = self.open(path)?;
        table.verify().map_err(|error| FileError::Entries {
            path: path.to_owned(),
            error,
        })?;
        Ok(table)
    }

    /// Reads the header of a table in either form, and checks that the file has the length that the header says.
    ///
    /// # Errors
    /// [`FileError`]: not readable, not a table, or damaged in its header.
    pub fn read_header(self, path: &Path) -> Result<Header, FileError> {
        // A plain table is not mapped: a folder may hold many that are not used.
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
            Err(open_error(path)(OpenTableError::Length {
                found: found,
                expected: expected,
            }))
        }
    }
}

/// The first `length` bytes of a file, in large pages where the system has some.
fn read_whole(mut file: File, length: u64) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let mut bytes = zeroed(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Unpacks a table if there is memory for it: a few bytes may claim to hold many.
fn unpacked(path: &Path, packed: &[u8]) -> Result<Vec<u8>, FileError> {
    let needed = zst::header(packed).map_err(open_error(path))?.file_len();
    require_memory(path, needed)?;
    zst::unpack(packed).map_err(open_error(path))
}

/// An error if a file needs more bytes than are available; where nobody knows how many are, there is none.
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

/// True if a file has the compressed form, by its content.
///
/// # Errors
/// [`FileError::Io`] if it cannot be read.
pub fn is_packed(path: &Path) -> Result<bool, FileError> {
    let mut start = Vec::new();
    open_file(path)?
        .0
        .take(PAGE)
        .read_to_end(&mut start)
        .map_err(io_error("read", path))?;
    Ok(zst::is_packed(&start))
}

/// The default name of a table's file, as in `4x4_zero-aware_1-8.pdb`. The blank's goal cell is added where it is not
/// the last one.
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

/// Saves a table: in the plain form, which can be mapped, or in the compressed one at some level (see [`zst::LEVELS`]).
///
/// # Errors
/// [`FileError::Io`] if it cannot be written.
pub fn save(table: &Table, path: &Path, level: Option<i32>) -> Result<(), FileError> {
    write_whole(path, |out| match level {
        Some(level) => zst::pack(table.header().bytes().chain(table.payload()), level, out),
        None => table.write(out),
    })
}
