//! Reproduces the node counts of Korf 1985: the number of nodes that IDA* with the Manhattan
//! distance generates for each of 100 boards.

use std::time::Duration;

use fifteen_data::{KorfBoard, korf100};
use fifteen_puzzle::{Goal, Size};
use fifteen_search::Instant;
use fifteen_solver::{HeuristicKind, Limits, Setup, Solver};

use super::figure::{FigureGroup, PublishedFigure};
use super::{Reproduction, Result, comparable};

const COUNTS: FigureGroup = FigureGroup {
    name: "nodes of IDA* with Manhattan on Korf's 100 boards",
    source: "Korf 1985, table 1: data/korf100.txt; goal blank first, blank up, left, right, down; generated, the root included",
};

/// A board whose node count is misprinted in the published table.
struct Misprint {
    board: u32,
    reason: &'static str,
}

const MISPRINTS: [Misprint; 3] = [
    Misprint {
        board: 22,
        reason: "one digit differs from what the printed board gives: a misprint",
    },
    Misprint {
        board: 88,
        reason: "the printed board gives another count in every program",
    },
    Misprint {
        board: 89,
        reason: "printed with a Manhattan distance of 36, but the board has 38",
    },
];

/// Expected speed of a thread, in generated nodes per second. If the remaining time is too short
/// for a board at this speed, the board is skipped.
const NODES_PER_SECOND: f64 = 60e6;

/// Counts the nodes that IDA* generates for each board, starting with the easiest boards. Skips
/// boards whose search would probably not finish before `end`.
pub(super) fn counts(run: &mut Reproduction, end: Option<Instant>) -> Result {
    let solver = Setup {
        goal: Goal::First,
        heuristic: Some(HeuristicKind::Manhattan.into()),
        ..Setup::default()
    }
    .open(Size::new(4, 4)?)?;
    let mut boards = korf100();
    boards.sort_by_key(|board| board.generated);
    let limits = Limits {
        deadline: end,
        ..run.limits()
    };
    let search = |board: KorfBoard| {
        let ours = generated_nodes(&solver, &board, &limits);
        figure(&board, ours)
    };
    run.search("nodes of 1985", boards, search, |run, figure| {
        run.report(figure)
    })
}

/// Returns the number of nodes that IDA* generates for a board, or `None` if the remaining time is
/// too short.
fn generated_nodes(solver: &Solver, board: &KorfBoard, limits: &Limits) -> Option<u64> {
    let needed = Duration::from_secs_f64(board.generated as f64 / NODES_PER_SECOND);
    let left = limits
        .deadline
        .map(|end| end.saturating_duration_since(Instant::now()));
    if left.is_some_and(|left| left < needed) {
        return None;
    }
    let found = solver.solve(&board.board, limits).ok()?;
    found.length?;
    Some(comparable(found, board.length).generated)
}

fn figure(board: &KorfBoard, ours: Option<u64>) -> PublishedFigure {
    let what = format!("board {}, {} moves", board.number, board.length);
    let Some(ours) = ours else {
        return PublishedFigure::left_out(COUNTS, what, board.published).minor();
    };
    let figure = PublishedFigure::compared(COUNTS, what, &board.published, &ours);
    match MISPRINTS
        .iter()
        .find(|misprint| misprint.board == board.number)
    {
        Some(misprint) => figure.with_known_error(ours == board.generated, misprint.reason),
        None => figure,
    }
}
