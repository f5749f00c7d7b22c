//! Tables built on the spot, so that the figures do not depend on the tables of this machine.

use std::ops::ControlFlow;

use fifteen_data::Histogram;
use fifteen_pdb::file::FileError;
use fifteen_pdb::{self as pdb, BuildError, Pattern, Table, TableKind, file};
use fifteen_puzzle::{Goal, Size};
use fifteen_search::Instant;
use fifteen_solver::{HeuristicSpec, OpenError, Setup, Solver};
use tempfile::TempDir;

use super::session::{Result, Session};

/// Builds a table; none if it is not complete by `end`.
pub(super) fn build(
    session: &mut Session,
    pattern: &Pattern,
    kind: TableKind,
    end: Option<Instant>,
) -> Result<Option<Table>> {
    let task = format!("tiles {pattern}");
    let built = pdb::build(pattern, kind, session.scope.threads, &mut |progress: pdb::Progress| {
        let late = end.is_some_and(|end| Instant::now() > end);
        let reported = session.working(&task, "entries", progress.entries, Some(progress.total));
        if late || reported.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match built {
        Err(BuildError::Interrupted) => Ok(None),
        built => Ok(Some(built?)),
    }
}

/// The pattern of a published histogram, with the goal's blank first.
pub(super) fn pattern(histogram: &Histogram) -> Result<Pattern> {
    Ok(Pattern::of_tiles(&Goal::First.board(histogram.size)?, &histogram.tiles)?)
}

/// The kind of the table of a published histogram.
pub(super) fn kind(histogram: &Histogram) -> TableKind {
    if histogram.zero_aware { TableKind::ZeroAware } else { TableKind::Additive }
}

/// The tables of a partition in a temporary folder.
pub(super) struct FreshTables {
    folder: TempDir,
    kind: TableKind,
}

impl FreshTables {
    /// An empty folder.
    pub(super) fn new(kind: TableKind) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("fifteen-reproduce-").tempdir()?;
        Ok(Self { folder, kind })
    }

    pub(super) fn add(&self, built: &Table) -> Result<(), FileError> {
        file::save(built, &self.folder.path().join(file::file_name(built.header().pattern(), self.kind)), None)
    }

    /// A solver with the tables of a partition, which are looked up for the reflected board too.
    pub(super) fn solver(&self, partition: &str, size: Size, goal: Goal) -> Result<Solver, OpenError> {
        let heuristic = HeuristicSpec::Tables { sets: partition.to_owned(), kind: Some(self.kind), reflection: true };
        Setup { goal, heuristic: Some(heuristic), tables: vec![self.folder.path().into()], ..Setup::default() }
            .open(size)
    }
}
