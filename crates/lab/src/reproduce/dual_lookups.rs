//! Felner, Zahavi, Schaeffer & Holte 2005: the nodes that IDA* generates with dual lookups, on average.

use fifteen_data::{DualLookupMean, dual_lookup_means};
use fifteen_pdb::{Partition, TableKind, distinct_patterns};
use fifteen_puzzle::{Board, Goal, RandomBoards, Size};
use fifteen_search::tiles::DualTables;
use fifteen_solver::HeuristicSpec;

use super::check::{Check, Group};
use super::fresh_tables::{FreshTables, build};
use super::session::{Result, Session};

const MEANS: Group = Group {
    name: "mean nodes generated with dual lookups in the additive 7-8",
    source: "Felner, Zahavi, Schaeffer & Holte 2005: data/dual15.txt; ours: 100 other random boards, goal blank last",
};
const NOTE: &str = "the boards of the publication are not published";

/// The tables take three times those of 7-8, so the means are computed with `--full` alone.
pub(super) fn means(session: &mut Session) -> Result {
    if !session.scope.full {
        return dual_lookup_means()
            .iter()
            .try_for_each(|mean| session.add(Check::left_out(MEANS, mean.heuristic, mean.published)));
    }
    let size = Size::new(4, 4)?;
    let last = Goal::Last.board(size)?;
    let tables = tables(session, &Partition::parse("7-8", &last)?)?;
    for mean in dual_lookup_means() {
        let solver = tables.solver_with(mean.heuristic.parse::<HeuristicSpec>()?, size, Goal::Last)?;
        let (options, mut generated) = (session.options(), 0);
        let boards = RandomBoards::new(last, DualLookupMean::SEED).take(DualLookupMean::BOARDS as usize).collect();
        let search = |board: Board| solver.solve(&board, &options).ok().filter(|found| found.length.is_some());
        session.search("dual lookups", boards, search, |_, found| {
            generated += found.map_or(0, |found| found.generated);
            Ok(())
        })?;
        let of_a_board = |sum: u64| sum / DualLookupMean::BOARDS;
        let figures = [mean.published, of_a_board(mean.generated), of_a_board(generated)];
        session.add(Check::exception(MEANS, mean.heuristic, figures, NOTE))?;
    }
    Ok(())
}

/// The additive tables for all goals that dual lookups need.
fn tables(session: &mut Session, partition: &Partition) -> Result<FreshTables> {
    let tables = FreshTables::new(TableKind::Additive)?;
    let size = Size::new(4, 4)?;
    let goals = DualTables::goals(size);
    let partitions: Vec<Partition> = goals.iter().filter_map(|goal| partition.for_blank(goal.blank())).collect();
    for pattern in distinct_patterns(&partitions) {
        if let Some(built) = build(session, &pattern, TableKind::Additive, None)? {
            tables.add(&built)?;
        }
    }
    Ok(tables)
}
