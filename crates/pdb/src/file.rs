//! Table files: mapped for reading, written whole or not at all.
//!
//! The only module that touches files, and (in `mapped`) the only `unsafe` of the crate. A table is written to a temporary file in the same
//! folder, synced, and renamed: a reader sees the old file, the new one or none, and a mapped file never changes. On
//! Windows a mapped file cannot be replaced; saving then fails with an error that says so, and the old file stays.

mod mapped;
mod whole;

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::build::Built;
use crate::error::{OpenError, VerifyError};
use crate::format::{Header, MAX_HEADER, PAGE};
use crate::memory;
use crate::pattern::{Pattern, TableKind};
use crate::table::Table;
use crate::zst;

pub use mapped::{MappedFile, TableBytes};
use mapped::{map, open_file};
pub use whole::{prepare_folder, remove_litter, write_whole};

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried, as in "open".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file's entries are damaged.
    #[error("{}: {source}", path.display())]
    Verify {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: VerifyError,
    },
    /// The file unpacks to more than there is memory for.
    #[error(
        "{}: it unpacks to {needed} bytes, but only {available} bytes of memory are available; close other programs, or \
         restore it on disk (zstd -d), where it is mapped",
        path.display()
    )]
    Memory {
        /// The file.
        path: PathBuf,
        /// Bytes of the table.
        needed: u64,
        /// Bytes that can be had.
        available: u64,
    },
    /// The file is no table that can be used.
    #[error("{}: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why.
        source: OpenError,
    },
}

fn io_error<'p>(action: &'static str, path: &'p Path) -> impl FnOnce(io::Error) -> FileError + 'p {
    move |source| FileError::Io { action, path: path.to_owned(), source }
}

fn open_error(path: &Path) -> impl FnOnce(OpenError) -> FileError + '_ {
    |source| FileError::Open { path: path.to_owned(), source }
}

/// Opens a table: a `.pdb` is mapped, a `.pdb.zst` (recognised by its content) unpacked into memory.
pub fn open(path: &Path) -> Result<Table<TableBytes>, FileError> {
    let bytes = map(path)?;
    let bytes = if zst::is_packed(bytes.as_ref()) { TableBytes::Owned(unpacked(path, bytes.as_ref())?) } else { bytes };
    Table::open(bytes).map_err(open_error(path))
}

/// Unpacks a table once it is known that there is memory for it: a few bytes may claim to hold a great many.
fn unpacked(path: &Path, packed: &[u8]) -> Result<Vec<u8>, FileError> {
    let needed = zst::header(packed).map_err(open_error(path))?.file_len();
    match memory::available() {
        Some(available) if available < needed => Err(FileError::Memory { path: path.to_owned(), needed, available }),
        _ => zst::unpack(packed).map_err(open_error(path)),
    }
}

/// Reads a table's header, of either form, and checks that the file is as long as it should be.
pub fn read_header(path: &Path) -> Result<Header, FileError> {
    // Not mapped: a folder may hold many tables of which none is wanted. Most headers take a page.
    let (mut file, (found, _)) = open_file(path)?;
    let mut start = Vec::with_capacity(PAGE as usize);
    let mut read_to = |len: u64, start: &mut Vec<u8>| {
        file.by_ref().take(len - start.len() as u64).read_to_end(start).map_err(io_error("read", path))
    };
    read_to(PAGE, &mut start)?;
    if zst::is_packed(&start) {
        return zst::header(map(path)?.as_ref()).map_err(open_error(path));
    }
    let header = match Header::read(&start) {
        Err(OpenError::Length { .. }) => {
            read_to(MAX_HEADER, &mut start)?;
            Header::read(&start)
        }
        header => header,
    };
    let header = header.map_err(open_error(path))?;
    if found == header.file_len() {
        Ok(header)
    } else {
        Err(open_error(path)(OpenError::Length { found, expected: header.file_len() }))
    }
}

/// Whether a file is in the shipped form, by its content.
pub fn is_packed(path: &Path) -> Result<bool, FileError> {
    let mut start = Vec::new();
    open_file(path)?.0.take(PAGE).read_to_end(&mut start).map_err(io_error("read", path))?;
    Ok(zst::is_packed(&start))
}

/// The name under which a table is saved where none is asked for, as in `4x4_zero-aware_1-8.pdb`. The blank's goal
/// cell is added where it is not the last one.
pub fn file_name(pattern: &Pattern, kind: TableKind) -> String {
    let pattern = pattern.canonical().0;
    let size = pattern.size();
    let blank = if pattern.blank() + 1 == size.cells() { String::new() } else { format!("_blank-{}", pattern.blank()) };
    format!("{size}{blank}_{kind}_{}.pdb", pattern.to_string().replace(',', "+"))
}

/// Saves a table as it is mapped.
pub fn save(built: &Built, path: &Path) -> Result<(), FileError> {
    write_whole(path, |out| built.write(out))
}

/// Saves a table in its shipped form, compressed at that level (see [`zst::LEVELS`]).
pub fn save_packed(built: &Built, path: &Path, level: i32) -> Result<(), FileError> {
    write_whole(path, |out| built.write_packed(level, out))
}

/// Writes the shipped form of the table `from`, once its entries are verified, to `to`.
pub fn pack(from: &Path, to: &Path, level: i32) -> Result<(), FileError> {
    let bytes = map(from)?;
    verified(from, bytes.as_ref())?;
    write_whole(to, |out| zst::pack(&[bytes.as_ref()], level, out))
}

/// Writes the table whose shipped form is `from`, once its entries are verified, to `to`.
pub fn unpack(from: &Path, to: &Path) -> Result<(), FileError> {
    let bytes = unpacked(from, map(from)?.as_ref())?;
    verified(from, &bytes)?;
    write_whole(to, |out| out.write_all(&bytes))
}

/// No damage is handed on in another form.
fn verified(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let table = Table::open(bytes).map_err(open_error(path))?;
    table.verify().map_err(|source| FileError::Verify { path: path.to_owned(), source })
}
