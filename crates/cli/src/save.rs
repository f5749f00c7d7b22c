//! The files to which a command writes: `-` for the standard output, names that collide, and endings that name a
//! format.
//!
//! The rules by which a file is written, whole or not at all, are in [`fifteen_solver::pdb::file`].

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use fifteen_solver::pdb::file::{self, Destination, write_whole};

use crate::output::unwritten;

/// Writes a file.
pub(crate) fn bytes(path: &Path, content: &[u8]) -> Result<()> {
    with(path, |out| out.write_all(content))
}

/// Writes a file, or to the standard output, piece by piece.
pub(crate) fn with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    if is_stdout(path) {
        let mut out = io::BufWriter::new(io::stdout().lock());
        return Ok(write(&mut out).and_then(|()| out.flush()).map_err(unwritten)?);
    }
    Ok(write_whole(path, write)?)
}

/// Writes a picture, and says so where it is not on the standard output.
pub(crate) fn picture(path: &Path, content: &[u8], ui: &crate::terminal::ui::Ui) -> Result<()> {
    bytes(path, content)?;
    if !is_stdout(path) {
        ui.note(format_args!("drawn: {}", path.display()));
    }
    Ok(())
}

/// True for `-`, and for paths of the system that mean the standard output, such as `/dev/stdout`.
pub(crate) fn is_stdout(path: &Path) -> bool {
    if path.as_os_str() == "-" {
        return true;
    }
    let Ok(Destination::Direct(path)) = Destination::of(path) else { return false };
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let open_files = Path::new("/proc/self/fd").canonicalize().unwrap_or_else(|_| PathBuf::from("/dev/fd"));
    path.file_name().is_some_and(|name| name == "1") && folder == Some(open_files)
}

/// An option that writes a file, and the path given.
pub(crate) type OutputFile<'a> = (&'static str, &'a Path);

/// Checks before any work that all files can be written, that no two are the same, and that none is the file to which
/// the standard output goes. Returns the option that takes the standard output, if one does.
pub(crate) fn prepare(files: &[OutputFile<'_>]) -> Result<Option<&'static str>> {
    for (i, file @ (option, path)) in files.iter().enumerate() {
        files[..i].iter().try_for_each(|other| refuse_same(*other, *file))?;
        if is_stdout(path) {
            continue;
        }
        if stdout_identity().is_some_and(|stdout| identity(path) == Some(stdout)) {
            bail!(
                "{option} names the file to which the standard output goes: {}; write {option} -, or name another file",
                path.display()
            );
        }
        file::require_writable(path)?;
    }
    Ok(files.iter().find(|(_, path)| is_stdout(path)).map(|(option, _)| *option))
}

/// Refuses two options that name one file, however it is spelt.
pub(crate) fn refuse_same((one, path): OutputFile<'_>, (other, other_path): OutputFile<'_>) -> Result<()> {
    let same = match (is_stdout(path), is_stdout(other_path)) {
        (false, false) => {
            let identities = identity(path).zip(identity(other_path));
            place(path) == place(other_path) || identities.is_some_and(|(one, other)| one == other)
        }
        (is, other_is) => is && other_is,
    };
    if same {
        let path = other_path.display();
        bail!("{one} and {other} name the same file: {path}; give each a file of its own");
    }
    Ok(())
}

/// Refuses to write bytes that are no text to the standard output if that is a terminal.
pub(crate) fn refuse_terminal(option: &str, what: &str) -> Result<()> {
    if io::stdout().is_terminal() {
        bail!("{option} - would write {what} to the terminal; redirect the standard output to a file or a program");
    }
    Ok(())
}

/// Refuses `-` and files where a folder is expected.
pub(crate) fn require_folder(option: &str, path: &Path) -> Result<()> {
    if path.as_os_str() == "-" {
        bail!("{option} names a folder, and the standard output is none; for a folder of that name write ./-");
    }
    let wrong = match path.metadata() {
        Ok(found) if !found.is_dir() => "is a file",
        Err(_) if path.ancestors().skip(1).any(Path::is_file) => "lies within a file",
        _ => return Ok(()),
    };
    Err(anyhow!("{option} names a folder, but {} {wrong}; name another", path.display()))
}

/// The path behind all links, absolute. Names that differ only in capitals are one on Windows.
fn place(path: &Path) -> PathBuf {
    let path = Destination::of(path).map_or_else(|_| path.to_owned(), |destination| destination.path().to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let place = folder
        .canonicalize()
        .ok()
        .zip(path.file_name())
        .map_or_else(|| path.clone(), |(folder, name)| folder.join(name));
    if cfg!(windows) { place.to_string_lossy().to_lowercase().into() } else { place }
}

/// Device and number of an existing file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    path.metadata().ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Volume and number of an existing file.
#[cfg(windows)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    winapi_util::Handle::from_path_any(path).ok().and_then(identity_of)
}

#[cfg(windows)]
fn identity_of(handle: impl winapi_util::AsHandleRef) -> Option<(u64, u64)> {
    winapi_util::file::information(handle).ok().map(|found| (found.volume_serial_number(), found.file_index()))
}

/// Other systems are asked for paths only.
#[cfg(not(any(unix, windows)))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// The identity of the regular file to which the standard output goes.
#[cfg(unix)]
fn stdout_identity() -> Option<(u64, u64)> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let stdout = io::stdout().as_fd().try_clone_to_owned().ok().map(std::fs::File::from)?;
    let metadata = stdout.metadata().ok().filter(std::fs::Metadata::is_file)?;
    Some((metadata.dev(), metadata.ino()))
}

/// The identity of the file to which the standard output goes. A pipe or a console has none.
#[cfg(windows)]
fn stdout_identity() -> Option<(u64, u64)> {
    let stdout = winapi_util::HandleRef::stdout();
    winapi_util::file::typ(&stdout).ok().filter(winapi_util::file::Type::is_disk).and_then(|_| identity_of(stdout))
}

/// Other systems are asked for paths only.
#[cfg(not(any(unix, windows)))]
fn stdout_identity() -> Option<(u64, u64)> {
    None
}
