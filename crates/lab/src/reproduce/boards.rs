//! Boards whose shortest lengths are published, solved with pattern databases built on the spot.

use std::sync::Arc;

use fifteen_data::{KorfCounts, hardest17, korf100, korf100_expected};
use fifteen_pdb::{Partition, TableKind};
use fifteen_puzzle::{Goal, Size, notation};
use fifteen_solver::tables::TableStore;
use fifteen_solver::{Solution, Solver};

use super::check::{Check, Group, text};
use super::tables::{build, solver};
use super::{Result, Session};

const KORF: Group = Group {
    name: "lengths of Korf's 100 boards",
    source: "Korf 1985, table 1: data/korf100.txt; solved with a 6-6-3 (--full: a 7-8), solutions replayed",
};
const COUNTS: Group = Group {
    name: "nodes of IDA* with tables on Korf's 100 boards",
    source: "an independent program: data/korf100_expected.txt; goal blank first, blank up, left, right, down",
};
const HARDEST: Group = Group {
    name: "the hardest 4x4 boards",
    source: "Brüngger, Marzetta, Fukuda & Nievergelt 1999; Korf & Schultze 2005; list of H. Kociemba: data/hardest17_*.txt",
};
const TWO: Group = Group {
    name: "a board with two shortest solutions",
    source: "52 moves, exactly two solutions",
};

/// Korf's boards with tables of both kinds, with lookups of the reflected board and (`--full`) without them.
pub(super) fn lengths(session: &mut Session) -> Result {
    let size = Size::new(4, 4)?;
    let full = session.scope.full;
    let partitions: &[&str] = if full { &["6-6-3", "7-8"] } else { &["6-6-3"] };
    let reflections: &[bool] = if full { &[false, true] } else { &[true] };
    for &partition in partitions {
        for kind in [TableKind::Additive, TableKind::ZeroAware] {
            let tables = Arc::<TableStore>::default();
            for pattern in Partition::parse(partition, &Goal::Last.board(size)?)?.patterns() {
                build(session, pattern, kind, None)?
                    .into_iter()
                    .for_each(|built| tables.add(built));
            }
            let mut lengths = Vec::new();
            for &reflection in reflections {
                let heuristic = (partition, kind, reflection);
                lengths = counts(
                    session,
                    &solver(&tables, heuristic, size, Goal::First)?,
                    heuristic,
                )?;
            }
            if (partition, kind) == (partitions[partitions.len() - 1], TableKind::ZeroAware) {
                korf(session, &lengths)?;
                let of_goal = |goal| solver(&tables, (partition, kind, true), size, goal);
                two_solutions(session, &of_goal(Goal::Last)?)?;
                hardest(session, &of_goal(Goal::First)?)?;
            }
        }
    }
    Ok(())
}

/// The counts of the searches for Korf's boards with the tables of a partition, kind and reflection; returns the lengths.
fn counts(
    session: &mut Session,
    solver: &Solver,
    tables: (&str, TableKind, bool),
) -> Result<Vec<u64>> {
    let korf = korf100();
    let mut found = session.solve(
        "solving",
        solver,
        korf.iter().map(|korf| korf.board).collect(),
        None,
    )?;
    let lengths = lengths_of(&found);
    // A wrong length is as bad as a wrong count, and is reported as the count 0.
    let wrong = found
        .iter_mut()
        .zip(&korf)
        .filter(|(found, korf)| found.length != Some(korf.length));
    wrong.for_each(|(found, _)| *found = Solution::default());
    let of_tables = |counts: &KorfCounts| {
        let kind = if counts.zero_aware {
            TableKind::ZeroAware
        } else {
            TableKind::Additive
        };
        (counts.partition, kind, counts.reflection) == tables
    };
    let expected: Vec<KorfCounts> = korf100_expected().into_iter().filter(of_tables).collect();
    type Count<T> = fn(&T) -> u64;
    let each: [(&str, Count<KorfCounts>, Count<Solution>); 3] = [
        (
            "value of the board",
            |counts| counts.h0.into(),
            |found| found.h0.into(),
        ),
        (
            "generated",
            |counts| counts.generated,
            |found| found.generated,
        ),
        ("expanded", |counts| counts.expanded, |found| found.expanded),
    ];
    for (name, expected_count, count) in each {
        let what = format!("{name}, {}", solver.heuristic().unwrap_or_default());
        let expected: Vec<u64> = expected.iter().map(expected_count).collect();
        session.add(Check::of_lists(
            COUNTS,
            what,
            &expected,
            &found.iter().map(count).collect::<Vec<_>>(),
        ))?;
    }
    Ok(lengths)
}

fn korf(session: &mut Session, ours: &[u64]) -> Result {
    let published: Vec<u64> = korf100().iter().map(|korf| korf.length.into()).collect();
    session.add(Check::of_lists(KORF, "each of the 100", &published, ours))?;
    session.add(Check::new(KORF, "their sum", &5305, &ours.iter().sum()))
}

fn two_solutions(session: &mut Session, solver: &Solver) -> Result {
    let board = notation::parse("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2", None)?;
    let mut options = session.options();
    options.all = Some(3);
    let found = solver.solve(&board, &options)?;
    if let (Some(length), Some(solutions)) = (found.length, found.solutions) {
        session.add(Check::new(
            TWO,
            board.to_string(),
            &"52 2".to_owned(),
            &format!("{length} {solutions}"),
        ))?;
    }
    Ok(())
}

fn hardest(session: &mut Session, solver: &Solver) -> Result {
    let published = [80; 17];
    if !session.scope.full {
        return session.add(Check::left_out(HARDEST, "each of the 17", text(&published)));
    }
    let found = session.solve("solving", solver, hardest17(Goal::First), None)?;
    session.add(Check::of_lists(
        HARDEST,
        "each of the 17",
        &published,
        &lengths_of(&found),
    ))
}

fn lengths_of(solutions: &[Solution]) -> Vec<u64> {
    solutions
        .iter()
        .map(|solution| {
            solution
                .moves
                .as_ref()
                .map_or(0, |moves| moves.len() as u64)
        })
        .collect()
}
