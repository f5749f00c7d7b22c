//! Compares pattern databases with published results: their numbers of entries, and their
//! histograms of values.

use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_data::{Histogram, histograms, histograms24};
use fifteen_pdb::{BuildError, Pattern, TableBuilder, TableKind, requirements};
use fifteen_puzzle::{Goal, Size};
use fifteen_search::Instant;
use fifteen_solver::tables::{SharedTable, TableStore};
use fifteen_solver::{HeuristicSpec, OpenError, Setup, Solver};

use super::figure::{FigureGroup, PublishedFigure, joined};
use super::{Reproduction, Result};

const CLASSIC: FigureGroup = FigureGroup {
    name: "sizes of pattern databases: placements",
    source: "Korf & Felner 2002: one entry per placement of the pattern's tiles",
};
const ENTRIES: FigureGroup = FigureGroup {
    name: "sizes of pattern databases: entries",
    source: "Clausecker & Reinefeld 2019, run again by an independent program: data/pdb*_histograms.txt; zero-aware",
};
const ROWS: FigureGroup = FigureGroup {
    name: "sizes of pattern databases: rows",
    source: "Clausecker & Reinefeld 2019, table 1: regions of the blank, summed over all maps; zero-aware",
};
const ADDITIVE: FigureGroup = FigureGroup {
    name: "histograms of additive 4x4 tables",
    source: "mwong510ca/15Puzzle_OptimalSolver (most), an independent program (all): data/pdb15_histograms.txt; goal blank first",
};
const ZERO_AWARE: FigureGroup = FigureGroup {
    name: "histograms of zero-aware 4x4 tables",
    source: "an independent program: data/pdb15_histograms.txt; goal blank first",
};

/// Maximum number of entries of a table that is built even without
/// [`ReproduceScope::full`](super::ReproduceScope::full). Larger tables take too much time and
/// memory.
const MAX_ENTRIES: u64 = 20_000_000;

pub(super) fn sizes_and_histograms(run: &mut Reproduction) -> Result {
    sizes(run)?;
    for (kind, group) in [
        (TableKind::Additive, ADDITIVE),
        (TableKind::ZeroAware, ZERO_AWARE),
    ] {
        for histogram in histograms() {
            if kind_of(&histogram) == kind {
                compare_histogram(run, group, &histogram)?;
            }
        }
    }
    Ok(())
}

/// Builds a table and compares its histogram of values with the published one.
fn compare_histogram(run: &mut Reproduction, group: FigureGroup, published: &Histogram) -> Result {
    let what = joined(&published.tiles);
    if published.entries > MAX_ENTRIES && !run.scope.full {
        let counts = joined(&published.counts);
        return run.report(PublishedFigure::left_out(group, what, counts));
    }
    let pattern = pattern_of(published)?;
    let Some(table) = build(run, &pattern, kind_of(published), None)? else {
        return Ok(());
    };
    let ours = table.header().histogram();
    run.report(PublishedFigure::compared_lists(
        group,
        what,
        &published.counts,
        ours,
    ))
}

/// Compares the number of entries in tables with published numbers, one for each combination of
/// board size, kind of table (zero-aware or additive) and number of tiles.
fn sizes(run: &mut Reproduction) -> Result {
    let mut one_of_each: Vec<Histogram> = Vec::new();
    for histogram in histograms().into_iter().chain(histograms24()) {
        let has_same_size = |other: &Histogram| {
            other.zero_aware == histogram.zero_aware
                && other.size == histogram.size
                && other.tiles.len() == histogram.tiles.len()
        };
        if !one_of_each.iter().any(has_same_size) {
            one_of_each.push(histogram);
        }
    }
    for (kind, group) in [
        (TableKind::Additive, CLASSIC),
        (TableKind::ZeroAware, ENTRIES),
    ] {
        for histogram in &one_of_each {
            if kind_of(histogram) == kind {
                let what = format!("{}, {} tiles", histogram.size, histogram.tiles.len());
                let ours = requirements(&pattern_of(histogram)?, kind).entries;
                let published = histogram.entries;
                run.report(PublishedFigure::compared(group, what, &published, &ours))?;
            }
        }
    }
    if let Some(six_tiles) = histograms24().first() {
        let rows = requirements(&pattern_of(six_tiles)?, TableKind::ZeroAware).rows;
        let what = "5x5, 6 tiles";
        run.report(PublishedFigure::compared(ROWS, what, &251_400, &rows))?;
    }
    Ok(())
}

/// Builds a table. Returns `None` if the build is not complete before `end`, or if the user
/// interrupts it. After an interruption, the next call of [`Reproduction::report`] returns an
/// error.
pub(super) fn build(
    run: &mut Reproduction,
    pattern: &Pattern,
    kind: TableKind,
    end: Option<Instant>,
) -> Result<Option<SharedTable>> {
    let task = format!("tiles {pattern}");
    let threads = run.scope.threads;
    let built = TableBuilder::new()
        .kind(kind)
        .threads(threads)
        .on_progress(|progress| {
            let late = end.is_some_and(|end| Instant::now() > end);
            let reported =
                run.report_progress(&task, "entries", progress.entries, Some(progress.total));
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

/// Returns the pattern of the table that a published histogram describes. Its goal has the blank on
/// the first cell.
pub(super) fn pattern_of(histogram: &Histogram) -> Result<Pattern> {
    let goal = Goal::First.board(histogram.size)?;
    Ok(Pattern::of_tiles(&goal, &histogram.tiles)?)
}

/// Returns the kind of table, zero-aware or additive, that a published histogram describes.
pub(super) fn kind_of(histogram: &Histogram) -> TableKind {
    if histogram.zero_aware {
        TableKind::ZeroAware
    } else {
        TableKind::Additive
    }
}

/// The tables that a solver uses, selected from the tables in memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableSelection<'a> {
    pub partition: &'a str,
    pub kind: TableKind,
    /// Whether the solver also looks up the reflected board, which makes the heuristic stronger.
    pub reflection: bool,
}

impl TableSelection<'_> {
    /// Opens a solver with the selected tables, all of which must be in `tables`.
    pub(super) fn solver(
        self,
        tables: &Arc<TableStore>,
        size: Size,
        goal: Goal,
    ) -> Result<Solver, OpenError> {
        let heuristic = HeuristicSpec::Tables {
            sets: self.partition.to_owned(),
            kind: Some(self.kind),
            reflection: self.reflection,
        };
        Setup {
            goal,
            store: Some(Arc::clone(tables)),
            ..Setup::with_heuristic(heuristic)
        }
        .open(size)
    }
}
