//! Pattern databases: their numbers of entries, and the histogram of each. They are built on the spot, so that the
//! figures do not depend on the tables of this machine.

use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_data::{Histogram, histograms, histograms24};
use fifteen_pdb::{BuildError, Pattern, TableBuilder, TableKind, requirements};
use fifteen_puzzle::{Goal, Size};
use fifteen_resources::Threads;
use fifteen_search::Instant;
use fifteen_solver::tables::{SharedTable, TableStore};
use fifteen_solver::{HeuristicSpec, OpenError, Setup, Solver};

use super::check::{Check, Group, text};
use super::{Result, Session};

const CLASSIC: Group = Group {
    name: "sizes of pattern databases: placements",
    source: "Korf & Felner 2002: one entry per placement of the pattern's tiles",
};
const ENTRIES: Group = Group {
    name: "sizes of pattern databases: entries",
    source: "Clausecker & Reinefeld 2019, run again by an independent program: data/pdb*_histograms.txt; zero-aware",
};
const ROWS: Group = Group {
    name: "sizes of pattern databases: rows",
    source: "Clausecker & Reinefeld 2019, table 1: regions of the blank, summed over all maps; zero-aware",
};
const ADDITIVE: Group = Group {
    name: "histograms of additive 4x4 tables",
    source: "mwong510ca/15Puzzle_OptimalSolver (most), an independent program (all): data/pdb15_histograms.txt; goal blank first",
};
const ZERO_AWARE: Group = Group {
    name: "histograms of zero-aware 4x4 tables",
    source: "an independent program: data/pdb15_histograms.txt; goal blank first",
};

/// Entries of the largest table that is built without `--full`.
const LARGE: u64 = 20_000_000;

pub(super) fn sizes_and_histograms(session: &mut Session) -> Result {
    sizes(session)?;
    for (of_kind, group) in [
        (TableKind::Additive, ADDITIVE),
        (TableKind::ZeroAware, ZERO_AWARE),
    ] {
        for histogram in histograms()
            .iter()
            .filter(|histogram| kind(histogram) == of_kind)
        {
            let what = text(&histogram.tiles);
            if histogram.entries > LARGE && !session.scope.full {
                session.add(Check::left_out(group, what, text(&histogram.counts)))?;
            } else if let Some(built) = build(session, &pattern(histogram)?, of_kind, None)? {
                session.add(Check::of_lists(
                    group,
                    what,
                    &histogram.counts,
                    built.header().histogram(),
                ))?;
            }
        }
    }
    Ok(())
}

/// Sizes, of which a table for each number of tiles is enough.
fn sizes(session: &mut Session) -> Result {
    let mut one_of_each: Vec<Histogram> = Vec::new();
    for histogram in histograms().into_iter().chain(histograms24()) {
        let key = |h: &Histogram| (h.zero_aware, h.size, h.tiles.len());
        if !one_of_each
            .iter()
            .any(|known| key(known) == key(&histogram))
        {
            one_of_each.push(histogram);
        }
    }
    for (of_kind, group) in [
        (TableKind::Additive, CLASSIC),
        (TableKind::ZeroAware, ENTRIES),
    ] {
        for histogram in one_of_each
            .iter()
            .filter(|histogram| kind(histogram) == of_kind)
        {
            let what = format!("{}, {} tiles", histogram.size, histogram.tiles.len());
            let entries = requirements(&pattern(histogram)?, of_kind).entries;
            session.add(Check::new(group, what, &histogram.entries, &entries))?;
        }
    }
    if let Some(six) = histograms24().first() {
        let rows = requirements(&pattern(six)?, TableKind::ZeroAware).classes;
        session.add(Check::new(ROWS, "5x5, 6 tiles", &251_400, &rows))?;
    }
    Ok(())
}

/// Builds a table; none if it is not complete by `end`.
pub(super) fn build(
    session: &mut Session,
    pattern: &Pattern,
    kind: TableKind,
    end: Option<Instant>,
) -> Result<Option<SharedTable>> {
    let task = format!("tiles {pattern}");
    let threads = Threads::all_if_zero(session.scope.threads);
    let built = TableBuilder::new()
        .kind(kind)
        .threads(threads)
        .on_progress(|progress| {
            let late = end.is_some_and(|end| Instant::now() > end);
            let reported =
                session.working(&task, "entries", progress.entries, Some(progress.total));
            if late || reported.is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .build(pattern);
    match built {
        Err(BuildError::Interrupted) => Ok(None),
        built => Ok(Some(Arc::new(built?))),
    }
}

/// The pattern of a published histogram, with the goal's blank first.
pub(super) fn pattern(histogram: &Histogram) -> Result<Pattern> {
    Ok(Pattern::of_tiles(
        &Goal::First.board(histogram.size)?,
        &histogram.tiles,
    )?)
}

/// The kind of the table of a published histogram.
pub(super) fn kind(histogram: &Histogram) -> TableKind {
    if histogram.zero_aware {
        TableKind::ZeroAware
    } else {
        TableKind::Additive
    }
}

/// A solver with tables that were built, which are looked up for the reflected board too if that is asked for.
pub(super) fn solver(
    tables: &Arc<TableStore>,
    (partition, kind, reflection): (&str, TableKind, bool),
    size: Size,
    goal: Goal,
) -> Result<Solver, OpenError> {
    let heuristic = HeuristicSpec::Tables {
        sets: partition.to_owned(),
        kind: Some(kind),
        reflection,
    };
    Setup {
        goal,
        store: Some(Arc::clone(tables)),
        ..Setup::with_heuristic(heuristic)
    }
    .open(size)
}
