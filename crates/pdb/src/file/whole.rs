//! Files written whole or not at all: under a temporary name, synced, renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::destination::{Destination, folder_of};
use super::error::{FileError, io_error};

/// The prefix and suffix of temporary files. Making one removes the others of this form that no process holds.
const TEMPORARY: (&str, &str) = (".fifteen-", ".tmp");

/// Attempts at a temporary file that another process does not take for litter before it is locked.
const TRIES: usize = 100;

/// Makes a folder, if need be, and checks that files can be written there.
///
/// # Errors
/// [`FileError::Io`] if they cannot.
pub fn prepare_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(io_error("make the folder", folder))?;
    temporary(folder).map(drop)
}

/// Writes a file: under a temporary name, which is synced and renamed, so that on any failure nothing is left.
///
/// A symbolic link stays, and its target is replaced. A replaced file keeps its permissions. A pipe, a device or an
/// open file is written to directly (see [`Destination`]).
///
/// # Errors
/// [`FileError::Io`] with the step that failed.
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
    // A rename survives a power cut where folders can be synced.
    let synced = if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all())
    } else {
        Ok(())
    };
    synced.map_err(io_error("sync", folder))
}

/// Checks that [`write_whole`] can be expected to succeed, without writing anything.
///
/// # Errors
/// [`FileError::Io`] if it would fail at once.
pub fn require_writable(path: &Path) -> Result<(), FileError> {
    match Destination::of(path).map_err(io_error("write", path))? {
        // A pipe may have no reader yet, and opening it would wait for one.
        Destination::Direct(_) => Ok(()),
        Destination::Regular(target) => {
            old_file(&target).map_err(io_error("replace", path))?;
            temporary(folder_of(&target)).map(drop)
        }
    }
}

/// Renames a finished file to its name.
///
/// Windows does not replace a file that is open or mapped, but renames it. Such a file moves aside under a temporary
/// name, where its readers keep it, and is removed with the litter once they are gone.
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

/// Moves a file aside, and another one to its name. If that fails, the file gets its name back.
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
        // Nothing more can be done for it than this.
        let _ = fs::rename(aside.path(), target);
    })
}

/// Opens what is not a regular file, and writes to it. An open file is appended to, since others may have written
/// there.
fn write_directly(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    // A device of Windows refuses to be appended to.
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
    // What is left of a failed write is not tried again.
    let _ = out.into_parts();
    written
}

/// Opens the file that is to be replaced, if there is one, as if to write to it: a protected file is not replaced.
fn old_file(target: &Path) -> io::Result<Option<File>> {
    match OpenOptions::new().write(true).open(target) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Gives a new file the permissions, and where possible the owner, of the file that it will replace.
fn keep_permissions(target: &Path, new: &File) -> io::Result<()> {
    let Some(old) = old_file(target)? else {
        return Ok(());
    };
    let metadata = old.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only root may give files away; for all others the file becomes their own.
        let _ = fchown(new, Some(metadata.uid()), Some(metadata.gid()));
    }
    new.set_permissions(metadata.permissions())
}

/// A locked temporary file in a folder, which is removed when it is dropped. Litter of killed processes is removed now.
fn temporary(folder: &Path) -> Result<NamedTempFile, FileError> {
    remove_litter(folder);
    for _ in 0..TRIES {
        // Opened here, so that the umask decides, as for ordinary files, and errors do not name the temporary file.
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
        // The lock tells other processes that this one is alive. Where locks do not exist nothing is removed either.
        let _ = file.as_file().lock();
        // Before it was locked another process may have taken it for litter. Names are random: this one is not reused.
        if fs::symlink_metadata(file.path()).is_ok() {
            return Ok(file);
        }
    }
    let source = io::Error::other("a new file does not stay there");
    Err(io_error("write into the folder", folder)(source))
}

/// The names of temporary files.
fn temporary_name() -> tempfile::Builder<'static, 'static> {
    let (prefix, suffix) = TEMPORARY;
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(suffix);
    builder
}

/// Removes temporary files whose process is gone, recognised by their free lock. A file that cannot be removed stays.
pub fn remove_litter(folder: &Path) {
    let (prefix, suffix) = TEMPORARY;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && name.starts_with(prefix) && name.ends_with(suffix) {
            // The lock is held during the removal, so that a process that is just making the file notices it.
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
    fn litter_goes_and_what_is_held_stays() {
        let folder = tempfile::tempdir().unwrap();
        let held = temporary(folder.path()).unwrap();
        fs::write(folder.path().join(".fifteen-dead.tmp"), "half a table").unwrap();
        fs::write(folder.path().join("table.pdb"), "a table").unwrap();
        write_whole(&folder.path().join("new"), |out| out.write_all(b"whole")).unwrap();
        // Names that are alike only in part are those of others.
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
    fn a_file_that_moves_aside_comes_back_unless_it_is_replaced() {
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
