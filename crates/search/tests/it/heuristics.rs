//! Heuristics against the truth on small boards, and against slow twins on all sizes.

use fifteen_pdb::TableKind;
use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards, Size};
use fifteen_search::tiles::{
    HeuristicError, HeuristicKind, LinearConflict, Misplaced, PdbTables, TileHeuristic, TileSpace, TileState,
    WalkingDistance, WalkingDistanceError,
};
use fifteen_search::{Heuristic, LimitKind, Limits, StateSpace};
use proptest::prelude::*;

use super::slow::{linear_conflict, walking};
use super::tables::pdb::{ChildrenOf, Whole, distances, tables};
use super::{goal_of, space_of};

type Any = TileHeuristic;

fn named(goal: &Board, name: &str) -> Any {
    name.parse::<HeuristicKind>().unwrap().build(goal, &Limits::default()).unwrap()
}

fn with_tables(goal: &Board, partition: &str, kind: TableKind, reflection: bool) -> Any {
    TileHeuristic::Tables(Box::new(PdbTables::new(goal, tables(goal, partition, kind), reflection).unwrap()))
}

fn goals(size: (usize, usize)) -> Vec<Board> {
    let last = goal_of(size, Goal::Last);
    let other = RandomBoards::new(last, 11).find(|b| ![0, last.blank()].contains(&b.blank())).unwrap();
    vec![last, goal_of(size, Goal::First), goal_of(size, Goal::Spiral), other]
}

#[test]
fn children_have_values_within_their_limit() {
    for size in [(3, 3), (4, 3), (2, 5), (6, 2)] {
        let goal = goal_of(size, Goal::Last);
        let space = space_of(&goal);
        let all = || HeuristicKind::ALL.map(|kind| kind.build(&goal, &Limits::default()).unwrap());
        let conflict = named(&goal, "linear-conflict");
        let several = TileHeuristic::max(vec![conflict, named(&goal, "walking-distance")]).unwrap();
        for heuristic in all().into_iter().chain([several, TileHeuristic::max(all().into()).unwrap()]) {
            for board in RandomBoards::new(goal, 9).take(10).chain([goal]) {
                heuristic.with(ChildrenOf(&space, &space.state(&board).unwrap()));
            }
        }
    }
}

#[test]
fn values_are_admissible_and_consistent_on_small_spaces() {
    on_whole_spaces(&[(3, 2), (2, 3)]);
}

#[test]
fn values_are_admissible_and_consistent_on_larger_spaces() {
    on_whole_spaces(&[(3, 3), (2, 4), (4, 2)]);
}

fn on_whole_spaces(sizes: &[(usize, usize)]) {
    for &size in sizes {
        // Of 3x3, whose boards are many, only the goal without a name.
        for goal in goals(size).into_iter().skip(if size == (3, 3) { 3 } else { 0 }) {
            let space = space_of(&goal);
            let whole = Whole::new(&space, &distances(&space));
            let check = |heuristic: &Any| heuristic.with(&whole);
            let mut sums = Vec::new();
            for kind in HeuristicKind::ALL {
                let heuristic: Any = kind.build(&goal, &Limits::default()).unwrap();
                let quality = check(&heuristic);
                assert!(heuristic.is_consistent() && quality.step <= 1, "{kind} {goal}");
                let parity = !matches!(kind, HeuristicKind::Zero | HeuristicKind::Misplaced);
                assert_eq!(quality.parity, parity, "{kind} {goal}");
                sums.push(quality.sum);
            }
            assert!(sums[..4].is_sorted() && sums[4] > sums[2], "{sums:?}");
            // On these boards linear conflict is the larger on average; neither always is.
            let both = ["linear-conflict", "walking-distance", "misplaced"].map(|name| named(&goal, name));
            let both = check(&TileHeuristic::max(both.into()).unwrap());
            assert!(both.step <= 1 && both.sum > sums[3].max(sums[4]));
        }
    }
}

#[test]
fn which_pattern_databases_are_consistent() {
    for (size, goal, partition) in
        [((3, 3), Goal::Spiral, "1,2,3,8/4-7"), ((4, 2), Goal::Last, "1-4/5-7"), ((4, 2), Goal::Spiral, "1-3/4-7")]
    {
        let goal = goal_of(size, goal);
        let space = space_of(&goal);
        let whole = Whole::new(&space, &distances(&space));
        for reflection in [false, true] {
            let quality = |kind| {
                let heuristic = with_tables(&goal, partition, kind, reflection);
                assert_eq!(heuristic.is_consistent(), kind == TableKind::ZeroAware);
                heuristic.with(&whole)
            };
            // One entry for each region of the blank: a move changes one sum by 1. The larger of two such sums too.
            assert_eq!(quality(TableKind::ZeroAware).step, 1, "{partition} of {goal}");
            // The minimum over the blank's regions forgets where the blank is: there are edges that jump.
            let additive = quality(TableKind::Additive).step;
            assert!(additive >= 3 && additive % 2 == 1, "{additive} in {partition} of {goal}");
        }
        let parts = vec![with_tables(&goal, partition, TableKind::Additive, false), named(&goal, "walking-distance")];
        let both = TileHeuristic::max(parts).unwrap();
        assert!(!both.is_consistent());
        both.with(&whole);
    }
}

#[test]
fn the_maximum_of_many_is_the_largest() {
    let goal = goal_of((3, 3), Goal::Last);
    let (space, order) = (space_of(&goal), ["zero", "misplaced", "manhattan", "linear-conflict", "walking-distance"]);
    let whole = Whole::new(&space, &distances(&space));
    let pdb = |partition| with_tables(&goal, partition, TableKind::ZeroAware, true);
    let alone: Vec<_> = [pdb("1-4/5-8"), pdb("1/2/3/4/5/6/7/8")].iter().map(|h| h.with(&whole).sum).collect();
    let mut all: Vec<Any> = order.iter().map(|name| named(&goal, name)).collect();
    all.push(pdb("1/2/3/4/5/6/7/8"));
    let many = TileHeuristic::max(vec![TileHeuristic::max(all).unwrap(), pdb("1-4/5-8")]).unwrap();
    assert!(many.with(&whole).sum > alone[0].max(alone[1]));
    assert!(many.bytes() > 0);
    let nine = (0..9).map(|_| named(&goal, "zero")).collect();
    assert!(matches!(Any::max(nine), Err(HeuristicError::Count { found: 9 })));
    assert!(matches!(Any::max(vec![]), Err(HeuristicError::Count { found: 0 })));
}

/// A walk from a random board; calls `check` with each state and the node that was carried there.
fn walk<H: Heuristic<TileSpace>>(
    space: &TileSpace,
    heuristic: &H,
    seed: u64,
    steps: &[usize],
    mut check: impl FnMut(&TileState, u32),
) {
    let board = RandomBoards::new(*space.goal(), seed).next().unwrap();
    let mut state = space.state(&board).unwrap();
    let mut node = heuristic.root(&state).unwrap_or_else(|_| unreachable!());
    check(&state, heuristic.value(&node));
    for &step in steps {
        let moves: Vec<_> = space.moves(&state, None).collect();
        let m = moves[step % moves.len()];
        let pending = heuristic.prepare(&state, &node, m, u32::MAX - 1);
        node = heuristic.child(&state, &node, m, pending, u32::MAX - 1).unwrap_or_else(|_| unreachable!());
        space.apply(&mut state, m);
        check(&state, heuristic.value(&node));
    }
}

fn any_goal(size: Size, seed: u64) -> Board {
    let last = Goal::Last.board(size).unwrap();
    if seed.is_multiple_of(3) { last } else { RandomBoards::new(last, seed).next().unwrap() }
}

proptest! {
    #[test]
    fn linear_conflict_and_misplaced_are_their_slow_twins(
        size in 0..Size::all().count(),
        seed: u64,
        steps in prop::collection::vec(0usize..4, 1..100),
    ) {
        let size = Size::all().nth(size).unwrap();
        let space = TileSpace::new(&any_goal(size, seed), MoveOrder::ULRD);
        walk(&space, &LinearConflict::new(size), seed, &steps, |state, value| {
            assert_eq!(value, linear_conflict(size, state));
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
    fn walking_distance_is_its_slow_twin(
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
fn walking_distance_counts_its_states_before_it_builds_them() {
    let states = |size, goal| WalkingDistance::states(&goal_of(size, goal));
    assert_eq!(states((4, 4), Goal::Last), [24_964; 2]);
    assert_eq!(states((4, 4), Goal::First), [24_964; 2]);
    let large = states((5, 5), Goal::Last);
    assert!((65_000_000..67_000_000).contains(&large[0]), "{large:?}");
    assert!(states((12, 2), Goal::Last)[1] > 1 << 40);
    // Every size either says at once that it is too large, or would fit.
    let megabyte = Limits { memory: Some(1 << 20), ..Limits::default() };
    for size in Size::all() {
        let goal = Goal::Last.board(size).unwrap();
        match WalkingDistance::new(&goal, &megabyte) {
            Ok(walking) => assert!(walking.bytes() <= 1 << 20, "{size}: {}", walking.bytes()),
            Err(WalkingDistanceError::TooLarge { bytes, limit, .. }) => {
                assert!(bytes > 1 << 20 && limit == megabyte.memory, "{size}");
            }
            Err(other) => panic!("{other}"),
        }
    }
    let four = WalkingDistance::new(&goal_of((4, 4), Goal::Last), &Limits::default()).unwrap();
    assert_eq!(four.table_states(), 24_964, "one table serves both directions");
    let endless = WalkingDistance::new(&goal_of((2, 12), Goal::Last), &Limits::default());
    assert!(matches!(&endless, Err(WalkingDistanceError::TooLarge { limit: None, .. })));
    assert!(endless.unwrap_err().to_string().contains("2^31"));
    let refused = WalkingDistance::new(&goal_of((5, 5), Goal::Last), &megabyte).unwrap_err().to_string();
    assert!(refused.contains(&fifteen_search::words::count(large[0])), "{refused}");
    let cancel = Some(std::sync::Arc::new(true.into()));
    let stopped = WalkingDistance::new(&goal_of((4, 4), Goal::Last), &Limits { cancel, ..Limits::default() });
    assert_eq!(stopped.unwrap_err(), WalkingDistanceError::Stopped { kind: LimitKind::Interrupted });
}
