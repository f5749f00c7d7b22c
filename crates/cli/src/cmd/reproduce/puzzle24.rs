//! The 24-puzzle: the tables of Korf & Felner's 6-6-6-6, entry for entry, and what IDA* generates and expands with them.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fifteen_data::{Korf24Board, histograms24, korf24};
use fifteen_solver::{Goal, Options, Size, Solution, TableKind, batch};

use super::Scope;
use super::building::{Tables, table};
use super::check::{Checks, Group};
use super::tables::{kind_of, pattern, texts, tiles};
use crate::exit::Failure;
use crate::terminal::interrupt;

const HISTOGRAMS: &str =
    "an independent program: data/pdb24_6tile_histograms.txt; 6-6-6-6 of Korf & Felner 2002, goal blank first";

/// A published count of each board, and ours.
struct Count {
    group: Group,
    published: fn(&Korf24Board) -> u64,
    ours: fn(&Solution) -> u64,
}

/// What is compared of tables of one kind.
struct Compared {
    kind: TableKind,
    histograms: Group,
    counts: &'static [Count],
}

const ADDITIVE: Compared = Compared {
    kind: TableKind::Additive,
    histograms: Group { name: "histograms of additive 5x5 tables", source: HISTOGRAMS },
    counts: &[
        Count {
            group: Group {
                name: "24-puzzle: nodes generated with the additive 6-6-6-6",
                source: "Korf & Felner 2002: data/korf24_50.txt; with reflection, goal blank first, blank up, left, right, down; \
                         they do not count the root, which we do: ours less 1",
            },
            published: |board| board.generated,
            ours: |found| found.generated.saturating_sub(1),
        },
        Count {
            group: Group {
                name: "24-puzzle: nodes expanded with the additive 6-6-6-6",
                source: "Clausecker & Reinefeld 2019: data/korf24_50.txt; the same search",
            },
            published: |board| board.expanded_additive,
            ours: |found| found.expanded,
        },
    ],
};
const ZERO_AWARE: Compared = Compared {
    kind: TableKind::ZeroAware,
    histograms: Group { name: "histograms of zero-aware 5x5 tables", source: HISTOGRAMS },
    counts: &[Count {
        group: Group {
            name: "24-puzzle: nodes expanded with the zero-aware 6-6-6-6",
            source: "Clausecker & Reinefeld 2019: data/korf24_50.txt; with reflection, goal blank first, blank up, left, right, down",
        },
        published: |board| board.expanded_zero_aware,
        ours: |found| found.expanded,
    }],
};

/// The boards whose nodes are counted, and those for which `--full` must be given.
const BOARDS: [u32; 2] = [38, 40];
const FULL: [u32; 2] = [25, 32];
/// Where less time than this is left, the tables of a kind are left out.
const LEAST: Duration = Duration::from_secs(10);

/// Tables of both kinds, and counts with them, as far as they are done by `end`.
pub(super) fn counts(scope: &Scope, end: Option<Instant>, checks: &mut Checks) -> Result<(), Failure> {
    let known = korf24();
    let of = |numbers: &[u32]| -> Vec<&Korf24Board> {
        numbers.iter().filter_map(|&number| known.iter().find(|board| board.number == number)).collect()
    };
    let boards = of(&[BOARDS, FULL].concat());
    let searched = if scope.full { boards.len() } else { BOARDS.len() };
    for compared in [ADDITIVE, ZERO_AWARE] {
        let tables = tables(&compared, scope, end, checks)?;
        let mut found = match tables {
            Some(tables) => solve(&tables, &boards[..searched], scope, end, checks)?,
            None => Vec::new(),
        };
        if interrupt::requested() {
            return Ok(());
        }
        found.resize(boards.len(), None);
        for count in compared.counts {
            for (board, found) in boards.iter().zip(&found) {
                report(count, board, found.as_ref(), checks)?;
            }
        }
    }
    Ok(())
}

/// The tables, each compared with its histogram; none if there is no time for them all.
fn tables(
    compared: &Compared,
    scope: &Scope,
    end: Option<Instant>,
    checks: &mut Checks,
) -> Result<Option<Tables>, Failure> {
    let tables = Tables::new(compared.kind)?;
    let mut complete = end.is_none_or(|end| Instant::now() + LEAST < end);
    for histogram in histograms24().iter().filter(|histogram| kind_of(histogram) == compared.kind) {
        let built = match complete {
            true => table(&pattern(histogram)?, kind_of(histogram), end, scope, checks)?,
            false => None,
        };
        let (group, what) = (compared.histograms, tiles(histogram));
        match built {
            Some(built) => {
                checks.add_list(group, what, &histogram.counts, built.header().histogram())?;
                tables.add(&built)?;
            }
            None if interrupt::requested() => return Ok(None),
            None => {
                complete = false;
                checks.leave_out_unseen(group, what, texts(&histogram.counts))?;
            }
        }
    }
    Ok(complete.then_some(tables))
}

/// Searches for the boards, in their order; what is not done by `end` is none.
fn solve(
    tables: &Tables,
    boards: &[&Korf24Board],
    scope: &Scope,
    end: Option<Instant>,
    checks: &Checks,
) -> Result<Vec<Option<Solution>>, Failure> {
    let solver = tables.solver("6-6-6-6", Size::new(5, 5)?, Goal::First)?;
    let bar = checks.ui.bar("nodes of the 24-puzzle", Some(boards.len() as u64)).with_message("boards");
    let search = |board: &&Korf24Board| {
        let mut options = Options::default();
        options.time = end.map(|end| end.saturating_duration_since(Instant::now()));
        options.cancel = Some(interrupt::flag());
        solver.solve(&board.board, &options).ok().filter(|found| found.length.is_some())
    };
    let mut solutions = Vec::new();
    batch::in_order(boards, scope.threads, search, |found| {
        bar.inc(1);
        solutions.push(found);
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    Ok(solutions)
}

fn report(count: &Count, board: &Korf24Board, found: Option<&Solution>, checks: &mut Checks) -> Result<(), Failure> {
    let (what, published) = (format!("board {}, {} moves", board.number, board.length), (count.published)(board));
    let Some(found) = found else { return checks.leave_out(count.group, what, published) };
    // A wrong length is as bad as a wrong count, and is made one.
    let ours = if found.length == Some(board.length) { (count.ours)(found) } else { 0 };
    checks.add(count.group, what, &published, &ours)
}
