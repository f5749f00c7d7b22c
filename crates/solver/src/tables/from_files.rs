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
    let times = |tile: u8| patterns.iter().filter(|pattern| pattern.labels().contains(&tile)).count();
    let wrong = |test: fn(usize) -> bool, words: &str| {
        let tiles = (1..size.cells() as u8).filter(|&tile| test(times(tile))).map(|tile| tile.to_string());
        Some(tiles.collect::<Vec<_>>().join(", ")).filter(|list| !list.is_empty()).map(|list| format!("{words} {list}"))
    };
    let wrong = [wrong(|n| n == 0, "no table has"), wrong(|n| n > 1, "more than one has")];
    // A header's blank is on its board.
    let goal = Goal::with_blank(size, blank).filter(|_| wrong.iter().all(Option::is_none));
    let Some(goal) = goal else {
        return Err(TableError::Files(format!(
            "the tables given are not a partition of the {} tiles of a {size} board: {}; each tile must be in one table",
            size.cells() - 1,
            wrong.into_iter().flatten().collect::<Vec<_>>().join("; ")
        )));
    };
    let partition = Partition::of_patterns(patterns, &goal)?;
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
