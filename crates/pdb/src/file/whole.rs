//! Atomic file writes. Data is written to a temporary file, which is synced and then renamed. So a
//! file is written either completely or not at all.
//!
//! A killed process leaves its temporary file behind. To make such files recognisable, each process
//! locks its temporary file while it runs. The next process that writes to the folder removes all
//! temporary files that are not locked.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::destination::{Destination, folder_of};
use super::error::{FileError, io_error};

/// Prefix and suffix of the names of temporary files. By these names, the files that killed
/// processes have left behind can be recognised.
const TEMPORARY: (&str, &str) = (".fifteen-", ".tmp");

/// Maximum number of attempts to create and lock a temporary file. An attempt fails if another
/// process removes the new file before it is locked, because it looks like a leftover file.
const TRIES: usize = 100;

/// Creates a folder if it does not exist, and checks that files can be written to it.
///
/// # Errors
/// Returns [`FileError::Io`] if the folder cannot be created or files cannot be written to it.
pub fn prepare_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(io_error("make the folder", folder))?;
    temporary(folder).map(drop)
}

/// Writes a file atomically. The data is written to a temporary file, which is synced and then
/// renamed, so that a failure leaves no partial file behind.
///
/// If the path is a symbolic link, its target is replaced and the link remains. The new file has
/// the permissions of the old one. If the path is a pipe, a device or an open file, the data is
/// written to it directly (see [`Destination`]).
///
/// # Errors
/// Returns [`FileError::Io`] with the operation that failed, such as "sync".
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let target = match Destination::of(path).map_err(io_error("write", path))? {
        Destination::Regular(target) => target,
        Destination::Direct(_) => return write_directly(path, write),
    };
    let folder = folder_of(&target);
    let temporary = temporary(folder)?;
    keep_permissions(&target, temporary.as_file()).map_err(io_error("replace", path))?;
    write_to(temporary.as_file(), write).map_err(io_error("write", path))?;
    temporary
        .as_file()
        .sync_all()
        .map_err(io_error("write", path))?;
    put_in_place(temporary, &target).map_err(io_error("replace", path))?;
    // Sync the folder too. Otherwise, a power failure on Unix can undo the rename.
    let synced = if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all())
    } else {
        Ok(())
    };
    synced.map_err(io_error("sync", folder))
}

/// Checks whether [`write_whole`] is likely to succeed for a path. The file is not changed.
///
/// # Errors
/// Returns [`FileError::Io`] if the path cannot be written to.
pub fn require_writable(path: &Path) -> Result<(), FileError> {
    match Destination::of(path).map_err(io_error("write", path))? {
        // Do not open a pipe here, because this would block until another process opens it for
        // reading.
        Destination::Direct(_) => Ok(()),
        Destination::Regular(target) => {
            old_file(&target).map_err(io_error("replace", path))?;
            temporary(folder_of(&target)).map(drop)
        }
    }
}

/// Renames a finished file to its final name.
///
/// On Windows, a file that a program has open or mapped can be renamed, but not replaced. So the
/// old file first gets a temporary name, under which the program can continue to read it. It is
/// removed later, after all programs have closed it.
fn put_in_place(mut new: NamedTempFile, target: &Path) -> io::Result<()> {
    let placed = match fs::rename(new.path(), target) {
        Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => {
            replace_open_file(new.path(), target)
        }
        placed => placed,
    };
    new.disable_cleanup(placed.is_ok());
    placed
}

/// Replaces the file `target`, which is open, with the file `new`. First renames `target` to a
/// temporary name. If `new` then cannot be renamed, `target` gets its old name back.
fn replace_open_file(new: &Path, target: &Path) -> io::Result<()> {
    let aside = temporary_name().make_in(folder_of(target), |aside| fs::rename(target, aside));
    let aside = aside.map_err(|error| {
        let kind = error.kind();
        io::Error::new(
            kind,
            format!("{error}; another program has it open: close that program, and try again"),
        )
    })?;
    fs::rename(new, target).inspect_err(|_| {
        // If this rename fails too, the old file keeps its temporary name.
        let _ = fs::rename(aside.path(), target);
    })
}

/// Writes to a pipe, a device or a file that a process already has open. Data is appended, because
/// overwriting could destroy what other processes have written.
fn write_directly(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    // Windows does not support appending to devices such as NUL.
    let file = OpenOptions::new()
        .write(true)
        .append(cfg!(unix))
        .open(path)
        .map_err(io_error("open", path))?;
    write_to(&file, write).map_err(io_error("write", path))
}

fn write_to(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let written = write(&mut out).and_then(|()| out.flush());
    // Discard the buffer, because dropping a writer that still has buffered data would repeat the
    // failed write.
    let _ = out.into_parts();
    written
}

/// Opens an existing file for writing, so that a write-protected file causes an error instead of
/// being replaced. Returns `None` if the file does not exist.
fn old_file(target: &Path) -> io::Result<Option<File>> {
    match OpenOptions::new().write(true).open(target) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Gives a new file the permissions of the file that it will replace. If possible, also gives it
/// the same owner.
fn keep_permissions(target: &Path, new: &File) -> io::Result<()> {
    let Some(old) = old_file(target)? else {
        return Ok(());
    };
    let metadata = old.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only root can change the owner of a file. For other users, the call fails, and the
        // current user remains the owner of the new file.
        let _ = fchown(new, Some(metadata.uid()), Some(metadata.gid()));
    }
    new.set_permissions(metadata.permissions())
}

/// Removes the leftover temporary files of killed processes from a folder. Then creates a new
/// temporary file in the folder and locks it. The file is removed when the returned value is
/// dropped.
fn temporary(folder: &Path) -> Result<NamedTempFile, FileError> {
    remove_litter(folder);
    for _ in 0..TRIES {
        // Open the file here instead of leaving this to `tempfile`. Then the file has ordinary
        // permissions, and error messages do not mention its temporary name.
        let mut refused = None;
        let open = |path: &Path| {
            let opened = File::options()
                .read(true)
                .write(true)
                .create_new(true)
                .open(path);
            opened.inspect_err(|error| refused = error.raw_os_error())
        };
        let made = temporary_name().make_in(folder, open);
        let file = made.map_err(|error| {
            io_error("write into the folder", folder)(
                refused.map_or(error, io::Error::from_raw_os_error),
            )
        })?;
        // The lock tells other processes that this file is in use. An error can be ignored: on a
        // file system without locks, other processes cannot lock the file either, so they never
        // remove it.
        let _ = file.as_file().lock();
        // Before the file was locked, another process could have removed it as a leftover. If the
        // path still exists, it is the same file, because the name is random.
        if fs::symlink_metadata(file.path()).is_ok() {
            return Ok(file);
        }
    }
    let source = io::Error::other("a new file does not stay there");
    Err(io_error("write into the folder", folder)(source))
}

/// Returns a generator of random names for temporary files.
fn temporary_name() -> tempfile::Builder<'static, 'static> {
    let (prefix, suffix) = TEMPORARY;
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(suffix);
    builder
}

/// Removes the temporary files that killed or crashed processes have left in a folder. These files
/// are recognised by their names, and they are not locked by any process. Errors are ignored.
pub fn remove_litter(folder: &Path) {
    let (prefix, suffix) = TEMPORARY;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && name.starts_with(prefix) && name.ends_with(suffix) {
            // Hold the lock during the removal. Otherwise, a process that has just created the file
            // could lock it now, and would not notice its removal.
            let held = File::open(entry.path())
                .ok()
                .filter(|file| file.try_lock().is_ok());
            if held.is_some() {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn leftover_temporary_files_are_deleted_unless_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let held = temporary(folder.path()).unwrap();
        fs::write(folder.path().join(".fifteen-dead.tmp"), "half a table").unwrap();
        fs::write(folder.path().join("table.pdb"), "a table").unwrap();
        write_whole(&folder.path().join("new"), |out| out.write_all(b"whole")).unwrap();
        // Files with only the prefix or only the suffix belong to other programs.
        fs::write(folder.path().join(".fifteen-notes"), "mine").unwrap();
        fs::write(folder.path().join("mine.tmp"), "mine").unwrap();
        remove_litter(folder.path());
        for name in [".fifteen-notes", "mine.tmp"] {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
        let name = held
            .path()
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        assert!(
            name.starts_with(".fifteen-") && name.ends_with(".tmp"),
            "{name}"
        );
        assert_eq!(names(folder.path()), [&name, "new", "table.pdb"]);
        drop(held);
        assert_eq!(names(folder.path()), ["new", "table.pdb"]);
    }

    #[test]
    fn a_renamed_file_is_restored_if_its_replacement_fails() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
        fs::write(&old, "old").unwrap();
        assert!(
            replace_open_file(&new, &old).is_err(),
            "there is no new file"
        );
        assert_eq!(
            (fs::read(&old).unwrap(), names(folder.path())),
            (b"old".to_vec(), vec!["old".to_owned()])
        );
        fs::write(&new, "new").unwrap();
        replace_open_file(&new, &old).unwrap();
        assert_eq!(
            (fs::read(&old).unwrap(), names(folder.path())),
            (b"new".to_vec(), vec!["old".to_owned()])
        );
    }
}
