//! IDA* has a fast descent for pattern databases. These tests compare it with the generic descent,
//! using the same tables.

use crate::support::*;

/// Runs IDA* with the generic descent, which serves as the reference implementation.
struct GenericIda<'a> {
    space: &'a TileSpace,
    start: &'a TileState,
    options: &'a IdaOptions,
}

impl WithHeuristic for GenericIda<'_> {
    type Output = Found;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Found {
        ida(self.space, heuristic, self.start, self.options)
    }
}

fn compare(space: &TileSpace, start: &TileState, tables: &TileHeuristic, options: &IdaOptions) {
    let slow = tables.with(GenericIda {
        space,
        start,
        options,
    });
    let algorithm = plain_ida(options.find);
    let fast = search(algorithm, space, tables, start, &options.limits);
    assert_eq!(
        comparable(fast),
        comparable(slow),
        "{:?} {options:?}",
        space.board(start)
    );
}

fn with_nodes(nodes: u64) -> IdaOptions {
    within(Limits {
        nodes: Some(nodes),
        ..Limits::default()
    })
}

/// Returns the goal with the blank on the given cell and the other tiles in order.
fn blank_on(size: (usize, usize), cell: usize) -> Goal {
    let size = Size::new(size.0, size.1).unwrap();
    let mut tiles: Vec<u8> = (1..size.cells() as u8).collect();
    tiles.insert(cell, 0);
    Goal::Board(Board::new(size, &tiles).unwrap())
}

#[test]
fn the_fast_descent_with_zero_aware_tables_equals_the_generic_one() {
    the_hot_path_agrees(TableKind::ZeroAware, [MoveOrder::ULRD, MoveOrder::URDL]);
}

#[test]
fn the_fast_descent_with_additive_tables_equals_the_generic_one() {
    the_hot_path_agrees(TableKind::Additive, [MoveOrder::UDLR, MoveOrder::ULRD]);
}

/// Compares both descents on many boards. Reflected lookups are used with the first order of moves,
/// and not with the second.
fn the_hot_path_agrees(kind: TableKind, orders: [MoveOrder; 2]) {
    let fours = [
        "1-4/5-8/9-12/13-15",
        "1,2,5,6/3,4,7,8/9,10,13,14/11,12,15",
        "1,5,9,13/2,6,10,14/3,7,11,15/4,8,12",
    ];
    let many: Vec<String> = (1..8).map(|t| format!("1-{t}/{}-8", t + 1)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let cases: [((usize, usize), Goal, &[&str]); 13] = [
        ((3, 3), Goal::Last, &["1-4/5-8"]),
        ((3, 3), Goal::Spiral, &["1-3/4-6/7,8"]),
        ((3, 3), Goal::First, &["1,2,4,5/3,6,7,8", "1-4/5-8"]),
        ((3, 3), Goal::Last, &many),
        ((4, 4), Goal::First, &fours[..1]),
        ((4, 4), Goal::Last, &fours[..2]),
        ((4, 4), blank_on((4, 4), 3), &fours),
        ((3, 4), Goal::Last, &["1-4/5-8/9-11"]),
        ((5, 3), blank_on((5, 3), 7), &["1-4/5-8/9-11/12-14"]), // its reflection is left-right
        ((5, 2), blank_on((5, 2), 2), &["1-4/5-9", "1,2,6,7/3-5,8,9"]),
        ((2, 6), Goal::First, &["1-4/5-7/8-11"]),
        ((7, 2), Goal::Last, &["1-3,8-10/4-7,11-13"]), // a tile passes more than four others
        ((5, 5), Goal::First, &["1-4/5-8/9-12/13-16/17-20/21-24"]),
    ];
    for (size, goal, partitions) in cases {
        let goal = goal_of(size, goal);
        let tables = tables(&goal, partitions, kind);
        for (reflection, order) in [true, false].into_iter().zip(orders) {
            let space = TileSpace::new(&goal, order);
            let tables = TileHeuristic::from(sums(&goal, partitions, tables.clone(), reflection));
            let boards = random(&space, 3)
                .take(3)
                .chain([0, 1, 2, 9, 24, 40].map(|moves| near(&space, moves, moves)));
            for (i, start) in boards.enumerate() {
                let nodes = [1, 2, 3, 17, 1000, 4097, 5000, 9999, 20_000][i];
                compare(&space, &start, &tables, &with_nodes(nodes));
                compare(
                    &space,
                    &start,
                    &tables,
                    &IdaOptions {
                        find: Find::FirstAndFinishIteration,
                        ..with_nodes(30_000)
                    },
                );
                compare(
                    &space,
                    &start,
                    &tables,
                    &IdaOptions {
                        find: Find::All { keep: 3 },
                        ..with_nodes(30_000)
                    },
                );
            }
        }
    }
}
