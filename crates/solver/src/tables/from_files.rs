//! Exactly the tables of some files, as one heuristic.

use std::path::PathBuf;
use std::sync::Arc;

use fifteen_pdb::file::TableFiles;
use fifteen_pdb::{Header, Partition, Pattern, TableKind};
use fifteen_puzzle::{Board, Goal};

use super::OpenedTables;
use super::error::TableError;
use super::required::RequiredTables;

/// The tables of these files, which must make one partition, with their digests checked; and the standard goal of the
/// cell for which they were built.
pub(crate) fn from_files(access: TableFiles, files: &[PathBuf]) -> Result<(Board, OpenedTables), TableError> {
    let opened = files.iter().map(|path| Ok((path, access.open_verified(path)?)));
    let tables = opened.collect::<Result<Vec<_>, TableError>>()?;
    let Some((first, header)) = tables.first().map(|(path, table)| (*path, table.header())) else {
        return Err(TableError::Files("a heuristic needs at least one table; give its files".to_owned()));
    };
    let of = |header: &Header| (header.pattern().size(), header.pattern().blank(), header.kind());
    if let Some((other, table)) = tables.iter().find(|(_, table)| of(table.header()) != of(header)) {
        return Err(TableError::Files(format!(
            "{} is {}, but {} is {}; give tables of one board and kind",
            first.display(),
            describe(header),
            other.display(),
            describe(table.header())
        )));
    }
    let (size, blank, kind) = of(header);
    let patterns: Vec<Pattern> = tables.iter().map(|(_, table)| table.header().pattern().clone()).collect();
    // A header's blank is on its board.
    let no_goal = || TableError::Files(format!("a {size} board has no cell {blank} for the blank"));
    let goal = Goal::with_blank(size, blank).ok_or_else(no_goal)?;
    let no_partition =
        |error| TableError::Files(format!("the tables given make no partition of a {size} board: {error}"));
    let partition = Partition::of_patterns(patterns, &goal).map_err(no_partition)?;
    let required = RequiredTables::one(partition, kind, &goal);
    let tables = tables.into_iter().map(|(_, table)| Arc::new(table)).collect();
    Ok((goal, OpenedTables { required, tables, location: None }))
}

fn describe(header: &Header) -> String {
    let pattern = header.pattern();
    let kind = match header.kind() {
        TableKind::ZeroAware => "a zero-aware",
        TableKind::Additive => "an additive",
    };
    format!("{kind} table for {} boards with the goal's blank on cell {}", pattern.size(), pattern.blank())
}
