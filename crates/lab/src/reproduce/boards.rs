//! Boards whose shortest lengths are published, solved with pattern databases built on the spot.

use std::sync::Arc;

use fifteen_data::{hardest17, korf100};
use fifteen_pdb::{Partition, TableKind};
use fifteen_puzzle::{Board, Goal, Size, notation};
use fifteen_solver::Solver;
use fifteen_solver::tables::TableStore;

use super::check::{Check, Group, text};
use super::fresh_tables::{build, solver};
use super::session::{Result, Session};

const KORF: Group = Group {
    name: "lengths of Korf's 100 boards",
    source: "Korf 1985, table 1: data/korf100.txt; solved with a 6-6-3 (--full: a 7-8), solutions replayed",
};
const HARDEST: Group = Group {
    name: "the hardest 4x4 boards",
    source: "Brüngger, Marzetta, Fukuda & Nievergelt 1999; Korf & Schultze 2005; list of H. Kociemba: data/hardest17_*.txt",
};
const TWO: Group = Group { name: "a board with two shortest solutions", source: "52 moves, exactly two solutions" };

pub(super) fn lengths(session: &mut Session) -> Result {
    let partition = if session.scope.full { "7-8" } else { "6-6-3" };
    let size = Size::new(4, 4)?;
    let (tables, kind) = (Arc::<TableStore>::default(), TableKind::ZeroAware);
    for pattern in Partition::parse(partition, &Goal::Last.board(size)?)?.patterns() {
        build(session, pattern, kind, None)?.into_iter().for_each(|built| tables.add(built));
    }
    let first = solver(&tables, (partition, kind), size, Goal::First)?;
    korf(session, &first)?;
    two_solutions(session, &solver(&tables, (partition, kind), size, Goal::Last)?)?;
    hardest(session, &first)
}

fn korf(session: &mut Session, solver: &Solver) -> Result {
    let korf = korf100();
    let published: Vec<u64> = korf.iter().map(|korf| korf.length.into()).collect();
    let ours = solve(session, solver, korf.iter().map(|korf| korf.board).collect())?;
    session.add(Check::of_lists(KORF, "each of the 100", &published, &ours))?;
    session.add(Check::new(KORF, "their sum", &5305, &ours.iter().sum()))
}

fn two_solutions(session: &mut Session, solver: &Solver) -> Result {
    let board = notation::parse("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2", None)?;
    let mut options = session.options();
    options.all = Some(3);
    let found = solver.solve(&board, &options)?;
    if let (Some(length), Some(solutions)) = (found.length, found.solutions) {
        session.add(Check::new(TWO, board.to_string(), &"52 2".to_owned(), &format!("{length} {solutions}")))?;
    }
    Ok(())
}

fn hardest(session: &mut Session, solver: &Solver) -> Result {
    let published = [80; 17];
    if !session.scope.full {
        return session.add(Check::left_out(HARDEST, "each of the 17", text(&published)));
    }
    let ours = solve(session, solver, hardest17(Goal::First))?;
    session.add(Check::of_lists(HARDEST, "each of the 17", &published, &ours))
}

/// The lengths of boards. A solution that does not solve its board counts as length 0.
fn solve(session: &mut Session, solver: &Solver, boards: Vec<Board>) -> Result<Vec<u64>> {
    let (options, mut lengths) = (session.options(), Vec::new());
    let length = |board: Board| {
        let moves = solver.solve(&board, &options).ok()?.moves?;
        moves.solves(&board, solver.goal()).then_some(moves.len() as u64)
    };
    session.search("solving", boards, length, |_, length| {
        lengths.push(length.unwrap_or(0));
        Ok(())
    })?;
    Ok(lengths)
}
