//! What a path leads to: a regular file, which is replaced as a whole, or a pipe or device, which
//! is written to.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf, Prefix};

/// Maximum number of symbolic links that are followed one after the other, as on Linux.
const MAX_LINKS: usize = 40;

/// What a path leads to, after all symbolic links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A regular file, or no file yet. It is written under a temporary name and renamed.
    Regular(PathBuf),
    /// A pipe, a device or an open file (`/dev/stdout`, `/proc/self/fd/3`). It is opened and
    /// written to.
    Direct(PathBuf),
}

impl Destination {
    /// Follows the symbolic links of a path. The file that it leads to need not exist.
    ///
    /// # Errors
    /// Returns an error if the path is a folder, if it cannot be examined, or if its links form a
    /// loop.
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

    /// The path after all links.
    pub fn path(&self) -> &Path {
        match self {
            Self::Regular(path) | Self::Direct(path) => path,
        }
    }
}

/// Returns whether a name stands for a device or a pipe in every folder, such as `NUL`, `CON` and
/// `\\.\pipe\name`.
///
/// Only Windows has such names. They are recognised by the path, because Windows gives no metadata
/// for them.
pub fn is_named_device(path: &Path) -> bool {
    let Ok(path) = std::path::absolute(path) else {
        return false;
    };
    matches!(path.components().next(), Some(Component::Prefix(prefix)) if matches!(prefix.kind(), Prefix::DeviceNS(_)))
}

/// Returns the folder of a file, which is `.` for a name without a folder.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Returns whether a link is one of those in `/proc/PID/fd`, which stand for open files whatever
/// path they show.
fn is_among_open_files(link: &Path) -> bool {
    fs::canonicalize(folder_of(link)).is_ok_and(|folder| folder.starts_with("/proc"))
}

#[cfg(all(test, windows))]
mod windows_tests {
    use super::*;

    #[test]
    fn names_of_devices_are_written_to_and_others_are_files() {
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
