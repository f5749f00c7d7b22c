//! Table files: mapped for reading, written whole or not at all.
//!
//! The only module that touches files, and the only `unsafe` of the crate. A table is written to a temporary file in the same
//! folder, synced, and renamed: a reader sees the old file, the new one or none, and a mapped file never changes. On
//! Windows a mapped file cannot be replaced; saving then fails with an error that says so, and the old file stays.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use tempfile::NamedTempFile;

use crate::build::Built;
use crate::error::{OpenError, VerifyError};
use crate::format::Header;
use crate::pattern::{Kind, Pattern};
use crate::table::Table;
use crate::zst;

/// How temporary files begin and end; others of that form that no process holds are removed when one is made.
const TEMPORARY: (&str, &str) = (".fifteen-", ".tmp");

/// More than any header takes: what [`read_header`] reads at most of an unpacked file.
const HEADER_LIMIT: u64 = 64 * 1024;

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

/// The bytes of a table: mapped, or in memory where they had to be unpacked.
#[derive(Debug)]
pub enum Bytes {
    /// Mapped from a file, which nobody may change in place or cut while it is open (replacing it is safe).
    Mapped(Mmap),
    /// In memory.
    Owned(Vec<u8>),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}

/// Maps a file; an empty one gives no bytes.
fn map(path: &Path) -> Result<Bytes, FileError> {
    // Before it is opened: opening a pipe would wait for its writer.
    if !fs::metadata(path).map_err(io_error("open", path))?.is_file() {
        let source = io::Error::other("it is no regular file");
        return Err(FileError::Io { action: "open", path: path.to_owned(), source });
    }
    let file = File::open(path).map_err(io_error("open", path))?;
    let metadata = file.metadata().map_err(io_error("open", path))?;
    if metadata.len() == 0 {
        return Ok(Bytes::Owned(Vec::new()));
    }
    // SAFETY: the mapping is read-only. This program never changes a table in place: it writes another file and
    // renames it, which leaves the mapped one as it is. That no other program changes or cuts the file while it is
    // mapped is the contract of `Bytes::Mapped`, stated there and in the README.
    let map = unsafe { Mmap::map(&file) }.map_err(io_error("map", path))?;
    Ok(Bytes::Mapped(map))
}

/// Opens a table: a `.pdb` is mapped, a `.pdb.zst` (recognised by its content) unpacked into memory.
pub fn open(path: &Path) -> Result<Table<Bytes>, FileError> {
    let bytes = map(path)?;
    let bytes = if zst::is_packed(bytes.as_ref()) {
        Bytes::Owned(zst::unpack(bytes.as_ref()).map_err(open_error(path))?)
    } else {
        bytes
    };
    Table::open(bytes).map_err(open_error(path))
}

/// Reads a table's header, of either form, and checks that the file is as long as it should be.
pub fn read_header(path: &Path) -> Result<Header, FileError> {
    let bytes = map(path)?;
    if zst::is_packed(bytes.as_ref()) {
        return zst::header(bytes.as_ref()).map_err(open_error(path));
    }
    let found = bytes.as_ref().len() as u64;
    let start = &bytes.as_ref()[..found.min(HEADER_LIMIT) as usize];
    let header = Header::read(start).map_err(open_error(path))?;
    if found == header.file_len() {
        Ok(header)
    } else {
        Err(open_error(path)(OpenError::Length { found, expected: header.file_len() }))
    }
}

/// Whether a file is in the shipped form, by its content.
pub fn is_packed(path: &Path) -> Result<bool, FileError> {
    Ok(zst::is_packed(map(path)?.as_ref()))
}

/// The name under which a table is saved where none is asked for, as in `4x4_zero-aware_1-8.pdb`. The blank's goal
/// cell is added where it is not the last one.
pub fn file_name(pattern: &Pattern, kind: Kind) -> String {
    let pattern = pattern.canonical().0;
    let size = pattern.size();
    let blank = if pattern.blank() + 1 == size.cells() { String::new() } else { format!("_blank-{}", pattern.blank()) };
    format!("{size}{blank}_{kind}_{}.pdb", pattern.to_string().replace(',', "+"))
}

/// Makes a folder, if need be, and checks that files can be written there.
pub fn prepare_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(io_error("make the folder", folder))?;
    temporary(folder).map(drop)
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
    let bytes = zst::unpack(map(from)?.as_ref()).map_err(open_error(from))?;
    verified(from, &bytes)?;
    write_whole(to, |out| out.write_all(&bytes))
}

/// No damage is handed on in another form.
fn verified(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let table = Table::open(bytes).map_err(open_error(path))?;
    table.verify().map_err(|source| FileError::Verify { path: path.to_owned(), source })
}

/// Writes a file under a temporary name, syncs it and renames it; on any failure nothing is left.
fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let temporary = temporary(folder)?;
    let mut out = BufWriter::with_capacity(1 << 20, temporary.as_file());
    write(&mut out).and_then(|()| out.flush()).map_err(io_error("write", path))?;
    drop(out);
    temporary.as_file().sync_all().map_err(io_error("write", path))?;
    temporary.persist(path).map_err(|e| io_error("replace", path)(e.error))?;
    sync_folder(folder).map_err(io_error("sync", folder))
}

/// A locked temporary file in a folder. It is removed when it is dropped; what a killed process left there goes now.
fn temporary(folder: &Path) -> Result<NamedTempFile, FileError> {
    remove_litter(folder);
    let (prefix, suffix) = TEMPORARY;
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(suffix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As files are made ordinarily: the umask decides. The crate's own default shuts out all other users.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder).map_err(io_error("write into the folder", folder))?;
    // The lock tells other processes that this one is alive. Where locks do not exist nothing is removed either.
    let _ = file.as_file().lock();
    Ok(file)
}

/// Removes temporary files whose maker is gone: those that can be locked.
fn remove_litter(folder: &Path) {
    let (prefix, suffix) = TEMPORARY;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && name.starts_with(prefix) && name.ends_with(suffix) {
            let abandoned = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok() && old_enough(&file));
            if abandoned {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Whether a file is older than the moment between making and locking it can last.
fn old_enough(file: &File) -> bool {
    let modified = file.metadata().and_then(|m| m.modified()).ok();
    modified.and_then(|m| m.elapsed().ok()).is_some_and(|age| age.as_secs() >= 10)
}

/// Makes a rename survive a power cut, where folders can be synced.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
