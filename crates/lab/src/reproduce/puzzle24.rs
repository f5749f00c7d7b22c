//! Compares results for the 24-puzzle with published ones. The results are histograms of the
//! pattern databases in Korf & Felner's 6-6-6-6 partition, and the numbers of nodes that IDA*
//! generates and expands with these databases.

use std::sync::Arc;
use std::time::Duration;

use fifteen_data::{Korf24Board, histograms24, korf24};
use fifteen_pdb::TableKind;
use fifteen_puzzle::{Goal, Size};
use fifteen_search::Instant;
use fifteen_solver::Solution;
use fifteen_solver::tables::TableStore;

use super::figure::{FigureGroup, PublishedFigure, joined};
use super::tables::{TableSelection, build, kind_of, pattern_of};
use super::{Reproduction, Result, comparable};

const HISTOGRAMS: &str = "an independent program: data/pdb24_6tile_histograms.txt; 6-6-6-6 of Korf & Felner 2002, goal blank first";

/// A kind of node count that was published for all of Korf's boards of the 24-puzzle.
struct PublishedCount {
    /// Kind of the pattern databases (zero-aware or additive) that the published search used.
    kind: TableKind,
    group: FigureGroup,
    published: fn(&Korf24Board) -> u64,
    /// A function that returns our count from the result of a search.
    ours: fn(&Solution) -> u64,
}

const COUNTS: [PublishedCount; 3] = [
    PublishedCount {
        kind: TableKind::Additive,
        group: FigureGroup {
            name: "24-puzzle: nodes generated with the additive 6-6-6-6",
            source: "Korf & Felner 2002: data/korf24_50.txt; with reflection, goal blank first, blank up, left, right, down; \
                     they do not count the root, which we do: ours less 1",
        },
        published: |board| board.generated,
        ours: |found| found.generated.saturating_sub(1),
    },
    PublishedCount {
        kind: TableKind::Additive,
        group: FigureGroup {
            name: "24-puzzle: nodes expanded with the additive 6-6-6-6",
            source: "Clausecker & Reinefeld 2019: data/korf24_50.txt; the same search",
        },
        published: |board| board.expanded_additive,
        ours: |found| found.expanded,
    },
    PublishedCount {
        kind: TableKind::ZeroAware,
        group: FigureGroup {
            name: "24-puzzle: nodes expanded with the zero-aware 6-6-6-6",
            source: "Clausecker & Reinefeld 2019: data/korf24_50.txt; with reflection, goal blank first, blank up, left, right, down",
        },
        published: |board| board.expanded_zero_aware,
        ours: |found| found.expanded,
    },
];

/// Numbers of the boards that are always searched. In Korf & Felner 2002, they have the fewest
/// nodes.
const BOARDS: [u32; 2] = [38, 40];
/// Numbers of the boards that are searched only in a full run. In Korf & Felner 2002, they have the
/// third and fourth fewest nodes.
const FULL_BOARDS: [u32; 2] = [25, 32];
/// Minimum remaining time for building four pattern databases. If less time remains, they are not
/// built.
const MIN_TABLE_TIME: Duration = Duration::from_secs(10);

/// Builds additive and zero-aware tables for the 24-puzzle, and counts the nodes of searches that
/// use them. Skips the counts that can't be computed before `end`.
pub(super) fn counts(run: &mut Reproduction, end: Option<Instant>) -> Result {
    let known = korf24();
    let boards: Vec<&Korf24Board> = BOARDS
        .into_iter()
        .chain(FULL_BOARDS)
        .filter_map(|number| known.iter().find(|board| board.number == number))
        .collect();
    let searched = if run.scope.full {
        boards.len()
    } else {
        BOARDS.len()
    };
    for (kind, histograms) in [
        (TableKind::Additive, "histograms of additive 5x5 tables"),
        (TableKind::ZeroAware, "histograms of zero-aware 5x5 tables"),
    ] {
        let histograms = FigureGroup {
            name: histograms,
            source: HISTOGRAMS,
        };
        let mut found = Vec::new();
        if let Some(tables) = build_tables(run, kind, histograms, end)? {
            let selection = TableSelection {
                partition: "6-6-6-6",
                kind,
                reflection: true,
            };
            let solver = selection.solver(&tables, Size::new(5, 5)?, Goal::First)?;
            let boards = boards[..searched].iter().map(|board| board.board).collect();
            found = run.solve("nodes of the 24-puzzle", &solver, boards, end)?;
        }
        // Boards that were not searched get an empty solution, which is reported as left out.
        found.resize(boards.len(), Solution::default());
        for count in COUNTS.iter().filter(|count| count.kind == kind) {
            for (board, found) in boards.iter().zip(&found) {
                run.report(count.figure(board, found))?;
            }
        }
    }
    Ok(())
}

/// Builds four pattern databases, zero-aware or additive, and compares the histograms of their
/// values with published ones. Returns `None` if the remaining time is too short to build all of
/// them.
fn build_tables(
    run: &mut Reproduction,
    kind: TableKind,
    group: FigureGroup,
    end: Option<Instant>,
) -> Result<Option<Arc<TableStore>>> {
    let tables = Arc::<TableStore>::default();
    let mut has_time = end.is_none_or(|end| Instant::now() + MIN_TABLE_TIME < end);
    for histogram in histograms24() {
        if kind_of(&histogram) != kind {
            continue;
        }
        let table = if has_time {
            build(run, &pattern_of(&histogram)?, kind, end)?
        } else {
            None
        };
        let what = joined(&histogram.tiles);
        if let Some(table) = table {
            let ours = table.header().histogram();
            run.report(PublishedFigure::compared_lists(
                group,
                what,
                &histogram.counts,
                ours,
            ))?;
            tables.add(table);
        } else {
            has_time = false;
            let published = joined(&histogram.counts);
            run.report(PublishedFigure::left_out(group, what, published).minor())?;
        }
    }
    Ok(has_time.then_some(tables))
}

impl PublishedCount {
    fn figure(&self, board: &Korf24Board, found: &Solution) -> PublishedFigure {
        let what = format!("board {}, {} moves", board.number, board.length);
        let published = (self.published)(board);
        if found.length.is_none() {
            return PublishedFigure::left_out(self.group, what, published);
        }
        let ours = (self.ours)(&comparable(found.clone(), board.length));
        PublishedFigure::compared(self.group, what, &published, &ours)
    }
}
