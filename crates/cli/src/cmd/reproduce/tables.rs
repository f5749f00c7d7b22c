//! Pattern databases: how many entries they have, and the histogram of each.

use fifteen_data::{Histogram, histograms, histograms24};
use fifteen_solver::pdb::{Pattern, requirements};
use fifteen_solver::{Goal, TableKind};

use super::Scope;
use super::building::table;
use super::check::{Checks, Group};
use crate::exit::Failure;

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

/// Larger tables are built with `--full` only.
const LARGE: u64 = 20_000_000;

pub(super) fn tables(scope: &Scope, checks: &mut Checks) -> Result<(), Failure> {
    let histograms = histograms();
    // A table of each number of tiles is enough to compare sizes.
    let mut sizes: Vec<Histogram> = Vec::new();
    for histogram in histograms.iter().cloned().chain(histograms24()) {
        let key = |h: &Histogram| (h.zero_aware, h.size, h.tiles.len());
        if !sizes.iter().any(|known| key(known) == key(&histogram)) {
            sizes.push(histogram);
        }
    }
    for (kind, group) in [(TableKind::Additive, CLASSIC), (TableKind::ZeroAware, ENTRIES)] {
        for histogram in sizes.iter().filter(|histogram| kind_of(histogram) == kind) {
            let needs = requirements(&pattern(histogram)?, kind);
            let what = format!("{}, {} tiles", histogram.size, histogram.tiles.len());
            checks.add(group, what, &histogram.entries, &needs.entries)?;
        }
    }
    if let Some(six) = histograms24().first() {
        checks.add(ROWS, "5x5, 6 tiles", &251_400, &requirements(&pattern(six)?, TableKind::ZeroAware).rows)?;
    }
    for (kind, group) in [(TableKind::Additive, ADDITIVE), (TableKind::ZeroAware, ZERO_AWARE)] {
        for histogram in histograms.iter().filter(|histogram| kind_of(histogram) == kind) {
            let what = tiles(histogram);
            if histogram.entries > LARGE && !scope.full {
                checks.leave_out(group, what, texts(&histogram.counts))?;
                continue;
            }
            let Some(built) = table(&pattern(histogram)?, kind, None, scope, checks)? else { return Ok(()) };
            checks.add_list(group, what, &histogram.counts, built.header().histogram())?;
        }
    }
    Ok(())
}

pub(super) fn pattern(histogram: &Histogram) -> Result<Pattern, Failure> {
    Ok(Pattern::of_tiles(&Goal::First.board(histogram.size)?, &histogram.tiles)?)
}

pub(super) fn kind_of(histogram: &Histogram) -> TableKind {
    if histogram.zero_aware { TableKind::ZeroAware } else { TableKind::Additive }
}

pub(super) fn tiles(histogram: &Histogram) -> String {
    histogram.tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn texts(counts: &[u64]) -> String {
    counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}
