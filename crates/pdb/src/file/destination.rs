//! Resolves an output path to a regular file, which is replaced as a whole, or to a pipe or device,
//! which is written to directly.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf, Prefix};

/// Maximum number of symbolic links that are followed before the path is treated as a loop. Linux
/// has the same limit.
const MAX_LINKS: usize = 40;

/// What an output path refers to after all symbolic links are followed, which decides how it is
/// written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A regular file, or a path where no file exists yet. The data is written to a temporary file,
    /// which is then renamed to this path.
    Regular(PathBuf),
    /// A pipe, a device or an open file (`/dev/stdout`, `/proc/self/fd/3`). The data is written to
    /// it directly, because it cannot be replaced.
    Direct(PathBuf),
}

impl Destination {
    /// Follows the symbolic links of an output path. The final target need not exist.
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

    /// Returns the path after all symbolic links have been followed.
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

/// Returns whether a symbolic link is in `/proc/PID/fd`. Such a link stands for a file that a
/// process has open, whatever path it shows.
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
