//! The tables of a search on this machine: found by their digests, or built.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_pdb::{self as pdb, BuildError, Partition, Pattern, TableKind, file};
use fifteen_puzzle::{Goal, Size, Symmetry};

use crate::WorkError;
use crate::data::{Search, TableDigest, field};
use crate::search::board_of;
use fifteen_solver::tables::{SkippedFile, TableFile, TableLocation, locations};

/// A table that a search needs, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Located {
    /// The table.
    pub table: TableDigest,
    /// A file with exactly these entries, read whole and checked; none if there is no such file.
    pub path: Option<PathBuf>,
    /// Files that seem to be this table and are not.
    pub others: Vec<SkippedFile>,
}

/// Looks for the tables of a search by their digests, in the files and folders given and where they are found by default.
///
/// # Errors
/// If a file that was given, or a folder, cannot be read.
pub fn locate(search: &Search, given: &[PathBuf]) -> Result<Vec<Located>, WorkError> {
    let (size, blank) = canonical(search)?;
    let mut found: Vec<TableFile> = Vec::new();
    let given: Vec<PathBuf> = given.iter().filter(|path| path.exists()).cloned().collect();
    for location in [TableLocation::given(&given)].into_iter().chain(locations(&[])) {
        found.extend(location.scan()?.tables);
    }
    let on_board = |t: &&TableFile| (t.header.pattern().size(), t.header.pattern().blank()) == (size, blank);
    let found: Vec<&TableFile> = found.iter().filter(on_board).collect();
    Ok(search.tables.iter().map(|table| the_file(table, &found)).collect())
}

fn the_file(table: &TableDigest, found: &[&TableFile]) -> Located {
    let mut located = Located { table: table.clone(), path: None, others: Vec::new() };
    for &TableFile { path, header } in found {
        let passed_over = |reason| SkippedFile { path: path.clone(), reason };
        let digest = header.digest_hex();
        if digest != table.digest {
            if format!("{} {}", header.pattern(), header.kind()) == table.table {
                located.others.push(passed_over(format!("its digest is {digest}")));
            }
            continue;
        }
        // What it says of itself is not enough: nobody looks at the entries again.
        let verified = fifteen_solver::tables::files()
            .open(path)
            .map_err(|e| e.to_string())
            .and_then(|t| t.verify().map_err(|e| e.to_string()));
        match verified {
            Ok(()) => return Located { path: Some(path.clone()), ..located },
            Err(reason) => located.others.push(passed_over(reason)),
        }
    }
    located
}

/// Where a table of a search belongs in a folder: under its usual name or, if something else has that, one with its digest.
///
/// # Errors
/// If its name is none.
pub fn path_for(search: &Search, table: &TableDigest, folder: &Path) -> Result<PathBuf, WorkError> {
    let (pattern, kind) = pattern(search, table)?;
    let name = file::file_name(&pattern, kind);
    let digest = table.digest.get(..16).unwrap_or(&table.digest);
    let other = format!("{}_{digest}.pdb", name.trim_end_matches(".pdb"));
    Ok(folder.join(if folder.join(&name).exists() { other } else { name }))
}

/// Builds a table of a search into a folder, on so many threads. It ends in an error soon after another thread sets the flag.
///
/// # Errors
/// [`WorkError::OtherTable`] if the table that was built is another one than the search began with; and if it cannot be built or
/// saved.
pub fn build(
    search: &Search,
    table: &TableDigest,
    folder: &Path,
    threads: usize,
    cancel: &AtomicBool,
) -> Result<PathBuf, WorkError> {
    let (pattern, kind) = pattern(search, table)?;
    file::prepare_folder(folder)?;
    let path = path_for(search, table, folder)?;
    let built = pdb::build(&pattern, kind, threads, &mut |_| {
        if cancel.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let built = match built {
        Err(BuildError::Interrupted) => return Err(WorkError::Interrupted),
        built => built?,
    };
    let header = built.header();
    let found = TableDigest { table: format!("{} {}", header.pattern(), header.kind()), digest: header.digest_hex() };
    if found != *table {
        return Err(WorkError::OtherTable { expected: Box::new(table.clone()), found: Box::new(found) });
    }
    file::save(&built, &path)?;
    Ok(path)
}

/// Size and cell of the blank of the tables of a search.
fn canonical(search: &Search) -> Result<(Size, usize), WorkError> {
    let goal = board_of(search, &search.goal, "goal")?;
    Ok((goal.size(), Symmetry::representative(goal.size(), goal.blank())))
}

fn pattern(search: &Search, table: &TableDigest) -> Result<(Pattern, TableKind), WorkError> {
    let (size, blank) = canonical(search)?;
    let wrong = || field("tables", format_args!("'{}' is no table of a {size} board", table.table));
    let (tiles, kind) = table.table.rsplit_once(' ').ok_or_else(wrong)?;
    let goal = Goal::with_blank(size, blank).ok_or_else(wrong)?;
    let pattern = Partition::one_pattern(tiles, &goal).map_err(|_| wrong())?;
    Ok((pattern, kind.parse().map_err(|_| wrong())?))
}
