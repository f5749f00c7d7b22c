//! Boards whose shortest lengths are known, solved with pattern databases built on the spot.

use std::ops::ControlFlow;

use fifteen_data::{hardest17, korf100};
use fifteen_solver::{Board, Goal, Options, Partition, Path, Size, Solver, TableKind, batch, notation};

use super::Scope;
use super::building::{Tables, table};
use super::check::{Checks, Group};
use crate::exit::Failure;
use crate::terminal::interrupt;

const KORF: Group = Group {
    name: "lengths of Korf's 100 boards",
    source: "Korf 1985, table 1: data/korf100.txt; solved with a 6-6-3 (--full: a 7-8), solutions replayed",
};
const HARDEST: Group = Group {
    name: "the hardest 4x4 boards",
    source: "Brüngger, Marzetta, Fukuda & Nievergelt 1999; Korf & Schultze 2005; list of H. Kociemba: data/hardest17_*.txt",
};
const TWO: Group = Group { name: "a board with two shortest solutions", source: "52 moves, exactly two solutions" };

pub(super) fn lengths(scope: &Scope, checks: &mut Checks) -> Result<(), Failure> {
    let partition = if scope.full { "7-8" } else { "6-6-3" };
    let size = Size::new(4, 4)?;
    let tables = Tables::new(TableKind::ZeroAware)?;
    for pattern in Partition::parse(partition, &Goal::Last.board(size)?)?.patterns() {
        let Some(built) = table(pattern, TableKind::ZeroAware, None, scope, checks)? else { return Ok(()) };
        tables.add(&built)?;
    }
    let solver = |goal| tables.solver(partition, size, goal);
    let korf = korf100();
    let boards: Vec<Board> = korf.iter().map(|korf| korf.board).collect();
    let published: Vec<u64> = korf.iter().map(|korf| korf.length.into()).collect();
    let first = solver(Goal::First)?;
    let Some(ours) = solve(&first, &boards, scope, checks) else { return Ok(()) };
    checks.add_list(KORF, "each of the 100", &published, &ours)?;
    checks.add(KORF, "their sum", &5305, &ours.iter().sum())?;
    let board = notation::parse("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2", None)?;
    let mut options = Options::default();
    options.all = Some(3);
    options.cancel = Some(interrupt::flag());
    let found = solver(Goal::Last)?.solve(&board, &options)?;
    if let (Some(length), Some(solutions)) = (found.length, found.solutions) {
        checks.add(TWO, board.to_string(), &"52 2".to_owned(), &format!("{length} {solutions}"))?;
    }
    let published = [80; 17];
    if !scope.full {
        return checks.leave_out(HARDEST, "each of the 17", published.map(|n| n.to_string()).join(" "));
    }
    match solve(&first, &hardest17(Goal::First), scope, checks) {
        Some(ours) => checks.add_list(HARDEST, "each of the 17", &published, &ours),
        None => Ok(()),
    }
}

/// The lengths of boards; none after Ctrl-C. A solution that does not solve its board counts as length 0.
fn solve(solver: &Solver, boards: &[Board], scope: &Scope, checks: &Checks) -> Option<Vec<u64>> {
    let bar = checks.ui.bar("solving", Some(boards.len() as u64)).with_message("boards");
    let mut options = Options::default();
    options.cancel = Some(interrupt::flag());
    let mut lengths = Vec::new();
    let solves = |path: &Path, board: &Board| path.solves(board, solver.goal());
    let length = |board: &Board| {
        let moves = solver.solve(board, &options).ok()?.moves?;
        Some(if solves(&moves, board) { moves.len() as u64 } else { 0 })
    };
    batch::in_order(boards, scope.threads, length, |length| {
        bar.inc(1);
        lengths.push(length.unwrap_or(0));
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    (!interrupt::requested()).then_some(lengths)
}
