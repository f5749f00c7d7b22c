//! Finds the tables of a search on this machine by their digests, or builds them.

use std::fs::{File, TryLockError};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fifteen_pdb::{Partition, Pattern, TableBuilder, TableKind, file};
use fifteen_puzzle::{Goal, Symmetry};
use fifteen_resources::Threads;

use super::{DistributedError, SearchSpec, TableDigest};
use crate::json::excerpt;
use crate::tables::{TableFile, TableLocation, default_folder, files, locations};

/// Time between two attempts to lock a folder.
const PAUSE: Duration = Duration::from_millis(50);

/// Returns the files of a search's tables, which are identified by their digests. Looks in the
/// given files and folders and in the default folders.
///
/// Missing tables are built on `threads` threads in the first given folder, or else in the default
/// folder. A lock ensures that only one process builds at a time. Setting `cancel` from another
/// thread stops the build with an error.
///
/// # Errors
/// Returns an error if a folder cannot be read, or if a table cannot be built or saved or differs
/// from the one with which the search started.
pub fn provide_tables(
    search: &SearchSpec,
    given: &[PathBuf],
    threads: usize,
    cancel: &AtomicBool,
) -> Result<Vec<PathBuf>, DistributedError> {
    if let Some(paths) = locate(search, given)?.into_iter().collect() {
        return Ok(paths);
    }
    let no_folder =
        || DistributedError::Tables("there is no folder for tables; name one".to_owned());
    let folder = given
        .iter()
        .find(|path| !path.is_file())
        .cloned()
        .or_else(default_folder)
        .ok_or_else(no_folder)?;
    file::prepare_folder(&folder)?;
    let _lock = lock(&folder, cancel)?;
    let tables = search.tables.iter().zip(locate(search, given)?);
    let provide = |(table, path): (_, Option<PathBuf>)| {
        path.map_or_else(|| build(search, table, &folder, threads, cancel), Ok)
    };
    tables.map(provide).collect()
}

/// Waits until the folder is locked for this process. Returns `None` if its file system does not
/// support locks.
fn lock(folder: &Path, cancel: &AtomicBool) -> Result<Option<File>, DistributedError> {
    let Ok(file) = File::create(folder.join(".fifteen-build.lock")) else {
        return Ok(None);
    };
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        if cancel.load(Ordering::Relaxed) {
            return Err(DistributedError::Interrupted);
        }
        thread::sleep(PAUSE);
    }
    Ok(Some(file))
}

/// Returns the file of each table of a search, or `None` if it is not found. Each file is read
/// completely to verify its digest.
fn locate(
    search: &SearchSpec,
    given: &[PathBuf],
) -> Result<Vec<Option<PathBuf>>, DistributedError> {
    let mut found: Vec<TableFile> = Vec::new();
    let given: Vec<PathBuf> = given.iter().filter(|path| path.exists()).cloned().collect();
    for location in [TableLocation::given(&given)]
        .into_iter()
        .chain(locations(&[]))
    {
        found.extend(location.scan()?.tables);
    }
    // Check the entries and not only the header, because they are not verified again later.
    let is = |file: &TableFile, table: &TableDigest| {
        TableDigest::of(&file.header) == *table
            && files()
                .open_verified(&file.path)
                .is_ok_and(|read| read.header().digest_hex() == table.digest)
    };
    let file_of = |table| {
        found
            .iter()
            .find(|file| is(file, table))
            .map(|file| file.path.clone())
    };
    Ok(search.tables.iter().map(file_of).collect())
}

/// Builds a table of a search and saves it in a folder. If the usual file name is taken, the name
/// contains the digest.
fn build(
    search: &SearchSpec,
    table: &TableDigest,
    folder: &Path,
    threads: usize,
    cancel: &AtomicBool,
) -> Result<PathBuf, DistributedError> {
    let (pattern, kind) = pattern(search, table)?;
    // The digest becomes part of a file name, so a forged digest could point outside the folder.
    if !table.digest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(DistributedError::field(
            "tables",
            format_args!(
                "'{}' is not a digest in hexadecimal",
                excerpt(&table.digest)
            ),
        ));
    }
    let name = file::file_name(&pattern, kind);
    let digest = table.digest.get(..16).unwrap_or(&table.digest);
    let other = format!("{}_{digest}.pdb", name.trim_end_matches(".pdb"));
    let path = folder.join(if folder.join(&name).exists() {
        other
    } else {
        name
    });
    let built = TableBuilder::new()
        .kind(kind)
        .threads(Threads::all_if_zero(threads))
        .on_progress(|_| {
            if cancel.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .build(&pattern)?;
    let found = TableDigest::of(built.header());
    if found != *table {
        return Err(DistributedError::other_table(table, &found));
    }
    file::save(&built, &path, None)?;
    Ok(path)
}

/// Parses the pattern and the kind of a table.
fn pattern(
    search: &SearchSpec,
    table: &TableDigest,
) -> Result<(Pattern, TableKind), DistributedError> {
    let goal = search.goal_board()?;
    let size = goal.size();
    let wrong = || {
        DistributedError::field(
            "tables",
            format_args!(
                "'{}' is not a table of a {size} board",
                excerpt(&table.table)
            ),
        )
    };
    let (tiles, kind) = table.table.rsplit_once(' ').ok_or_else(wrong)?;
    let goal =
        Goal::with_blank(size, Symmetry::representative(size, goal.blank())).ok_or_else(wrong)?;
    let pattern = Partition::one_pattern(tiles, &goal).map_err(|_| wrong())?;
    Ok((pattern, kind.parse().map_err(|_| wrong())?))
}
