//! Korf 1985: how many nodes IDA* with the Manhattan distance generates for each of 100 boards.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fifteen_data::{KorfBoard, korf100};
use fifteen_solver::{Goal, HeuristicKind, Options, Size, Solver, batch};

use super::Scope;
use super::check::{Checks, Group};
use crate::exit::Failure;
use crate::terminal::interrupt;

const COUNTS: Group = Group {
    name: "nodes of IDA* with Manhattan on Korf's 100 boards",
    source: "Korf 1985, table 1: data/korf100.txt; goal blank first, blank up, left, right, down; generated, the root included",
};
/// Why three of the printed counts cannot come out.
const EXCEPTIONS: [(u32, &str); 3] = [
    (22, "one digit differs from what the printed board gives: a misprint"),
    (88, "the printed board gives another count in every program"),
    (89, "printed with a Manhattan distance of 36, but the board has 38"),
];
/// Nodes a second on which the plan counts; where the machine is slower, more boards are left out.
const SPEED: f64 = 60e6;

/// The cheapest boards first, as many as are done by `end`.
pub(super) fn counts(scope: &Scope, end: Option<Instant>, checks: &mut Checks) -> Result<(), Failure> {
    let solver = Solver::builder().goal(Goal::First).heuristic(HeuristicKind::Manhattan).open(Size::new(4, 4)?)?;
    let mut boards = korf100();
    boards.sort_by_key(|board| board.generated);
    let bar = checks.ui.bar("nodes of 1985", Some(boards.len() as u64)).with_message("boards");
    let mut failure = None;
    let work = |board: KorfBoard| (generated(&solver, &board, end), board);
    batch::in_order(boards, scope.threads, work, |(ours, board)| {
        bar.inc(1);
        failure = report(checks, &board, ours).err();
        if failure.is_some() || interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    failure.map_or(Ok(()), Err)
}

/// How many nodes a board takes; none if there is no time for it.
fn generated(solver: &Solver, board: &KorfBoard, end: Option<Instant>) -> Option<u64> {
    let left = end.map(|end| end.saturating_duration_since(Instant::now()));
    let needed = Duration::from_secs_f64(board.generated as f64 / SPEED);
    if left.is_some_and(|left| left < needed) {
        return None;
    }
    let mut options = Options::default();
    options.time = left;
    options.cancel = Some(interrupt::flag());
    let found = solver.solve(&board.board, &options).ok()?;
    // A wrong length is as bad as a wrong count, and is made one.
    found.length.map(|length| if length == board.length { found.generated } else { 0 })
}

fn report(checks: &mut Checks, board: &KorfBoard, ours: Option<u64>) -> Result<(), Failure> {
    let what = format!("board {}, {} moves", board.number, board.length);
    let exception = EXCEPTIONS.iter().find(|(number, _)| *number == board.number);
    match (ours, exception) {
        (None, _) => checks.leave_out_unseen(COUNTS, what, board.published),
        (Some(ours), None) => checks.add(COUNTS, what, &board.published, &ours),
        (Some(ours), Some((_, why))) => {
            checks.add_exception(COUNTS, what, [board.published, board.generated, ours], why)
        }
    }
}
