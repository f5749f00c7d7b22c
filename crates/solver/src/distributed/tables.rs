//! The tables of a search on this machine: found by their digests, or built.

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

/// The pause between two tries to lock a folder.
const PAUSE: Duration = Duration::from_millis(50);

/// The files of the tables of a search, found by their digests in the given files and folders and in the default folders.
/// Tables that are missing are built on `threads` threads into the first given folder, else the default one, by one process
/// at a time. Building ends in an error soon after another thread sets `cancel`.
///
/// # Errors
/// If a folder cannot be read, or a table cannot be built or saved, or is not the one with which the search began.
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

/// Waits for the lock of a folder; without one where files cannot be locked.
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

/// The file of each table of a search, read whole and verified; none where there is no such file.
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
    // The header is not enough: the entries are not checked again.
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

/// Builds a table of a search into a folder, under the usual name or, if another file has that, one with the digest.
fn build(
    search: &SearchSpec,
    table: &TableDigest,
    folder: &Path,
    threads: usize,
    cancel: &AtomicBool,
) -> Result<PathBuf, DistributedError> {
    let (pattern, kind) = pattern(search, table)?;
    // Anything else could lead out of the folder.
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

/// The pattern and kind of a table of a search.
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
