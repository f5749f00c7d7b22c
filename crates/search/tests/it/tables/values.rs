//! Evaluating many boards with one call must give the same values as evaluating them one by one.

use fifteen_resources::Threads;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::support::*;

const CASES: [((usize, usize), Goal, &str); 6] = [
    ((3, 3), Goal::Last, "1-4/5-8"),
    ((3, 3), Goal::Spiral, "1,2,3,8/4-7"),
    ((4, 4), Goal::First, "1-4/5-8/9-12/13-15"),
    ((5, 3), Goal::First, "1-4/5-8/9-11/12-14"),
    ((2, 7), Goal::Last, "1-3/4-6/7-9/10-13"),
    ((5, 5), Goal::Last, "1-4/5-8/9-12/13-16/17-20/21-24"),
];

#[test]
fn evaluating_many_boards_gives_the_values_of_single_boards() {
    let go_on = AtomicBool::new(false);
    for (size, goal, partition) in CASES {
        let goal = goal_of(size, goal);
        let boards: Vec<_> = random(&space_of(&goal), 5).take(500).collect();
        for (kind, reflection) in [
            (TableKind::ZeroAware, true),
            (TableKind::ZeroAware, false),
            (TableKind::Additive, true),
        ] {
            let heuristic = TileHeuristic::from(pdb(&goal, &[partition], kind, reflection));
            let one_by_one: Vec<u32> = boards
                .iter()
                .map(|state| heuristic.value(state).unwrap())
                .collect();
            let at_once = |n: usize| {
                let values = heuristic.values(&boards[n..]);
                assert_eq!(
                    values.as_deref(),
                    Ok(&one_by_one[n..]),
                    "{partition} {kind} {reflection}"
                );
            };
            // The second call reuses distances that the first call found along its paths.
            [0, 0, 495].into_iter().for_each(at_once);
            // If there is too little memory, or the preparation is interrupted, nothing is
            // prepared. Values are then found by following paths, as before.
            heuristic.prepare(1 << 40, Threads::All, 0, &go_on);
            heuristic.prepare(1 << 40, Threads::All, u64::MAX, &AtomicBool::new(true));
            at_once(0);
            // After this complete preparation, all distances are known, so no path has to be
            // followed.
            heuristic.prepare(1 << 40, Threads::All, u64::MAX, &go_on);
            [0, 495].into_iter().for_each(at_once);
        }
    }
}

/// Compares the heuristic with its definition, which looks up each table separately and adds the
/// distances.
#[test]
fn values_are_sums_of_distances_in_the_tables() {
    for (size, partition) in [
        ((4, 4), "1-4/5-8/9-12/13-15"),
        ((7, 2), "1-3/4-6/7-9/10-13"),
        ((5, 5), "1-4/5-8/9-12/13-16/17-20/21-24"),
    ] {
        let goal = goal_of(size, Goal::Last);
        let space = space_of(&goal);
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            let tables = tables(&goal, &[partition], kind);
            let sum = |state: &TileState| {
                let board = space.board(state);
                let of = |table: &Arc<Table>| {
                    let pattern = table.header().pattern();
                    let cell_of = |&tile: &u8| {
                        board.tiles().iter().position(|&t| t == tile + 1).unwrap() as u8
                    };
                    // Tables identify tiles by their goal cells: tile 1 belongs on cell 0.
                    let cells: Vec<u8> = pattern.cells().iter().map(cell_of).collect();
                    table.distance(&cells, board.blank()).unwrap()
                };
                tables.iter().map(of).sum::<u32>()
            };
            let heuristic = TileHeuristic::from(pdb(&goal, &[partition], kind, false));
            for state in random(&space, 5).take(40) {
                assert_eq!(heuristic.value(&state), Ok(sum(&state)), "{kind}");
            }
        }
    }
}

/// Damage is detected if following a path does not reach the goal, or if a prepared distance is one
/// that no entry can have.
#[test]
fn damaged_tables_are_detected() {
    let goal = goal_of((3, 3), Goal::Last);
    let boards: Vec<_> = random(&space_of(&goal), 5).take(20_000).collect();
    let sound = tables(&goal, &["1-4/5-8"], TableKind::ZeroAware);
    let filled = |byte| -> TileHeuristic {
        let mut bytes = Vec::new();
        sound[1].write(&mut bytes).unwrap();
        bytes[4096..].fill(byte);
        let tables = vec![Arc::clone(&sound[0]), Arc::new(Table::open(bytes).unwrap())];
        TileHeuristic::from(PdbTables::new(&goal, tables, true).unwrap())
    };
    // All entries are equal now, so following a path finds no smaller distance after two moves.
    let along_paths = filled(0).values(&boards[..100]);
    assert!(
        matches!(along_paths, Err((board, HeuristicError::Damaged(_))) if board < 100),
        "{along_paths:?}"
    );
    // Only boards that are far from the goal have invalid distances now.
    let prepared = filled(255);
    prepared.prepare(1 << 40, Threads::ONE, u64::MAX, &AtomicBool::new(false));
    let found = prepared.values(&boards);
    assert!(
        matches!(found, Err((_, HeuristicError::Damaged(_)))),
        "{found:?}"
    );
}
