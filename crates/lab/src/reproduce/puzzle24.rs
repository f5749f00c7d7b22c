//! The 24-puzzle: the tables of Korf & Felner's 6-6-6-6, entry for entry, and the nodes that IDA* generates and expands
//! with them.

use std::sync::Arc;
use std::time::Duration;

use fifteen_data::{Korf24Board, histograms24, korf24};
use fifteen_pdb::TableKind;
use fifteen_puzzle::{Goal, Size};
use fifteen_search::Instant;
use fifteen_solver::Solution;
use fifteen_solver::tables::TableStore;

use super::check::{Check, Group, text};
use super::tables::{build, kind, pattern, solver};
use super::{Result, Session};

const HISTOGRAMS: &str = "an independent program: data/pdb24_6tile_histograms.txt; 6-6-6-6 of Korf & Felner 2002, goal blank first";

/// A published count of each board, and ours, with tables of one kind.
struct Count {
    kind: TableKind,
    group: Group,
    published: fn(&Korf24Board) -> u64,
    ours: fn(&Solution) -> u64,
}

const COUNTS: [Count; 3] = [
    Count {
        kind: TableKind::Additive,
        group: Group {
            name: "24-puzzle: nodes generated with the additive 6-6-6-6",
            source: "Korf & Felner 2002: data/korf24_50.txt; with reflection, goal blank first, blank up, left, right, down; \
                     they do not count the root, which we do: ours less 1",
        },
        published: |board| board.generated,
        ours: |found| found.generated.saturating_sub(1),
    },
    Count {
        kind: TableKind::Additive,
        group: Group {
            name: "24-puzzle: nodes expanded with the additive 6-6-6-6",
            source: "Clausecker & Reinefeld 2019: data/korf24_50.txt; the same search",
        },
        published: |board| board.expanded_additive,
        ours: |found| found.expanded,
    },
    Count {
        kind: TableKind::ZeroAware,
        group: Group {
            name: "24-puzzle: nodes expanded with the zero-aware 6-6-6-6",
            source: "Clausecker & Reinefeld 2019: data/korf24_50.txt; with reflection, goal blank first, blank up, left, right, down",
        },
        published: |board| board.expanded_zero_aware,
        ours: |found| found.expanded,
    },
];

/// The boards whose nodes are counted always.
const BOARDS: [u32; 2] = [38, 40];
/// The boards whose nodes are counted with `--full`.
const FULL: [u32; 2] = [25, 32];
/// The least time for the tables of a kind: where less is left, they are left out.
const LEAST: Duration = Duration::from_secs(10);

/// Tables of both kinds, and counts with them, up to the last that is done by `end`.
pub(super) fn counts(session: &mut Session, end: Option<Instant>) -> Result {
    let known = korf24();
    let with_number = |number| known.iter().find(|board| board.number == number);
    let boards: Vec<&Korf24Board> = BOARDS
        .into_iter()
        .chain(FULL)
        .filter_map(with_number)
        .collect();
    let searched = if session.scope.full {
        boards.len()
    } else {
        BOARDS.len()
    };
    for (of_kind, histograms) in [
        (TableKind::Additive, "histograms of additive 5x5 tables"),
        (TableKind::ZeroAware, "histograms of zero-aware 5x5 tables"),
    ] {
        let mut found = match tables(
            session,
            of_kind,
            Group {
                name: histograms,
                source: HISTOGRAMS,
            },
            end,
        )? {
            Some(tables) => {
                let solver = solver(
                    &tables,
                    ("6-6-6-6", of_kind, true),
                    Size::new(5, 5)?,
                    Goal::First,
                )?;
                let boards = boards[..searched].iter().map(|board| board.board).collect();
                session.solve("nodes of the 24-puzzle", &solver, boards, end)?
            }
            None => Vec::new(),
        };
        found.resize(boards.len(), Solution::default());
        for count in COUNTS.iter().filter(|count| count.kind == of_kind) {
            for (board, found) in boards.iter().zip(&found) {
                session.add(count.check(board, found))?;
            }
        }
    }
    Ok(())
}

/// The tables, each compared with its histogram; none if there is no time for them all.
fn tables(
    session: &mut Session,
    of_kind: TableKind,
    group: Group,
    end: Option<Instant>,
) -> Result<Option<Arc<TableStore>>> {
    let tables = Arc::<TableStore>::default();
    let mut complete = end.is_none_or(|end| Instant::now() + LEAST < end);
    for histogram in histograms24()
        .iter()
        .filter(|histogram| kind(histogram) == of_kind)
    {
        let built = match complete {
            true => build(session, &pattern(histogram)?, of_kind, end)?,
            false => None,
        };
        let what = text(&histogram.tiles);
        if let Some(built) = built {
            session.add(Check::of_lists(
                group,
                what,
                &histogram.counts,
                built.header().histogram(),
            ))?;
            tables.add(built);
        } else {
            complete = false;
            session.add(Check {
                minor: true,
                ..Check::left_out(group, what, text(&histogram.counts))
            })?;
        }
    }
    Ok(complete.then_some(tables))
}

impl Count {
    fn check(&self, board: &Korf24Board, found: &Solution) -> Check {
        let what = format!("board {}, {} moves", board.number, board.length);
        let published = (self.published)(board);
        let Some(length) = found.length else {
            return Check::left_out(self.group, what, published);
        };
        // A wrong length is as bad as a wrong count, and is reported as the count 0.
        let ours = if length == board.length {
            (self.ours)(found)
        } else {
            0
        };
        Check::new(self.group, what, &published, &ours)
    }
}
