//! Compares heuristics with exact distances on small boards, and with slow reference
//! implementations on boards of all sizes.

use std::collections::HashMap;

use fifteen_search::tiles::{HeuristicKind, LinearConflict, Manhattan, Misplaced, WalkingDistance};
use proptest::prelude::*;

use super::whole::Whole;
use crate::support::*;

/// Returns the names of all built-in heuristics, joined by `+`. The heuristic with this name is
/// their maximum.
fn all_names() -> String {
    HeuristicKind::ALL.map(HeuristicKind::name).join("+")
}

#[test]
fn values_are_admissible_and_consistent() {
    for size in [(3, 2), (2, 3), (2, 4), (4, 2), (3, 3)] {
        // There are many 3x3 boards, so only one goal is tested for this size.
        for goal in goals(size)
            .into_iter()
            .skip(if size == (3, 3) { 3 } else { 0 })
        {
            let whole = Whole::new(&space_of(&goal));
            let mut sums = HashMap::new();
            let all = &*all_names();
            for name in all.split('+').chain([all]) {
                let heuristic = light(&goal, name);
                let quality = heuristic.with(&whole);
                assert!(
                    heuristic.is_consistent() && quality.step <= 1,
                    "{name} {goal}"
                );
                assert_eq!(
                    quality.parity,
                    !["zero", "misplaced"].contains(&name),
                    "{name} {goal}"
                );
                sums.insert(name, quality.sum);
            }
            let increasing = ["zero", "misplaced", "manhattan", "linear-conflict"];
            assert!(increasing.is_sorted_by_key(|name| sums[name]), "{sums:?}");
            // The maximum of all has a larger sum than each of them, so neither linear conflict nor
            // walking distance is always larger than the other.
            let largest = all.split('+').map(|name| sums[name]).max();
            assert!(Some(sums[all]) > largest, "{sums:?}");
        }
    }
}

#[test]
fn a_maximum_of_heuristics_has_the_largest_of_their_values() {
    let goal = goal_of((4, 2), Goal::Last);
    let whole = Whole::new(&space_of(&goal));
    let pdb = |partition, kind| with_tables(&goal, partition, kind);
    let zero_aware = || pdb("1-4/5-7", TableKind::ZeroAware);
    let inner = TileHeuristic::max(vec![
        light(&goal, &all_names()),
        pdb("1/2/3/4/5/6/7", TableKind::Additive),
    ])
    .unwrap();
    let many = TileHeuristic::max(vec![inner, zero_aware()]).unwrap();
    assert!(many.with(&whole).sum > zero_aware().with(&whole).sum);
    assert!(
        zero_aware().is_consistent() && !many.is_consistent(),
        "additive values may jump"
    );
    for count in [0, 9] {
        let error = TileHeuristic::max((0..count).map(|_| light(&goal, "zero")).collect());
        assert!(matches!(error, Err(HeuristicError::Count { found }) if found == count));
    }
}

/// Walks randomly from a random board. For each state, calls `check` with the state and its
/// heuristic value, which is updated after each move.
fn walk<H: Heuristic<TileSpace>>(
    space: &TileSpace,
    heuristic: &H,
    seed: u64,
    steps: &[usize],
    mut check: impl FnMut(&TileState, u32),
) {
    let mut state = random(space, seed).next().unwrap();
    let mut node = heuristic.root(&state).unwrap_or_else(|_| unreachable!());
    check(&state, heuristic.value(&node));
    for &step in steps {
        let moves: Vec<_> = space.moves(&state, None).collect();
        let m = moves[step % moves.len()];
        node = heuristic
            .child(&state, &node, m, u32::MAX - 1)
            .unwrap_or_else(|_| unreachable!());
        space.apply(&mut state, m);
        check(&state, heuristic.value(&node));
    }
}

fn any_goal(size: Size, seed: u64) -> Board {
    let last = Goal::Last.board(size).unwrap();
    if seed.is_multiple_of(3) {
        last
    } else {
        RandomBoards::new(last, seed).next().unwrap()
    }
}

proptest! {
    #[test]
    fn heuristics_without_tables_equal_their_definitions(
        size in 0..Size::all().count(),
        seed: u64,
        steps in prop::collection::vec(0usize..4, 1..100),
    ) {
        let size = Size::all().nth(size).unwrap();
        let space = TileSpace::new(&any_goal(size, seed), MoveOrder::ULRD);
        walk(&space, &LinearConflict::new(size), seed, &steps, |state, value| {
            assert_eq!(value, linear_conflict(size, state));
        });
        walk(&space, &Manhattan::new(size), seed, &steps, |state, value| {
            let tiles = (0..size.cells()).filter(|&cell| cell != state.blank());
            assert_eq!(value as usize, tiles.map(|cell| size.manhattan(cell, state.tile(cell))).sum::<usize>());
        });
        walk(&space, &Misplaced, seed, &steps, |state, value| {
            let misplaced = |&cell: &usize| cell != state.blank() && state.tile(cell) != cell;
            assert_eq!(value as usize, (0..size.cells()).filter(misplaced).count());
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn walking_distance_equals_its_definition(
        size in prop::sample::select(vec![(2, 2), (3, 2), (2, 4), (3, 3), (4, 3), (3, 4), (5, 2), (2, 5), (4, 4)]),
        seed: u64,
        steps in prop::collection::vec(0usize..4, 1..100),
    ) {
        let size = Size::new(size.0, size.1).unwrap();
        let goal = any_goal(size, seed);
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let (row, column) = size.row_column(goal.blank());
        let slow = [walking(size.height(), size.width(), row), walking(size.width(), size.height(), column)];
        prop_assert_eq!(WalkingDistance::states(&goal), [slow[0].len() as u128, slow[1].len() as u128]);
        let heuristic = WalkingDistance::new(&goal, &Limits::default()).unwrap();
        walk(&space, &heuristic, seed, &steps, |state, value| {
            let line = |axis: usize, cell: usize| [cell / size.width(), cell % size.width()][axis];
            let expected: u32 = (0..2).map(|axis| {
                let lines = [size.height(), size.width()][axis];
                let mut matrix = vec![vec![0; lines]; lines];
                for cell in (0..size.cells()).filter(|&cell| cell != state.blank()) {
                    matrix[line(axis, cell)][line(axis, state.tile(cell))] += 1;
                }
                slow[axis][&(matrix, line(axis, state.blank()))]
            }).sum();
            assert_eq!(value, expected);
        });
    }
}

#[test]
fn walking_distance_checks_its_memory_before_it_is_built() {
    // With this limit, walking distance can be built for some sizes but not for others.
    let megabyte = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    for size in Size::all() {
        let goal = Goal::Last.board(size).unwrap();
        match WalkingDistance::new(&goal, &megabyte) {
            Ok(walking) => assert!(walking.bytes() <= 1 << 20, "{size}: {}", walking.bytes()),
            Err(error) => assert_eq!(error.limit, Some(LimitKind::Memory), "{error}"),
        }
    }
    let four = WalkingDistance::new(&goal_of((4, 4), Goal::Last), &Limits::default()).unwrap();
    assert_eq!(
        four.table_states(),
        24_964,
        "one table serves both directions"
    );
    let endless = WalkingDistance::new(&goal_of((2, 12), Goal::Last), &Limits::default());
    assert!(
        endless.is_err_and(|error| error.limit.is_none() && error.to_string().contains("2^31"))
    );
    let cancel = Some(std::sync::Arc::new(true.into()));
    let stopped = WalkingDistance::new(
        &goal_of((4, 4), Goal::Last),
        &Limits {
            cancel,
            ..Limits::default()
        },
    );
    assert_eq!(stopped.unwrap_err().limit, Some(LimitKind::Interrupted));
}

/// Returns the linear conflict value as in its definition: in each row or column, all tiles must
/// leave except a largest set of tiles that are in the right order.
fn linear_conflict(size: Size, state: &TileState) -> u32 {
    let cells = 0..size.cells();
    let tiles = cells.clone().filter(|&cell| cell != state.blank());
    let manhattan: usize = tiles
        .map(|cell| size.manhattan(cell, state.tile(cell)))
        .sum();
    let row_column = |cell: usize| <[usize; 2]>::from(size.row_column(cell));
    let mut leaving = 0;
    for axis in 0..2 {
        let line = |cell| row_column(cell)[axis];
        let place = |cell| row_column(cell)[1 - axis];
        for number in 0..[size.height(), size.width()][axis] {
            let here = cells
                .clone()
                .filter(|&cell| line(cell) == number && cell != state.blank());
            let goals: Vec<usize> = here
                .map(|c| state.tile(c))
                .filter(|&t| line(t) == number)
                .map(place)
                .collect();
            let fits = |set: &u32| {
                let kept: Vec<_> = (0..goals.len())
                    .filter(|i| set >> i & 1 == 1)
                    .map(|i| goals[i])
                    .collect();
                kept.is_sorted()
            };
            let most = (0..1_u32 << goals.len())
                .filter(fits)
                .map(u32::count_ones)
                .max()
                .unwrap();
            leaving += goals.len() as u32 - most;
        }
    }
    manhattan as u32 + 2 * leaving
}

/// For each row, the number of its tiles whose goal is in each row, followed by the row of the
/// blank. The same type describes columns.
type Matrix = (Vec<Vec<usize>>, usize);

/// Returns the walking distance along one axis for every matrix, computed as in its definition by a
/// breadth-first search from the goal.
fn walking(lines: usize, cells: usize, blank: usize) -> HashMap<Matrix, u32> {
    let mut goal = vec![vec![0; lines]; lines];
    (0..lines).for_each(|line| goal[line][line] = cells - usize::from(line == blank));
    let mut known = HashMap::from([((goal.clone(), blank), 0)]);
    let mut queue = vec![(goal, blank)];
    let mut next = 0;
    while let Some((matrix, line)) = queue.get(next).cloned() {
        let distance = known[&(matrix.clone(), line)];
        for other in [line.wrapping_sub(1), line + 1]
            .into_iter()
            .filter(|&other| other < lines)
        {
            for goal in (0..lines).filter(|&goal| matrix[other][goal] > 0) {
                let mut child = matrix.clone();
                child[other][goal] -= 1;
                child[line][goal] += 1;
                known.entry((child.clone(), other)).or_insert_with(|| {
                    queue.push((child, other));
                    distance + 1
                });
            }
        }
        next += 1;
    }
    known
}
