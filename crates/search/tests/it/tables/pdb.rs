//! Pattern databases as heuristics: never above the truth, exact along every move, and the same lengths as without.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_pdb::{Partition, Table, TableKind, build};
use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{
    Algorithm, HeuristicError, Mode, Move, PdbError, PdbTables, TileHeuristic, TileSpace, TileState, WithHeuristic,
};
use fifteen_search::{Heuristic, StateSpace};

use super::GenericIda;
use crate::{goal_of, path, space_of};

pub(crate) fn tables(goal: &Board, partition: &str, kind: TableKind) -> Vec<Arc<Table>> {
    let partition = Partition::parse(partition, goal).unwrap();
    let table = |p| Arc::new(build(p, kind, 2, &mut |_| ControlFlow::Continue(())).unwrap());
    partition.patterns().iter().map(table).collect()
}

/// The distance of every state to the goal, by breadth-first search.
pub(crate) fn distances(space: &TileSpace) -> HashMap<TileState, u32> {
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

/// Compares the lengths that IDA* with tables finds with the truth, for one state in `every`, and replays its
/// solutions; for one of `generic` of these states with the generic descent too.
pub(crate) fn lengths_are_true(
    space: &TileSpace,
    distances: &HashMap<TileState, u32>,
    tables: PdbTables,
    every: usize,
    generic: usize,
) {
    let heuristic = TileHeuristic::Tables(Box::new(tables));
    let options = &IdaOptions::default();
    for (i, (start, distance)) in in_order(distances).into_iter().step_by(every).enumerate() {
        let found = Algorithm::Ida.search(space, &heuristic, start, options, Mode::Plain, &mut |_| ()).unwrap();
        let twin = (i % generic == 0).then(|| heuristic.with(GenericIda { space, start, options }));
        for found in [Some(found), twin].into_iter().flatten() {
            assert_eq!(found.length, Some(distance));
            assert!(path(&found.moves.unwrap()).solves(&space.board(start), space.goal()));
        }
    }
}

/// A heuristic on a whole space.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Quality {
    /// The sum of all values.
    pub(crate) sum: u64,
    /// The largest change of the value by a move.
    pub(crate) step: u32,
    /// The value always has the parity of the distance.
    pub(crate) parity: bool,
    /// A pruned child always reports its value.
    pub(crate) exact: bool,
}

/// Every state with its distance, in the order of distances, and what each of its moves leads to.
///
/// With a heuristic, it compares every state's value with its distance, and every child's with its value from scratch.
pub(crate) struct Whole {
    states: Vec<(TileState, u32)>,
    moves: Vec<Vec<(Move, usize)>>,
}

impl Whole {
    pub(crate) fn new(space: &TileSpace, distances: &HashMap<TileState, u32>) -> Self {
        let states: Vec<_> = in_order(distances).into_iter().map(|(state, distance)| (*state, distance)).collect();
        let indices: HashMap<TileState, usize> = states.iter().enumerate().map(|(i, (state, _))| (*state, i)).collect();
        let to = |state: &TileState, m| {
            let mut next = *state;
            space.apply(&mut next, m);
            (m, indices[&next])
        };
        let moves = states.iter().map(|(state, _)| space.moves(state, None).map(|m| to(state, m)).collect()).collect();
        Self { states, moves }
    }
}

impl WithHeuristic for &Whole {
    type Output = Quality;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Quality {
        let mut quality = Quality { sum: 0, step: 0, parity: true, exact: true };
        let root = |(state, _): &_| heuristic.root(state).map_err(Into::into).unwrap();
        let nodes: Vec<H::Node> = self.states.iter().map(root).collect();
        for (i, (state, distance)) in self.states.iter().enumerate() {
            let node = &nodes[i];
            let value = heuristic.value(node);
            assert!(value <= *distance, "{value} for {distance} of {state:?}");
            quality.sum += u64::from(value);
            quality.parity &= value % 2 == distance % 2;
            for &(m, next) in &self.moves[i] {
                let expected = heuristic.value(&nodes[next]);
                // The limit is a hint to what is prepared: it changes nothing else.
                let hint = [0, value, expected, u32::MAX - 1][i % 4];
                let pending = heuristic.prepare(state, node, m, hint);
                let child = heuristic.child(state, node, m, pending, u32::MAX - 1).unwrap_or_else(|_| unreachable!());
                assert_eq!(heuristic.value(&child), expected);
                assert!(heuristic.child(state, node, m, pending, expected).is_ok());
                if expected > 0 {
                    let above = heuristic.child(state, node, m, pending, expected - 1).err();
                    assert!(above.is_some_and(|v| v >= expected && v <= distance + 1), "{above:?}, {expected}");
                    quality.exact &= above == Some(expected);
                }
                quality.step = quality.step.max(expected.abs_diff(value));
            }
        }
        quality
    }
}

/// Size, goal, partitions, and the number of states for each that is searched from.
type Case<'a> = ((usize, usize), Goal, &'a [&'a str], usize);

#[test]
fn exhaustive_truth_on_small_boards() {
    let cases: [Case; 7] = [
        ((3, 2), Goal::Last, &["1-5", "1/2/3/4/5", "1,5/2-4"], 1),
        ((2, 3), Goal::First, &["1-3/4,5"], 1),
        ((4, 2), Goal::Last, &["1-4/5-7", "1,2,5/3,4/6,7", "1-7"], 11),
        ((2, 4), Goal::First, &["1,3,5,7/2,4,6"], 11),
        ((4, 2), Goal::Spiral, &["1-3/4-7"], 11),
        ((3, 3), Goal::Last, &["1-4/5-8", "1,2,3,6/4,5,7,8"], 97),
        ((3, 3), Goal::Spiral, &["1,2,3,8/4-7"], 97),
    ];
    for (size, goal, partitions, solve) in cases {
        let goal = goal_of(size, goal);
        let space = space_of(&goal);
        let distances = distances(&space);
        let whole = Whole::new(&space, &distances);
        for partition in partitions {
            for kind in [TableKind::ZeroAware, TableKind::Additive] {
                let tables = tables(&goal, partition, kind);
                let sums = [false, true].map(|reflection| {
                    let tables = PdbTables::new(&goal, tables.clone(), reflection).unwrap();
                    let zero_aware = kind == TableKind::ZeroAware && !tables.reflects();
                    let quality = tables.with(&whole);
                    assert!(quality.parity && quality.exact && (!zero_aware || quality.step == 1), "{quality:?}");
                    lengths_are_true(&space, &distances, tables, solve, 40);
                    quality.sum
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

/// The values of `count` random boards, one after the other.
pub(crate) fn values(space: &TileSpace, tables: PdbTables, count: usize) -> Vec<u32> {
    let heuristic = TileHeuristic::Tables(Box::new(tables));
    let value = |board| heuristic.value(&space.state(&board).unwrap()).unwrap();
    RandomBoards::new(*space.goal(), 4).take(count).map(value).collect()
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
        let whole = Whole::new(&space, &distances);
        let quality = heuristic.with(&whole);
        assert!(quality.parity && quality.exact, "{quality:?}");
        lengths_are_true(&space, &distances, heuristic, 97, 1);
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
    assert_eq!(values(&space, one, 50), values(&space, other, 50));
}

/// A child's value and estimate without its node, for the limits around its value.
pub(crate) struct ChildrenOf<'a>(pub(crate) &'a TileSpace, pub(crate) &'a TileState);

impl WithHeuristic for ChildrenOf<'_> {
    type Output = ();

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) {
        let Self(space, state) = self;
        let node = heuristic.root(state).map_err(Into::into).unwrap();
        for m in space.moves(state, None) {
            let prepared = heuristic.prepare(state, &node, m, u32::MAX - 1);
            let child = heuristic.child(state, &node, m, prepared, u32::MAX - 1).unwrap();
            let (value, estimate) = (heuristic.value(&child), heuristic.estimate(&child));
            assert!(estimate >= value);
            for limit in [value, value + 1] {
                assert_eq!(heuristic.child_estimate(state, &node, m, limit), Ok((value, estimate)));
                // A reference is the same heuristic.
                let reference = <&H as Heuristic<TileSpace>>::child_estimate(&heuristic, state, &node, m, limit);
                assert_eq!(reference, Ok((value, estimate)));
            }
            let below = value.checked_sub(1).map(|limit| heuristic.child_estimate(state, &node, m, limit));
            assert!(below.is_none_or(|below| below.is_err_and(|above| above <= value)));
        }
    }
}

#[test]
fn children_are_estimated_without_their_nodes() {
    for size in [(3, 3), (4, 3)] {
        let goal = goal_of(size, Goal::Last);
        let space = space_of(&goal);
        let partition = if size == (3, 3) { "1-4/5-8" } else { "1-4/5-8/9-11" };
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            let pdb = PdbTables::new(&goal, tables(&goal, partition, kind), true).unwrap();
            assert_eq!(pdb.reflects(), size == (3, 3), "other boards have no reflection that keeps the goal");
            let heuristic = TileHeuristic::Tables(Box::new(pdb));
            assert_eq!(heuristic.is_consistent(), kind == TableKind::ZeroAware);
            for board in RandomBoards::new(goal, 6).take(20).chain([goal]) {
                heuristic.with(ChildrenOf(&space, &space.state(&board).unwrap()));
            }
        }
        let single = PdbTables::new(&goal, tables(&goal, partition, TableKind::ZeroAware), false).unwrap();
        assert!(!single.reflects());
    }
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
    let none = PdbTables::new(&goal, vec![], true);
    assert_eq!(none.unwrap_err(), PdbError::NoPartition { size: goal.size(), covered: 0, shared: 0 });
}
