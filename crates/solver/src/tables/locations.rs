//! The locations that are searched for tables: paths given, `$FIFTEEN_PDB_DIR`, the user's data folder.
//!
//! Neither the current folder nor a folder above it is searched. Otherwise, whoever wrote the files there could provide
//! forged tables, with which solutions are longer than the shortest.

use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{SkippedFile, TableError, TableFile, TableListing, files};

/// The environment variable that names the folder of the tables.
pub const FOLDER_VARIABLE: &str = "FIFTEEN_PDB_DIR";

/// A place where tables may be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableLocation {
    /// The reason why it is searched.
    pub origin: Origin,
    /// Its folders and files.
    pub paths: Vec<PathBuf>,
}

/// The reason why a location is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The caller named it.
    Given,
    /// The environment variable [`FOLDER_VARIABLE`] names it.
    Environment,
    /// The user's data folder.
    UserData,
}

/// The locations to search: the paths given, otherwise the environment's folder, otherwise the user's.
pub fn locations(given: &[PathBuf]) -> Vec<TableLocation> {
    all_locations(given)
        .into_iter()
        .filter(|(_, searched)| *searched)
        .map(|(location, _)| location)
        .collect()
}

/// Every location, in order, and true for those that are searched: paths given exclude all others, and the
/// environment's folder excludes those after it.
pub(super) fn all_locations(given: &[PathBuf]) -> Vec<(TableLocation, bool)> {
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
        .map(|(location, number)| (location, number <= last))
        .collect()
}

/// The folder into which tables are built by default: the first one that is searched.
pub fn default_folder() -> Option<PathBuf> {
    locations(&[])
        .into_iter()
        .next()
        .and_then(|location| location.paths.into_iter().next())
}

/// The folder for tables in the user's data on this machine.
///
/// Tables are too large for a profile that Windows copies between machines. On Unix the list of users is not asked for
/// a home folder: a static program would load the C library of the system for it.
fn user_data() -> Option<PathBuf> {
    of_user(
        "XDG_DATA_HOME",
        ".local/share",
        "Library/Application Support",
    )
    .map(|data| data.join("pdb"))
}

/// The folder for what this program may lose on this machine.
pub(super) fn user_cache() -> Option<PathBuf> {
    of_user("XDG_CACHE_HOME", ".cache", "Library/Caches")
}

/// This program's part of a folder of the user: of the one that the variable names, or in the home folder.
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
    /// Files and folders that the caller names.
    pub fn given(paths: &[PathBuf]) -> Self {
        Self {
            origin: Origin::Given,
            paths: paths.to_vec(),
        }
    }

    /// Reads the headers of all tables of this location, in the order of their paths.
    ///
    /// In a folder, files that end neither in `.pdb` nor in `.pdb.zst` are ignored, and tables that cannot be read are
    /// returned as skipped. A folder that the caller did not name and that cannot be read is skipped too.
    ///
    /// # Errors
    /// If a file or folder that the caller named cannot be read.
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

/// The files of a folder that are tables by their names, in the order of their names.
///
/// # Errors
/// If the folder cannot be read.
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
    // The order of a folder's entries is the file system's; the choice must not depend on it.
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

/// The paths, for messages.
impl fmt::Display for TableLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths: Vec<_> = self.paths.iter().map(|p| p.display().to_string()).collect();
        f.write_str(&paths.join(", "))
    }
}
