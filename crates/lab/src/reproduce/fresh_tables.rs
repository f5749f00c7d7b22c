//! Tables built on the spot, so that the figures do not depend on the tables of this machine.

use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_data::Histogram;
use fifteen_pdb::{self as pdb, BuildError, Pattern, TableKind};
use fifteen_puzzle::{Goal, Size};
use fifteen_search::Instant;
use fifteen_solver::tables::{SharedTable, TableStore};
use fifteen_solver::{HeuristicSpec, OpenError, Setup, Solver};

use super::session::{Result, Session};

/// Builds a table; none if it is not complete by `end`.
pub(super) fn build(
    session: &mut Session,
    pattern: &Pattern,
    kind: TableKind,
    end: Option<Instant>,
) -> Result<Option<SharedTable>> {
    let task = format!("tiles {pattern}");
    let built = pdb::build(pattern, kind, session.scope.threads, &mut |progress: pdb::Progress| {
        let late = end.is_some_and(|end| Instant::now() > end);
        let reported = session.working(&task, "entries", progress.entries, Some(progress.total));
        if late || reported.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match built {
        Err(BuildError::Interrupted) => Ok(None),
        built => Ok(Some(Arc::new(built?))),
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

/// A solver with tables that were built, which are looked up for the reflected board too if that is asked for.
pub(super) fn solver(
    tables: &Arc<TableStore>,
    (partition, kind, reflection): (&str, TableKind, bool),
    size: Size,
    goal: Goal,
) -> Result<Solver, OpenError> {
    let heuristic = HeuristicSpec::Tables { sets: partition.to_owned(), kind: Some(kind), reflection };
    Setup { goal, store: Some(Arc::clone(tables)), ..Setup::with_heuristic(heuristic) }.open(size)
}
