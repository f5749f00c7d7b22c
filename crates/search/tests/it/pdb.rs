//! Pattern databases as heuristics: never above the truth, exact along every move, and the same lengths as without.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_pdb::{Partition, Table, TableKind, build};
use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards};
use fifteen_search::ida::{self, IdaOptions};
use fifteen_search::tiles::{
    Algorithm, HeuristicError, Mode, PdbError, PdbTables, TileHeuristic, TileSpace, TileState, WithHeuristic,
};
use fifteen_search::{Heuristic, StateSpace};

use super::{goal_of, path, space_of};

pub(super) fn tables(goal: &Board, partition: &str, kind: TableKind) -> Vec<Arc<Table<Vec<u8>>>> {
    let partition = Partition::parse(partition, goal).unwrap();
    let table = |p| Arc::new(build(p, kind, 2, &mut |_| ControlFlow::Continue(())).unwrap());
    partition.patterns().iter().map(table).collect()
}

/// The distance of every state to the goal, by breadth-first search.
pub(super) fn distances(space: &TileSpace) -> HashMap<TileState, u32> {
    let mut distances = HashMap::from([(*space.solved(), 0)]);
    let mut level = vec![*space.solved()];
    while let Some(state) = level.first() {
        let depth = distances[state] + 1;
        let mut next = Vec::new();
        for state in &level {
            for m in space.moves(state, None) {
                let mut child = *state;
                space.apply(&mut child, m);
                distances.entry(child).or_insert_with(|| {
                    next.push(child);
                    depth
                });
            }
        }
        level = next;
    }
    distances
}

fn in_order(distances: &HashMap<TileState, u32>) -> Vec<(&TileState, u32)> {
    let mut states: Vec<(&TileState, u32)> = distances.iter().map(|(state, &distance)| (state, distance)).collect();
    states.sort_by_key(|(state, distance)| (*distance, *state.cells()));
    states
}

/// Compares the lengths that IDA* with tables finds with the truth, for one state in so many, and replays its
/// solutions.
pub(super) fn lengths_are_true(
    space: &TileSpace,
    distances: &HashMap<TileState, u32>,
    tables: PdbTables<Vec<u8>>,
    every: usize,
) {
    let heuristic = TileHeuristic::Tables(Box::new(tables));
    for (state, distance) in in_order(distances).into_iter().step_by(every) {
        let options = IdaOptions::default();
        let found = Algorithm::Ida.search(space, &heuristic, state, &options, Mode::Plain, &mut |_| ()).unwrap();
        assert_eq!(found.length, Some(distance));
        assert!(path(&found.moves.unwrap()).solves(&space.board(state), space.goal()));
    }
}

/// Compares every state's value with the truth, and every child's with its value from scratch.
pub(super) struct Truth<'a> {
    pub(super) space: &'a TileSpace,
    pub(super) distances: &'a HashMap<TileState, u32>,
    pub(super) zero_aware: bool,
    /// Every state is searched from, step by step, whose place in the order of distances (and cells) is a multiple of
    /// this.
    pub(super) solve: usize,
}

impl WithHeuristic for Truth<'_> {
    /// The sum of all values.
    type Output = u64;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> u64 {
        let mut sum = 0;
        let values: HashMap<&TileState, H::Node> =
            self.distances.keys().map(|state| (state, heuristic.root(state).map_err(Into::into).unwrap())).collect();
        for (i, (state, distance)) in in_order(self.distances).into_iter().enumerate() {
            let node = &values[state];
            let value = heuristic.value(node);
            assert!(value <= distance && value % 2 == distance % 2, "{value} for {distance} of {state:?}");
            sum += u64::from(value);
            for m in self.space.moves(state, None) {
                let mut next = *state;
                self.space.apply(&mut next, m);
                let expected = heuristic.value(&values[&next]);
                assert!(!self.zero_aware || expected.abs_diff(value) == 1);
                // The limit is a hint to what is prepared: it changes nothing else.
                let hint = [0, value, expected, u32::MAX - 1][i % 4];
                let pending = heuristic.prepare(state, node, m, hint);
                let child = heuristic.child(state, node, m, pending, u32::MAX - 1).unwrap();
                assert_eq!(heuristic.value(&child), expected);
                assert!(heuristic.child(state, node, m, pending, expected).is_ok());
                if expected > 0 {
                    let pruned = heuristic.child(state, node, m, pending, expected - 1);
                    assert!(pruned.is_err_and(|v| v == expected));
                }
            }
            if i % self.solve == 0 {
                let found = ida::search(self.space, heuristic, state, &IdaOptions::default(), &mut |_| ())
                    .map_err(Into::into)
                    .unwrap();
                assert_eq!(found.length, Some(distance));
                let solution = path(&found.moves.unwrap());
                assert!(solution.solves(&self.space.board(state), self.space.goal()));
            }
        }
        sum
    }
}

/// Size, goal, partitions, and every how many states one is searched from.
type Case<'a> = ((usize, usize), Goal, &'a [&'a str], usize);

#[test]
fn exhaustive_truth_on_small_boards() {
    let cases: [Case; 7] = [
        ((3, 2), Goal::Last, &["1-5", "1/2/3/4/5", "1,5/2-4"], 1),
        ((2, 3), Goal::First, &["1-3/4,5"], 1),
        ((4, 2), Goal::Last, &["1-4/5-7", "1,2,5/3,4/6,7", "1-7"], 1),
        ((2, 4), Goal::First, &["1,3,5,7/2,4,6"], 1),
        ((4, 2), Goal::Spiral, &["1-3/4-7"], 1),
        ((3, 3), Goal::Last, &["1-4/5-8", "1,2,3,6/4,5,7,8"], 7),
        ((3, 3), Goal::Spiral, &["1,2,3,8/4-7"], 11),
    ];
    for (size, goal, partitions, solve) in cases {
        let goal = goal_of(size, goal);
        let space = space_of(&goal);
        let distances = distances(&space);
        for partition in partitions {
            for kind in [TableKind::ZeroAware, TableKind::Additive] {
                let tables = tables(&goal, partition, kind);
                let sums = [false, true].map(|reflection| {
                    let tables = PdbTables::new(&goal, tables.clone(), reflection).unwrap();
                    let zero_aware = kind == TableKind::ZeroAware && !tables.reflects();
                    let sum =
                        tables.with(Truth { space: &space, distances: &distances, zero_aware, solve: 40 * solve });
                    lengths_are_true(&space, &distances, tables, solve);
                    sum
                });
                assert!(sums[0] <= sums[1]);
                // A table of all tiles is the truth itself.
                if partition.len() == 3 {
                    let truth: u64 = distances.values().map(|&d| u64::from(d)).sum();
                    assert_eq!(sums[0], truth);
                }
            }
        }
    }
}

/// The sum of the values of random boards.
struct Values<'a>(&'a TileSpace);

impl WithHeuristic for Values<'_> {
    type Output = Vec<u32>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Vec<u32> {
        let value =
            |board| heuristic.value(&heuristic.root(&self.0.state(&board).unwrap()).map_err(Into::into).unwrap());
        RandomBoards::new(*self.0.goal(), 4).take(50).map(value).collect()
    }
}

/// A goal with other labels, or in another corner, is the same puzzle to the tables.
#[test]
fn one_table_serves_every_goal_that_a_symmetry_carries_to_it() {
    let last = goal_of((3, 3), Goal::Last);
    let shared = tables(&last, "1-4/5-8", TableKind::ZeroAware);
    for text in ["0 1 2 / 3 4 5 / 6 7 8", "4 7 0 / 1 2 3 / 8 6 5", "1 2 3 / 4 5 6 / 0 7 8"] {
        let goal = Goal::parse(text, None).unwrap().board(last.size()).unwrap();
        let space = space_of(&goal);
        let heuristic = PdbTables::new(&goal, shared.clone(), true).unwrap();
        assert!(heuristic.reflects());
        let distances = distances(&space);
        heuristic.with(Truth { space: &space, distances: &distances, zero_aware: false, solve: 97 });
    }
}

#[test]
fn a_reflection_makes_the_values_those_of_the_reflected_board() {
    let goal = goal_of((4, 4), Goal::First);
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    // A partition, and its image about the main diagonal: tile t -> its goal cell's mirror image.
    let one = PdbTables::new(&goal, tables(&goal, "1-3/4-6/7-9/10-12/13-15", TableKind::ZeroAware), true).unwrap();
    let other = tables(&goal, "4,8,12/1,5,9/13,2,6/10,14,3/7,11,15", TableKind::ZeroAware);
    let other = PdbTables::new(&goal, other, true).unwrap();
    assert_eq!(one.with(Values(&space)), other.with(Values(&space)));
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    let goal = goal_of((3, 3), Goal::Last);
    let tables = tables(&goal, "1-4/5-8", TableKind::ZeroAware);
    let centre = goal_of((3, 3), Goal::Spiral);
    assert!(matches!(PdbTables::new(&centre, tables.clone(), true), Err(PdbError::OtherBoard { .. })));
    let wide = goal_of((4, 3), Goal::Last);
    assert!(matches!(PdbTables::new(&wide, tables.clone(), true), Err(PdbError::OtherBoard { .. })));
    let half = PdbTables::new(&goal, tables[..1].to_vec(), true);
    assert_eq!(half.unwrap_err(), PdbError::NoPartition { size: goal.size(), covered: 4, shared: 0 });
    let twice = PdbTables::new(&goal, [&tables[..], &tables[..1]].concat(), true);
    assert_eq!(twice.unwrap_err(), PdbError::NoPartition { size: goal.size(), covered: 8, shared: 4 });
    let none = PdbTables::<Vec<u8>>::new(&goal, vec![], true);
    assert_eq!(none.unwrap_err(), PdbError::NoPartition { size: goal.size(), covered: 0, shared: 0 });
}
