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
        return Err(TableError::NoFiles);
    };
    let of = |header: &Header| (header.pattern().size(), header.pattern().blank(), header.kind());
    if let Some((other, table)) = tables.iter().find(|(_, table)| of(table.header()) != of(header)) {
        let (first, other) = (first.clone(), other.to_path_buf());
        return Err(TableError::Mixed { first, first_is: describe(header), other, other_is: describe(table.header()) });
    }
    let (size, blank, kind) = of(header);
    let patterns: Vec<Pattern> = tables.iter().map(|(_, table)| table.header().pattern().clone()).collect();
    let times = |tile: u8| patterns.iter().filter(|pattern| pattern.labels().contains(&tile)).count();
    let with = |test: fn(usize) -> bool| (1..size.cells() as u8).filter(|&tile| test(times(tile))).collect();
    let (missing, shared): (Vec<u8>, Vec<u8>) = (with(|n| n == 0), with(|n| n > 1));
    // A header's blank is on its board.
    let goal = Goal::with_blank(size, blank).filter(|_| missing.is_empty() && shared.is_empty());
    let Some(goal) = goal else { return Err(TableError::NoPartition { size, missing, shared }) };
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
