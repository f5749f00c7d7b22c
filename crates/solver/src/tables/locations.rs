//! The locations that are searched for tables: the given paths, the folder in `$FIFTEEN_PDB_DIR`,
//! and the user's data folder.
//!
//! The current folder and its parent folders are never searched, because another user could have
//! put forged tables there. With forged tables, a search could return a solution that is not
//! shortest.

use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{SkippedFile, TableError, TableFile, TableListing, files};

/// Environment variable for the path of the folder with tables.
pub const FOLDER_VARIABLE: &str = "FIFTEEN_PDB_DIR";

/// Folders and files that can contain tables, with the reason for searching them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableLocation {
    /// Reason why the location is searched.
    pub origin: Origin,
    /// Folders and files of the location.
    pub paths: Vec<PathBuf>,
}

/// Reason why a location is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The caller specified the location.
    Given,
    /// The environment variable [`FOLDER_VARIABLE`] contains the path of the location.
    Environment,
    /// The location is the user's data folder.
    UserData,
}

/// A location that can contain tables.
pub(super) struct KnownLocation {
    pub(super) location: TableLocation,
    /// Whether searches look for tables here. False if an earlier location takes precedence.
    pub(super) is_searched: bool,
}

/// Returns the locations to search. They are the given paths, or else the folder in the environment
/// variable, or else the user's data folder.
pub fn locations(given: &[PathBuf]) -> Vec<TableLocation> {
    all_locations(given)
        .into_iter()
        .filter(|known| known.is_searched)
        .map(|known| known.location)
        .collect()
}

/// Returns all known locations, in order of precedence. Given paths exclude all other locations,
/// and a folder in the environment variable excludes the user's data folder.
pub(super) fn all_locations(given: &[PathBuf]) -> Vec<KnownLocation> {
    let folder = |origin, path: Option<PathBuf>| {
        path.map(|path| TableLocation {
            origin,
            paths: vec![path],
        })
    };
    let given = (!given.is_empty()).then(|| TableLocation::given(given));
    let environment = env::var_os(FOLDER_VARIABLE)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from);
    let others = [
        (Origin::Environment, environment),
        (Origin::UserData, user_data()),
    ];
    let others = others
        .into_iter()
        .filter_map(|(origin, path)| folder(origin, path));
    let all: Vec<TableLocation> = given.into_iter().chain(others).collect();
    let excludes =
        |location: &TableLocation| matches!(location.origin, Origin::Given | Origin::Environment);
    let last = all.iter().position(excludes).unwrap_or(all.len());
    all.into_iter()
        .zip(0..)
        .map(|(location, number)| KnownLocation {
            location,
            is_searched: number <= last,
        })
        .collect()
}

/// Returns the folder in which tables are saved by default. It is the first location that is
/// searched by default.
pub fn default_folder() -> Option<PathBuf> {
    locations(&[])
        .into_iter()
        .next()
        .and_then(|location| location.paths.into_iter().next())
}

/// Returns the folder for tables in the user's data folder.
///
/// On Windows, it is not part of the roaming profile, because tables are too large to be copied
/// between machines.
fn user_data() -> Option<PathBuf> {
    of_user(
        "XDG_DATA_HOME",
        ".local/share",
        "Library/Application Support",
    )
    .map(|data| data.join("pdb"))
}

/// Returns the user's cache folder for this program. Files in it can be deleted at any time.
pub(super) fn user_cache() -> Option<PathBuf> {
    of_user("XDG_CACHE_HOME", ".cache", "Library/Caches")
}

/// Returns this program's folder inside a standard folder of the user. On macOS, the standard
/// folder is `on_mac` in the home directory. On Windows, it is the local data folder. On Linux, it
/// is the value of the environment variable `variable`, or else `otherwise` in the home directory.
fn of_user(variable: &str, otherwise: &str, on_mac: &str) -> Option<PathBuf> {
    let folder = |variable: &str| {
        env::var_os(variable)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let in_home = |path: &str| folder("HOME").map(|home| home.join(path));
    let folder = match () {
        () if cfg!(windows) => folder("LOCALAPPDATA"),
        () if cfg!(target_os = "macos") => in_home(on_mac),
        () => folder(variable).or_else(|| in_home(otherwise)),
    };
    folder.map(|folder| folder.join("fifteen"))
}

impl TableLocation {
    /// Creates a location from the table files and folders that a caller specified.
    pub fn given(paths: &[PathBuf]) -> Self {
        Self {
            origin: Origin::Given,
            paths: paths.to_vec(),
        }
    }

    /// Reads the headers of all tables in this location, sorted by path.
    ///
    /// In a folder, only files that end in `.pdb` or `.pdb.zst` are read. Files that cannot be read
    /// are listed as skipped. A folder that cannot be read is also listed, unless the caller
    /// specified it.
    ///
    /// # Errors
    /// Returns [`TableError`] if a file or folder that the caller specified cannot be read.
    pub fn scan(&self) -> Result<TableListing, TableError> {
        let mut listing = TableListing::default();
        for path in &self.paths {
            match (self.origin, fs::metadata(path)) {
                (Origin::Given, Ok(m)) if m.is_dir() => scan_folder(path, &mut listing)?,
                (Origin::Given, _) => {
                    let header = files().read_header(path)?;
                    listing.tables.push(TableFile {
                        path: path.clone(),
                        header,
                    });
                }
                (_, Ok(m)) if m.is_dir() => {
                    if let Err(error) = scan_folder(path, &mut listing) {
                        listing.skipped.push(SkippedFile::new(path.clone(), &error));
                    }
                }
                (Origin::Environment, no_folder) => {
                    let why = match no_folder {
                        Ok(_) => "it is a file, not a folder".to_owned(),
                        Err(e) if e.kind() == io::ErrorKind::NotFound => {
                            "there is no such folder".to_owned()
                        }
                        Err(e) => e.to_string(),
                    };
                    let reason = format!("{why}, though {FOLDER_VARIABLE} names it");
                    listing.skipped.push(SkippedFile {
                        path: path.clone(),
                        reason,
                        remedy: None,
                    });
                }
                _ => (),
            }
        }
        Ok(listing)
    }
}

/// Returns the files in a folder whose names end in `.pdb` or `.pdb.zst`, sorted by name.
///
/// # Errors
/// Returns [`TableError::Files`] if the folder cannot be read.
pub fn files_of_folder(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    let error = |error: io::Error| {
        TableError::Files(format!(
            "cannot read the folder {}: {error}",
            folder.display()
        ))
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        paths.push(entry.map_err(error)?.path());
    }
    // Sort the paths, so that the choice of tables does not depend on the file system.
    paths.sort();
    paths.retain(|path| is_table_name(path) && path.is_file());
    Ok(paths)
}

fn scan_folder(folder: &Path, listing: &mut TableListing) -> Result<(), TableError> {
    for path in files_of_folder(folder)? {
        match files().read_header(&path) {
            Ok(header) => listing.tables.push(TableFile { path, header }),
            Err(error) => listing.skipped.push(SkippedFile::new(path, &error.into())),
        }
    }
    Ok(())
}

fn is_table_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".pdb") || name.ends_with(".pdb.zst")
}

/// Formats the paths for error messages, separated by commas.
impl fmt::Display for TableLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths: Vec<_> = self.paths.iter().map(|p| p.display().to_string()).collect();
        f.write_str(&paths.join(", "))
    }
}
