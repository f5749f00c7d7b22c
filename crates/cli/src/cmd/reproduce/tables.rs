//! Pattern databases: how many entries they have, and the histogram of each.

use std::ops::ControlFlow;

use fifteen::pdb::{self, BuildError, Pattern, requirements};
use fifteen::published::{Histogram, histograms};
use fifteen::{Goal, Kind, Size};

use super::Scope;
use super::check::{Checks, Group};
use crate::exit::Failure;
use crate::interrupt;

const CLASSIC: Group = Group {
    name: "sizes of pattern databases: placements",
    source: "Korf & Felner 2002: one entry per placement of the pattern's tiles",
};
const ENTRIES: Group = Group {
    name: "sizes of pattern databases: entries",
    source: "Clausecker & Reinefeld 2019, run again by an independent program: data/pdb15_histograms.txt; zero-aware",
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
    let mut sizes: Vec<&Histogram> = Vec::new();
    for histogram in &histograms {
        if !sizes.iter().any(|s| s.kind == histogram.kind && s.tiles.len() == histogram.tiles.len()) {
            sizes.push(histogram);
        }
    }
    for (kind, group) in [(Kind::Additive, CLASSIC), (Kind::ZeroAware, ENTRIES)] {
        for size in sizes.iter().filter(|size| size.kind == kind) {
            let needs = requirements(&pattern(&size.tiles)?, kind);
            checks.add(group, format!("4x4, {} tiles", size.tiles.len()), &size.entries, &needs.entries)?;
        }
    }
    for (kind, group) in [(Kind::Additive, ADDITIVE), (Kind::ZeroAware, ZERO_AWARE)] {
        for histogram in histograms.iter().filter(|histogram| histogram.kind == kind) {
            let what = histogram.tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
            if histogram.entries > LARGE && !scope.full {
                checks.leave_out(group, what, texts(&histogram.counts))?;
                continue;
            }
            let Some(ours) = build(histogram, scope, checks)? else { return Ok(()) };
            checks.add_list(group, what, &histogram.counts, &ours)?;
        }
    }
    Ok(())
}

fn pattern(tiles: &[u8]) -> Result<Pattern, Failure> {
    Ok(Pattern::of_tiles(&Goal::First.board(Size::new(4, 4)?)?, tiles)?)
}

fn texts(counts: &[u64]) -> String {
    counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// The histogram of a table built now; none after Ctrl-C.
fn build(histogram: &Histogram, scope: &Scope, checks: &Checks) -> Result<Option<Vec<u64>>, Failure> {
    let pattern = pattern(&histogram.tiles)?;
    let bar = checks.ui.bar(format_args!("tiles {pattern}"), Some(histogram.entries)).with_message("entries");
    let built = pdb::build(&pattern, histogram.kind, scope.threads, &mut |progress: pdb::Progress| {
        bar.set_position(progress.entries);
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    match built {
        Ok(built) => Ok(Some(built.header().histogram().to_vec())),
        Err(BuildError::Interrupted) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
