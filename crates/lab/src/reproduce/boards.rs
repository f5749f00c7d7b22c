//! Compares solutions of 4x4 boards with published lengths and node counts. The pattern databases
//! are built in memory.

use std::iter;
use std::sync::Arc;

use fifteen_data::{KorfCounts, hardest17, korf100, korf100_expected};
use fifteen_pdb::{Partition, TableKind};
use fifteen_puzzle::{Goal, Size, notation};
use fifteen_solver::tables::TableStore;
use fifteen_solver::{Algorithm, Find, Solution, Solver, TileIda};

use super::figure::{FigureGroup, PublishedFigure, joined};
use super::tables::{TableSelection, build};
use super::{Reproduction, Result, comparable};

const KORF: FigureGroup = FigureGroup {
    name: "lengths of Korf's 100 boards",
    source: "Korf 1985, table 1: data/korf100.txt; solved with a 6-6-3, in full with a 7-8; solutions replayed",
};
const COUNTS: FigureGroup = FigureGroup {
    name: "nodes of IDA* with tables on Korf's 100 boards",
    source: "an independent program: data/korf100_expected.txt; goal blank first, blank up, left, right, down",
};
const HARDEST: FigureGroup = FigureGroup {
    name: "the hardest 4x4 boards",
    source: "Brüngger, Marzetta, Fukuda & Nievergelt 1999; Korf & Schultze 2005; list of H. Kociemba: data/hardest17_*.txt",
};
const TWO: FigureGroup = FigureGroup {
    name: "a board with two shortest solutions",
    source: "52 moves, exactly two solutions",
};

/// Solves Korf's boards with additive and with zero-aware tables, and compares the node counts with
/// published ones. With the strongest tables, also compares the solution lengths of all boards with
/// published lengths.
pub(super) fn lengths_and_counts(run: &mut Reproduction) -> Result {
    let size = Size::FIFTEEN;
    let full = run.scope.full;
    let partitions: &[&str] = if full { &["6-6-3", "7-8"] } else { &["6-6-3"] };
    let reflections: &[bool] = if full { &[false, true] } else { &[true] };
    let strongest = partitions[partitions.len() - 1];
    for &partition in partitions {
        for kind in [TableKind::Additive, TableKind::ZeroAware] {
            let tables = Arc::<TableStore>::default();
            for pattern in Partition::parse(partition, &Goal::Last.board(size)?)?.patterns() {
                if let Some(table) = build(run, pattern, kind, None)? {
                    tables.add(table);
                }
            }
            let mut lengths = Vec::new();
            for &reflection in reflections {
                let selection = TableSelection {
                    partition,
                    kind,
                    reflection,
                };
                lengths = node_counts(run, &tables, selection)?;
            }
            if partition == strongest && kind == TableKind::ZeroAware {
                let selection = TableSelection {
                    partition,
                    kind,
                    reflection: true,
                };
                korf_lengths(run, &lengths)?;
                two_solutions(run, &selection.solver(&tables, size, Goal::Last)?)?;
                hardest_lengths(run, &selection.solver(&tables, size, Goal::First)?)?;
            }
        }
    }
    Ok(())
}

/// Solves Korf's boards with the selected tables and compares the node counts with published ones.
/// Returns the lengths of the solutions.
fn node_counts(
    run: &mut Reproduction,
    tables: &Arc<TableStore>,
    selection: TableSelection<'_>,
) -> Result<Vec<u64>> {
    let solver = selection.solver(tables, Size::FIFTEEN, Goal::First)?;
    let korf = korf100();
    let boards = korf.iter().map(|korf| korf.board).collect();
    let found = run.solve("solving", &solver, boards, None)?;
    let lengths = lengths_of(&found);
    let found: Vec<Solution> = iter::zip(found, &korf)
        .map(|(found, korf)| comparable(found, korf.length))
        .collect();
    let published: Vec<KorfCounts> = korf100_expected()
        .into_iter()
        .filter(|counts| {
            counts.partition == selection.partition
                && counts.zero_aware == (selection.kind == TableKind::ZeroAware)
                && counts.reflection == selection.reflection
        })
        .collect();
    let mut compare = |name: &str, published: Vec<u64>, ours: Vec<u64>| {
        let what = format!("{name}, {}", solver.heuristic().unwrap_or_default());
        run.report(PublishedFigure::compared_lists(
            COUNTS, what, &published, &ours,
        ))
    };
    compare(
        "value of the board",
        published.iter().map(|counts| counts.h0.into()).collect(),
        found.iter().map(|found| found.h0.into()).collect(),
    )?;
    compare(
        "generated",
        published.iter().map(|counts| counts.generated).collect(),
        found.iter().map(|found| found.generated).collect(),
    )?;
    compare(
        "expanded",
        published.iter().map(|counts| counts.expanded).collect(),
        found.iter().map(|found| found.expanded).collect(),
    )?;
    Ok(lengths)
}

fn korf_lengths(run: &mut Reproduction, ours: &[u64]) -> Result {
    let published: Vec<u64> = korf100().iter().map(|korf| korf.length.into()).collect();
    run.report(PublishedFigure::compared_lists(
        KORF,
        "each of the 100",
        &published,
        ours,
    ))?;
    let sum = ours.iter().sum();
    run.report(PublishedFigure::compared(KORF, "their sum", &5305, &sum))
}

fn two_solutions(run: &mut Reproduction, solver: &Solver) -> Result {
    let board = notation::parse("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2", None)?;
    let all = Algorithm::Ida(TileIda::Plain {
        find: Find::All { keep: 3 },
        pause: None,
    });
    let found = solver
        .with_algorithm(all, Some(solver.order()))
        .solve(&board, &run.limits())?;
    if let (Some(length), Some(solutions)) = (found.length, found.solutions) {
        run.report(PublishedFigure::compared(
            TWO,
            board.to_string(),
            &"52 2".to_owned(),
            &format!("{length} {solutions}"),
        ))?;
    }
    Ok(())
}

fn hardest_lengths(run: &mut Reproduction, solver: &Solver) -> Result {
    let what = "each of the 17";
    let published = [80; 17];
    if !run.scope.full {
        return run.report(PublishedFigure::left_out(HARDEST, what, joined(&published)));
    }
    let found = run.solve("solving", solver, hardest17(Goal::First), None)?;
    let ours = lengths_of(&found);
    run.report(PublishedFigure::compared_lists(
        HARDEST, what, &published, &ours,
    ))
}

/// Returns the length of each solution, or 0 for a board that was not solved.
fn lengths_of(solutions: &[Solution]) -> Vec<u64> {
    solutions
        .iter()
        .map(|solution| {
            let moves = solution.moves.as_ref();
            moves.map_or(0, |moves| moves.len() as u64)
        })
        .collect()
}
