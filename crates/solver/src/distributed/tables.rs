//! The tables of a search on this machine: found by their digests, or built.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_pdb::{self as pdb, Partition, Pattern, TableKind, file};
use fifteen_puzzle::{Goal, Size, Symmetry};

use crate::json::excerpt;
use crate::tables::{SkippedFile, TableFile, TableLocation, files, locations};

use super::error::DistributedError;
use super::schema::{SearchSpec, TableDigest};

/// A table of a search, and the file that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LocatedTable {
    /// The table.
    pub table: TableDigest,
    /// A file with exactly these entries, read whole and verified; none if there is no such file.
    pub path: Option<PathBuf>,
    /// Files that look like this table and are not.
    pub others: Vec<SkippedFile>,
}

/// Looks for the tables of a search by their digests, in the given files and folders and in the default folders.
///
/// # Errors
/// If a file that was given, or a folder, cannot be read.
pub fn locate_tables(search: &SearchSpec, given: &[PathBuf]) -> Result<Vec<LocatedTable>, DistributedError> {
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

fn the_file(table: &TableDigest, found: &[&TableFile]) -> LocatedTable {
    let mut located = LocatedTable { table: table.clone(), path: None, others: Vec::new() };
    for &TableFile { path, header } in found {
        let skipped = |reason: String| SkippedFile::new(path.clone(), &reason);
        let found = TableDigest::of(header);
        if found.digest != table.digest {
            if found.table == table.table {
                located.others.push(skipped(format!("its digest is {}", found.digest)));
            }
            continue;
        }
        // The header alone is not enough: the entries are not checked again.
        match table_fault(path, &table.digest) {
            None => return LocatedTable { path: Some(path.clone()), ..located },
            Some(reason) => located.others.push(skipped(reason)),
        }
    }
    located
}

/// The fault of a file that should have exactly the entries with this digest, which is read whole; none if it has them.
#[must_use]
pub fn table_fault(path: &Path, digest: &str) -> Option<String> {
    match files().open_verified(path).map(|table| table.header().digest_hex()) {
        Ok(found) => (found != digest).then(|| format!("its digest is {found}")),
        Err(error) => Some(error.to_string()),
    }
}

/// The path of a table of a search in a folder: the usual name or, if another file has that, a name with the digest.
///
/// # Errors
/// If the search names an impossible table, or its digest is none.
pub fn table_path(search: &SearchSpec, table: &TableDigest, folder: &Path) -> Result<PathBuf, DistributedError> {
    let (pattern, kind) = pattern(search, table)?;
    // Anything else could lead out of the folder.
    if !table.digest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(DistributedError::field(
            "tables",
            format_args!("'{}' is not a digest in hexadecimal", excerpt(&table.digest)),
        ));
    }
    let name = file::file_name(&pattern, kind);
    let digest = table.digest.get(..16).unwrap_or(&table.digest);
    let other = format!("{}_{digest}.pdb", name.trim_end_matches(".pdb"));
    Ok(folder.join(if folder.join(&name).exists() { other } else { name }))
}

/// Builds a table of a search into a folder, on `threads` threads. Building ends in an error soon after another thread
/// sets `cancel`.
///
/// # Errors
/// If the table is not the one with which the search began, or cannot be built or saved.
pub fn build_table(
    search: &SearchSpec,
    table: &TableDigest,
    folder: &Path,
    threads: usize,
    cancel: &AtomicBool,
) -> Result<PathBuf, DistributedError> {
    let (pattern, kind) = pattern(search, table)?;
    file::prepare_folder(folder)?;
    let path = table_path(search, table, folder)?;
    let built = pdb::build(&pattern, kind, threads, &mut |_| {
        if cancel.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let built = built?;
    let found = TableDigest::of(built.header());
    if found != *table {
        return Err(DistributedError::other_table(table, &found));
    }
    file::save(&built, &path)?;
    Ok(path)
}

/// The size of a search's tables, and their blank's cell.
fn canonical(search: &SearchSpec) -> Result<(Size, usize), DistributedError> {
    let goal = search.goal_board()?;
    Ok((goal.size(), Symmetry::representative(goal.size(), goal.blank())))
}

fn pattern(search: &SearchSpec, table: &TableDigest) -> Result<(Pattern, TableKind), DistributedError> {
    let (size, blank) = canonical(search)?;
    let wrong = || {
        DistributedError::field("tables", format_args!("'{}' is not a table of a {size} board", excerpt(&table.table)))
    };
    let (tiles, kind) = table.table.rsplit_once(' ').ok_or_else(wrong)?;
    let goal = Goal::with_blank(size, blank).ok_or_else(wrong)?;
    let pattern = Partition::one_pattern(tiles, &goal).map_err(|_| wrong())?;
    Ok((pattern, kind.parse().map_err(|_| wrong())?))
}
