//! The values of many boards at once are those of one after the other.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_pdb::index::ZeroClasses;
use fifteen_pdb::{Table, TableKind};
use fifteen_puzzle::{Goal, RandomBoards};
use fifteen_search::tiles::{HeuristicError, HeuristicKind, PdbTables, TileHeuristic, TileState};
use fifteen_search::{Limits, tiles::TileSpace};

use super::pdb::tables;
use crate::{goal_of, space_of};

fn states(space: &TileSpace, n: usize) -> Vec<TileState> {
    RandomBoards::new(*space.goal(), 5).take(n).map(|board| space.state(&board).unwrap()).collect()
}

#[test]
fn at_once_and_one_after_the_other() {
    let cases = [
        ((3, 3), Goal::Last, "1-4/5-8"),
        ((3, 3), Goal::Spiral, "1,2,3,8/4-7"),
        ((4, 4), Goal::Last, "1-5/6-10/11-15"),
        ((4, 4), Goal::First, "1-5/6-10/11-15"),
        ((5, 3), Goal::First, "1-5/6-10/11-14"),
        ((2, 7), Goal::Last, "1-3/4-6/7-9/10-13"),
        ((5, 5), Goal::Last, "1-4/5-8/9-12/13-16/17-20/21-24"),
    ];
    for (size, goal, partition) in cases {
        let goal = goal_of(size, goal);
        let space = space_of(&goal);
        let boards = states(&space, 300);
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            let tables = tables(&goal, partition, kind);
            for reflection in [false, true] {
                let tables = PdbTables::new(&goal, tables.clone(), reflection).unwrap();
                let heuristic = TileHeuristic::Tables(Box::new(tables));
                let one_by_one: Vec<u32> = boards.iter().map(|state| heuristic.value(state).unwrap()).collect();
                // The second time all is known.
                for _ in 0..2 {
                    assert_eq!(heuristic.values(&boards).as_ref(), Ok(&one_by_one), "{partition} {kind} {reflection}");
                }
                let few: Vec<u32> = one_by_one[295..].to_vec();
                assert_eq!(heuristic.values(&boards[295..]), Ok(few));
            }
        }
    }
}

/// Tables that are prepared for so many boards that no path is followed.
#[test]
fn prepared_and_along_paths() {
    let cancel = AtomicBool::new(false);
    let cases = [
        ((3, 3), Goal::Last, "1-4/5-8"),
        ((3, 3), Goal::Spiral, "1,2,3,8/4-7"),
        ((4, 4), Goal::Last, "1-5/6-10/11-15"),
        ((5, 3), Goal::First, "1-5/6-10/11-14"),
        ((2, 7), Goal::Last, "1-3/4-6/7-9/10-13"),
        ((5, 5), Goal::First, "1-4/5-8/9-12/13-16/17-20/21-24"),
    ];
    for (size, goal, partition) in cases {
        let goal = goal_of(size, goal);
        let boards = states(&space_of(&goal), 500);
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            let tables = tables(&goal, partition, kind);
            let open = || TileHeuristic::Tables(Box::new(PdbTables::new(&goal, tables.clone(), true).unwrap()));
            let (paths, prepared) = (open(), open());
            let along_paths = paths.values(&boards).unwrap();
            prepared.prepare(1 << 40, 2, u64::MAX, &cancel);
            assert_eq!(prepared.values(&boards).as_ref(), Ok(&along_paths), "{partition} {kind}");
            assert_eq!(prepared.values(&boards[..1]).unwrap(), along_paths[..1]);
            // Too little memory, and an interruption: paths are followed.
            paths.prepare(1 << 40, 2, 0, &cancel);
            paths.prepare(1 << 40, 2, u64::MAX, &AtomicBool::new(true));
            assert_eq!(paths.values(&boards), Ok(along_paths));
        }
    }
}

#[test]
fn prepared_tables_that_are_damaged() {
    let goal = goal_of((3, 3), Goal::Last);
    let sound = tables(&goal, "1-4/5-8", TableKind::ZeroAware);
    let mut bytes = Vec::new();
    sound[1].write(&mut bytes).unwrap();
    bytes[4096..].fill(255);
    let damaged = Arc::new(Table::open(bytes).unwrap());
    let tables = PdbTables::new(&goal, vec![Arc::clone(&sound[0]), damaged], true).unwrap();
    let heuristic = TileHeuristic::Tables(Box::new(tables));
    heuristic.prepare(1 << 40, 1, u64::MAX, &AtomicBool::new(false));
    // Only distances that no entry can have are noticed: the boards farthest from the goal have them.
    let found = heuristic.values(&states(&space_of(&goal), 20_000));
    assert!(matches!(found, Err((_, HeuristicError::Damaged(_)))), "{found:?}");
}

/// The slow, obvious way: one table after the other, each by its own.
#[test]
fn values_are_sums_of_distances_in_the_tables() {
    for (size, partition) in
        [((4, 4), "1-5/6-10/11-15"), ((7, 2), "1-3/4-6/7-9/10-13"), ((5, 5), "1-4/5-8/9-12/13-16/17-20/21-24")]
    {
        let goal = goal_of(size, Goal::Last);
        let space = space_of(&goal);
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            let tables = tables(&goal, partition, kind);
            let sum = |state: &TileState| {
                let board = space.board(state);
                let of = |table: &Arc<Table>| {
                    let pattern = table.header().pattern();
                    let cell_of = |&tile: &u8| board.tiles().iter().position(|&t| t == tile + 1).unwrap() as u8;
                    // The tables name tiles by their goal cells; tile 1 belongs into cell 0.
                    let cells: Vec<u8> = pattern.cells().iter().map(cell_of).collect();
                    table.distance(&ZeroClasses::new(board.size(), cells.len()), &cells, board.blank()).unwrap()
                };
                tables.iter().map(of).sum::<u32>()
            };
            let heuristic = TileHeuristic::Tables(Box::new(PdbTables::new(&goal, tables.clone(), false).unwrap()));
            for state in states(&space, 40) {
                assert_eq!(heuristic.value(&state), Ok(sum(&state)), "{kind}");
            }
        }
    }
}

#[test]
fn the_maximum_and_heuristics_without_tables() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = space_of(&goal);
    let boards = states(&space, 50);
    let conflict = || HeuristicKind::LinearConflict.build(&goal, &Limits::default()).unwrap();
    let tables = PdbTables::new(&goal, tables(&goal, "1-5/6-10/11-15", TableKind::ZeroAware), true).unwrap();
    let both = TileHeuristic::max(vec![conflict(), TileHeuristic::Tables(Box::new(tables))]).unwrap();
    for heuristic in [conflict(), both] {
        let one_by_one: Vec<u32> = boards.iter().map(|state| heuristic.value(state).unwrap()).collect();
        assert_eq!(heuristic.values(&boards), Ok(one_by_one));
    }
}

#[test]
fn a_walk_that_does_not_arrive_is_an_error() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let sound = tables(&goal, "1-4/5-8", TableKind::ZeroAware);
    let mut bytes = Vec::new();
    sound[1].write(&mut bytes).unwrap();
    // Entries that say the same everywhere: after two moves there is no way down.
    bytes[4096..].fill(0);
    let damaged = Arc::new(Table::open(bytes).unwrap());
    let tables = PdbTables::new(&goal, vec![Arc::clone(&sound[0]), damaged], true).unwrap();
    let boards = states(&space, 100);
    let found = TileHeuristic::Tables(Box::new(tables)).values(&boards);
    assert!(matches!(found, Err((board, HeuristicError::Damaged(_))) if board < 100), "{found:?}");
}
