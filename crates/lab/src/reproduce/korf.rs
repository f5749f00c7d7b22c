//! Korf 1985: the nodes that IDA* with the Manhattan distance generates for each of 100 boards.

use std::time::Duration;

use fifteen_data::{KorfBoard, korf100};
use fifteen_puzzle::{Goal, Size};
use fifteen_search::Instant;
use fifteen_solver::{HeuristicKind, Options, Setup, Solver};

use super::check::{Check, Group};
use super::{Result, Session};

const COUNTS: Group = Group {
    name: "nodes of IDA* with Manhattan on Korf's 100 boards",
    source: "Korf 1985, table 1: data/korf100.txt; goal blank first, blank up, left, right, down; generated, the root included",
};
/// The boards whose printed counts are wrong, and why.
const EXCEPTIONS: [(u32, &str); 3] = [
    (
        22,
        "one digit differs from what the printed board gives: a misprint",
    ),
    (88, "the printed board gives another count in every program"),
    (
        89,
        "printed with a Manhattan distance of 36, but the board has 38",
    ),
];
/// Nodes that a thread is expected to generate per second. On a slower machine more boards are left out.
const SPEED: f64 = 60e6;

/// The cheapest boards first, up to the last that is done by `end`.
pub(super) fn counts(session: &mut Session, end: Option<Instant>) -> Result {
    let solver = Setup {
        goal: Goal::First,
        heuristic: Some(HeuristicKind::Manhattan.into()),
        ..Setup::default()
    }
    .open(Size::new(4, 4)?)?;
    let mut boards = korf100();
    boards.sort_by_key(|board| board.generated);
    let options = session.options();
    let search = |board: KorfBoard| (generated(&solver, &board, end, options.clone()), board);
    session.search("nodes of 1985", boards, search, |session, (ours, board)| {
        session.add(check(&board, ours))
    })
}

/// The nodes that the search of a board generates; none if there is no time for it.
fn generated(
    solver: &Solver,
    board: &KorfBoard,
    end: Option<Instant>,
    mut options: Options,
) -> Option<u64> {
    options.time = end.map(|end| end.saturating_duration_since(Instant::now()));
    let needed = Duration::from_secs_f64(board.generated as f64 / SPEED);
    if options.time.is_some_and(|left| left < needed) {
        return None;
    }
    let found = solver.solve(&board.board, &options).ok()?;
    // A wrong length is as bad as a wrong count, and is reported as the count 0.
    found.length.map(|length| {
        if length == board.length {
            found.generated
        } else {
            0
        }
    })
}

fn check(board: &KorfBoard, ours: Option<u64>) -> Check {
    let what = format!("board {}, {} moves", board.number, board.length);
    let exception = EXCEPTIONS
        .iter()
        .find(|(number, _)| *number == board.number);
    match (ours, exception) {
        (None, _) => Check {
            minor: true,
            ..Check::left_out(COUNTS, what, board.published)
        },
        (Some(ours), None) => Check::new(COUNTS, what, &board.published, &ours),
        (Some(ours), Some((_, why))) => {
            Check::exception(COUNTS, what, [board.published, board.generated, ours], why)
        }
    }
}
