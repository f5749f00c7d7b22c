//! Finds the tables that a search needs on this machine, identifying them by their digests. Builds
//! the missing ones.

use std::fs::{File, TryLockError};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fifteen_pdb::{Pattern, TableKind, file};
use fifteen_puzzle::{Board, Symmetry};
use fifteen_resources::{Threads, system_memory};

use super::{DistributedError, SearchSpec, TableDigest};
use crate::json::excerpt;
use crate::tables::{
    TableFile, TableLocation, build_checked, default_folder, files, locations, require_build_memory,
};

/// Time between two attempts to lock a folder while another process holds the lock.
const PAUSE: Duration = Duration::from_millis(50);

/// Returns the files of the tables that a search needs. It looks for tables with the right digests
/// in the given files and folders and in the default folders.
///
/// Missing tables are built on `threads` threads in the first given folder, or else in the default
/// folder. A lock ensures that only one process builds tables at a time. Another thread can set
/// `cancel` to stop the build, which is then an error.
///
/// # Errors
/// Returns an error if a folder cannot be read, if there is not enough memory for a build, or if a
/// table cannot be built or saved. A table that differs from the one with which the search started
/// is an error too.
pub fn provide_tables(
    search: &SearchSpec,
    given: &[PathBuf],
    threads: Threads,
    cancel: &AtomicBool,
) -> Result<Vec<PathBuf>, DistributedError> {
    provide_tables_within(search, given, threads, cancel, system_memory::available())
}

/// Implementation of [`provide_tables`]. `available` is the available memory in bytes, or `None` if
/// it is unknown.
fn provide_tables_within(
    search: &SearchSpec,
    given: &[PathBuf],
    threads: Threads,
    cancel: &AtomicBool,
    available: Option<u64>,
) -> Result<Vec<PathBuf>, DistributedError> {
    let found = locate(search, given)?;
    if found.iter().all(Option::is_some) {
        return Ok(found.into_iter().flatten().collect());
    }
    let no_folder =
        || DistributedError::Tables("there is no folder for tables; name one".to_owned());
    let folder = given
        .iter()
        .find(|path| !path.is_file())
        .cloned()
        .or_else(default_folder)
        .ok_or_else(no_folder)?;
    let builder = MissingTableBuilder {
        search,
        folder: &folder,
        threads,
        cancel,
    };
    builder.require_memory(&found, available)?;
    file::prepare_folder(&folder)?;
    let _lock = lock(&folder, cancel)?;
    // While this process waited for the lock, another one may have built some of the tables.
    let found = locate(search, given)?;
    let tables = search.tables.iter().zip(found);
    let provide =
        |(table, path): (_, Option<PathBuf>)| path.map_or_else(|| builder.build(table), Ok);
    tables.map(provide).collect()
}

/// Waits until this process holds the lock on a folder. Returns `None` if the file system does not
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

/// Returns the path of each table of a search, or `None` for a table that is not found. Candidate
/// files are read completely to verify their digests.
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
    // Verify the entries too, not only the header, because they are not verified again later.
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

/// Builds the tables of a search that are missing on this machine.
struct MissingTableBuilder<'a> {
    search: &'a SearchSpec,
    folder: &'a Path,
    threads: Threads,
    cancel: &'a AtomicBool,
}

impl MissingTableBuilder<'_> {
    /// Checks that there is enough memory to build the missing tables.
    fn require_memory(
        &self,
        found: &[Option<PathBuf>],
        available: Option<u64>,
    ) -> Result<(), DistributedError> {
        let missing: Vec<(Pattern, TableKind)> = self
            .search
            .tables
            .iter()
            .zip(found)
            .filter(|(_, path)| path.is_none())
            .map(|(table, _)| pattern(self.search, table))
            .collect::<Result<_, _>>()?;
        let patterns = missing.iter().map(|(pattern, kind)| (pattern, *kind));
        require_build_memory(patterns, self.threads, available).map_err(|shortage| {
            DistributedError::Tables(format!(
                "building the tables of the search {shortage}; close other programs, or copy the tables from where the \
                 search began"
            ))
        })
    }

    /// Builds a table and saves it in the folder. If a different file has the default name, the
    /// digest is added to the name.
    fn build(&self, table: &TableDigest) -> Result<PathBuf, DistributedError> {
        let (pattern, kind) = pattern(self.search, table)?;
        // The digest becomes part of a file name, so a forged digest could point outside the
        // folder.
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
        let path = self.folder.join(if self.folder.join(&name).exists() {
            other
        } else {
            name
        });
        let built = build_checked(&pattern, kind, self.threads, &mut |_| {
            if self.cancel.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        let found = TableDigest::of(built.header());
        if found != *table {
            return Err(DistributedError::other_table(table, &found));
        }
        file::save(&built, &path, None)?;
        Ok(path)
    }
}

/// Parses the pattern and the kind of a table from its description in a job.
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
        Board::ascending(size, Symmetry::representative(size, goal.blank())).ok_or_else(wrong)?;
    let pattern = Pattern::parse(tiles, &goal).map_err(|_| wrong())?;
    Ok((pattern, kind.parse().map_err(|_| wrong())?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributed::{self, JobOptions};
    use crate::{Mode, Setup, notation};
    use fifteen_pdb::{Partition, TableBuilder, build_memory};
    use fifteen_puzzle::Goal;

    /// Returns a search that uses the tables of the partition 1-4/5-8.
    fn search() -> SearchSpec {
        let folder = tempfile::tempdir().unwrap();
        let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
        let goal = Goal::Last.board(board.size()).unwrap();
        let partition = Partition::parse("1-4/5-8", &goal).unwrap();
        for table in TableBuilder::new().build_partition(&partition).unwrap() {
            let header = table.header();
            let name = file::file_name(header.pattern(), header.kind());
            file::save(&table, &folder.path().join(name), None).unwrap();
        }
        let setup = Setup {
            tables: vec![folder.path().to_path_buf()],
            ..Setup::default()
        };
        let solver = setup.open(board.size()).unwrap();
        let options = JobOptions {
            mode: Mode::Plain,
            split_after: 10,
            units: Some(2),
            ..JobOptions::default()
        };
        distributed::begin(&solver, &board, &options, &mut |_| ())
            .unwrap()
            .search
    }

    #[test]
    fn tables_that_do_not_fit_into_memory_are_not_begun() {
        let (search, never) = (search(), AtomicBool::new(false));
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("tables");
        let given = [folder.clone()];
        let needed = search
            .tables
            .iter()
            .map(|table| {
                let (pattern, kind) = pattern(&search, table).unwrap();
                build_memory(&pattern, kind, Threads::ONE)
            })
            .max()
            .unwrap();
        let error = provide_tables_within(&search, &given, Threads::ONE, &never, Some(needed - 1))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("of memory, but only") && error.contains("copy the tables"),
            "{error}"
        );
        assert!(!folder.exists());
        let built =
            provide_tables_within(&search, &given, Threads::ONE, &never, Some(needed)).unwrap();
        assert_eq!(built.len(), 2);
        assert_eq!(
            provide_tables_within(&search, &given, Threads::ONE, &never, Some(0)).unwrap(),
            built,
            "tables that exist need no memory"
        );
    }
}
