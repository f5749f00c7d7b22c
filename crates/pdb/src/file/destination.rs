//! Resolves an output path to its final target. A regular file is replaced as a whole, and a pipe
//! or a device is written to directly.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf, Prefix};

/// Maximum number of symbolic links to follow before the path is treated as a loop. Linux has the
/// same limit.
const MAX_LINKS: usize = 40;

/// Target of an output path after all symbolic links are followed. The kind of target determines
/// how the data is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A regular file, or a path where no file exists yet. The data is written to a temporary file,
    /// which is then renamed to this path.
    Regular(PathBuf),
    /// A pipe, a device or an open file (`/dev/stdout`, `/proc/self/fd/3`). It cannot be replaced,
    /// so the data is written to it directly.
    Direct(PathBuf),
}

impl Destination {
    /// Resolves an output path by following its symbolic links. The final target does not need to
    /// exist.
    ///
    /// # Errors
    /// Returns an error if the path is a folder, cannot be examined, or contains a loop of symbolic
    /// links.
    pub fn of(path: &Path) -> io::Result<Self> {
        if is_named_device(path) {
            return Ok(Self::Direct(path.to_owned()));
        }
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            let kind = match fs::symlink_metadata(&path) {
                Ok(metadata) => metadata.file_type(),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Self::Regular(path));
                }
                Err(error) => return Err(error),
            };
            if kind.is_dir() {
                return Err(io::Error::new(
                    io::ErrorKind::IsADirectory,
                    "it is a folder, not a file",
                ));
            } else if kind.is_file() {
                return Ok(Self::Regular(path));
            } else if !kind.is_symlink() || is_among_open_files(&path) {
                return Ok(Self::Direct(path));
            }
            path = folder_of(&path).join(fs::read_link(&path)?);
        }
        Err(io::Error::other("its symbolic links form a loop"))
    }

    /// Returns the path after all symbolic links have been followed.
    pub fn path(&self) -> &Path {
        match self {
            Self::Regular(path) | Self::Direct(path) => path,
        }
    }
}

/// Returns whether a path names a device or a pipe, such as `NUL`, `CON` or `\\.\pipe\name`.
///
/// Only Windows has such names, and they are valid in every folder. They are recognised by the
/// path, because Windows provides no metadata for them.
pub fn is_named_device(path: &Path) -> bool {
    let Ok(path) = std::path::absolute(path) else {
        return false;
    };
    matches!(path.components().next(), Some(Component::Prefix(prefix)) if matches!(prefix.kind(), Prefix::DeviceNS(_)))
}

/// Returns the folder of a file, or `.` if the path has no folder.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Returns whether a symbolic link is in `/proc`. Such a link can refer to a file that a process
/// has open. An open file cannot be replaced, so the data must be written to it directly.
fn is_among_open_files(link: &Path) -> bool {
    fs::canonicalize(folder_of(link)).is_ok_and(|folder| folder.starts_with("/proc"))
}

#[cfg(all(test, windows))]
mod windows_tests {
    use super::*;

    #[test]
    fn device_names_are_written_directly_and_other_names_as_files() {
        for name in ["NUL", "nul", "CON", r"\\.\pipe\fifteen"] {
            assert_eq!(
                Destination::of(Path::new(name)).unwrap(),
                Destination::Direct(name.into())
            );
        }
        for name in ["nullable", r"\\?\C:\none", "ünï cödé"] {
            assert_eq!(
                Destination::of(Path::new(name)).unwrap(),
                Destination::Regular(name.into())
            );
        }
    }
}
