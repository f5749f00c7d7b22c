//! Helpers for all tests of searches: common imports, puzzles, heuristics with and without tables,
//! searches that check their outcome, and exact distances.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use fifteen_pdb::{Partition, TableBuilder, distinct_patterns};
use fifteen_puzzle::Path;
use fifteen_search::ida;
use fifteen_search::tiles::{HeuristicKind, Manhattan};

pub(crate) use fifteen_pdb::{Table, TableKind};
pub(crate) use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards, Size, notation};
pub(crate) use fifteen_search::tiles::{
    Algorithm, AnytimeEnd, AnytimeOptions, HeuristicError, Mode, Move, PdbTables, Percent,
    SearchEvent, TileHeuristic, TileIda, TileSpace, TileState, WithHeuristic,
};
pub(crate) use fifteen_search::{
    Find, Heuristic, IdaOptions, Iteration, LimitKind, Limits, Outcome, StateSpace, Status, Threads,
};

pub(crate) type Found = Outcome<Vec<Move>>;

pub(crate) fn goal_of(size: (usize, usize), goal: Goal) -> Board {
    goal.board(Size::new(size.0, size.1).unwrap()).unwrap()
}

/// Returns four goals of a size: three named goals and an unusual one.
pub(crate) fn goals(size: (usize, usize)) -> [Board; 4] {
    let last = goal_of(size, Goal::Last);
    let other = RandomBoards::new(last, 11)
        .find(|b| ![0, last.blank()].contains(&b.blank()))
        .unwrap();
    [
        last,
        goal_of(size, Goal::First),
        goal_of(size, Goal::Spiral),
        other,
    ]
}

pub(crate) fn space_of(goal: &Board) -> TileSpace {
    TileSpace::new(goal, MoveOrder::ULRD)
}

/// Returns the goal with the blank last, its space, and a heuristic without tables.
pub(crate) fn setting(size: (usize, usize), names: &str) -> (Board, TileSpace, TileHeuristic) {
    let goal = goal_of(size, Goal::Last);
    (goal, space_of(&goal), light(&goal, names))
}

/// Returns one of the two hardest boards of the 8-puzzle, which needs 31 moves.
pub(crate) fn hard() -> Board {
    notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap()
}

/// Returns random states. The same seed gives the same states.
pub(crate) fn random(space: &TileSpace, seed: u64) -> impl Iterator<Item = TileState> {
    RandomBoards::new(*space.goal(), seed).map(|board| space.state(&board).unwrap())
}

/// Returns a state that is reached from the goal by the given number of moves. No move undoes the
/// previous one, and the same `seed` gives the same state.
pub(crate) fn near(space: &TileSpace, seed: usize, moves: usize) -> TileState {
    let (mut state, mut last) = (*space.solved(), None);
    for step in 0..moves {
        let next: Vec<Move> = space.moves(&state, last).collect();
        let m = next[(step * step + step * seed + seed) % next.len()];
        space.apply(&mut state, m);
        last = Some(m);
    }
    state
}

pub(crate) fn path(moves: &[Move]) -> Path {
    Path::new(moves.iter().map(|m| m.direction()).collect())
}

/// Creates a heuristic without tables. A name such as `manhattan+misplaced` means the maximum of
/// several.
pub(crate) fn light(goal: &Board, names: &str) -> TileHeuristic {
    let parts = names.split('+').map(|n| {
        n.parse::<HeuristicKind>()
            .unwrap()
            .build(goal, &Limits::default())
            .unwrap()
    });
    TileHeuristic::max(parts.collect()).unwrap()
}

/// Builds the tables of some partitions. A pattern and its reflection share a table.
pub(crate) fn tables(goal: &Board, partitions: &[&str], kind: TableKind) -> Vec<Arc<Table>> {
    let partitions: Vec<_> = partitions
        .iter()
        .map(|text| Partition::parse(text, goal).unwrap())
        .collect();
    let table = |p| Arc::new(TableBuilder::new().kind(kind).build(p).unwrap());
    distinct_patterns(&partitions).iter().map(table).collect()
}

/// Builds the tables of several partitions, and returns a heuristic whose value is the maximum of
/// their sums.
pub(crate) fn pdb(
    goal: &Board,
    partitions: &[&str],
    kind: TableKind,
    reflection: bool,
) -> PdbTables {
    sums(goal, partitions, tables(goal, partitions, kind), reflection)
}

/// Returns a heuristic whose value is the maximum of the sums of several partitions, using tables
/// that exist already.
pub(crate) fn sums(
    goal: &Board,
    partitions: &[&str],
    tables: Vec<Arc<Table>>,
    reflection: bool,
) -> PdbTables {
    let parsed: Vec<_> = partitions
        .iter()
        .map(|text| Partition::parse(text, goal).unwrap())
        .collect();
    PdbTables::collection(goal, tables, &parsed, reflection).unwrap()
}

/// Creates a pattern database heuristic for one partition, with the reflection if the goal allows
/// it.
pub(crate) fn with_tables(goal: &Board, partition: &str, kind: TableKind) -> TileHeuristic {
    TileHeuristic::from(pdb(goal, &[partition], kind, true))
}

/// Runs a search with any algorithm and heuristic.
pub(crate) fn search(
    algorithm: Algorithm,
    space: &TileSpace,
    heuristic: &TileHeuristic,
    start: &TileState,
    limits: &Limits,
) -> Found {
    algorithm
        .search(space, heuristic, start, limits, &mut |_| ())
        .unwrap()
}

/// Returns IDA* in plain mode. `find` says which solutions to search for.
pub(crate) fn plain_ida(find: Find) -> Algorithm {
    Algorithm::Ida(TileIda::Plain { find, pause: None })
}

/// Returns IDA* in fast mode on the given number of threads, where 0 means all processors.
pub(crate) fn fast_ida(threads: usize) -> Algorithm {
    Algorithm::Ida(TileIda::fast(Threads::all_if_zero(threads)))
}

/// Returns IDA* in plain mode and in fast mode.
pub(crate) fn both_modes() -> [TileIda; 2] {
    [TileIda::PLAIN, TileIda::fast(Threads::ONE)]
}

/// Runs plain IDA* with any heuristic.
pub(crate) fn plain(space: &TileSpace, heuristic: &TileHeuristic, start: &TileState) -> Found {
    search(
        Algorithm::default(),
        space,
        heuristic,
        start,
        &Limits::default(),
    )
}

/// Runs IDA* in any state space.
pub(crate) fn ida<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &IdaOptions,
) -> Outcome<Vec<S::Move>> {
    ida::search(space, heuristic, start, options, &mut |_| ())
        .unwrap_or_else(|_| panic!("the start has a value"))
}

/// Runs IDA* with the Manhattan distance.
pub(crate) fn solve(space: &TileSpace, board: &Board, options: &IdaOptions) -> Found {
    ida(
        space,
        &Manhattan::new(space.size()),
        &space.state(board).unwrap(),
        options,
    )
}

pub(crate) fn within(limits: Limits) -> IdaOptions {
    IdaOptions {
        limits,
        ..IdaOptions::default()
    }
}

pub(crate) fn finding(find: Find) -> IdaOptions {
    IdaOptions {
        find,
        ..IdaOptions::default()
    }
}

/// Runs a search with the algorithm's default order of moves. Checks the outcome against the
/// reported events, and replays the solution.
pub(crate) fn run(
    algorithm: Algorithm,
    heuristic: &TileHeuristic,
    goal: &Board,
    board: &Board,
    limits: Limits,
) -> Found {
    let space = TileSpace::new(goal, algorithm.default_order());
    let (start, mut reported) = (space.state(board).unwrap(), Vec::new());
    let mut report = |event| {
        if let SearchEvent::Iteration(iteration) = event {
            reported.push(iteration);
        }
    };
    let outcome = algorithm
        .search(&space, heuristic, &start, &limits, &mut report)
        .unwrap();
    assert_eq!(outcome.iterations, reported);
    let h0 = if algorithm.takes_heuristic() {
        heuristic.value(&start).unwrap()
    } else {
        outcome.h0
    };
    assert_eq!(outcome.h0, h0);
    assert_eq!(
        outcome.expanded,
        outcome.iterations.iter().map(|i| i.expanded).sum::<u64>()
    );
    let children = outcome.iterations.iter().map(|i| i.generated).sum::<u64>();
    assert_eq!(
        outcome.generated,
        if outcome.generated == 0 {
            0
        } else {
            1 + children
        },
        "{algorithm}"
    );
    assert!(outcome.iterations.is_sorted_by(|a, b| a.bound < b.bound));
    assert_eq!(outcome.moves.is_some(), outcome.length.is_some());
    if let Some(moves) = &outcome.moves {
        assert_eq!(outcome.length, Some(moves.len() as u32));
        assert!(path(moves).solves(board, goal), "{algorithm}: {board}");
        assert!(outcome.bound <= moves.len() as u32);
        assert_eq!(outcome.shortest, outcome.length == Some(outcome.bound));
    }
    outcome
}

/// Returns an outcome without the fields that depend on the number of threads or on how nodes are
/// stored.
pub(crate) fn comparable<P>(outcome: Outcome<P>) -> Outcome<P> {
    Outcome {
        speculative: 0,
        peak_bytes: 0,
        ..outcome
    }
}

/// Returns states with their distance from `goal` and the number of shortest paths to them, nearest
/// first. They come from a breadth-first search, which stops when it has found `most` states.
pub(crate) fn truth<S>(space: &S, goal: &S::State, most: usize) -> Vec<(S::State, u32, u64)>
where
    S: StateSpace<State: Copy + Hash>,
{
    let (mut states, mut numbers, mut next) = (vec![(*goal, 0, 1)], HashMap::from([(*goal, 0)]), 0);
    while let Some(&(state, distance, ways)) = states.get(next).filter(|_| states.len() < most) {
        for m in space.moves(&state, None) {
            let child = space.after(&state, m);
            let number = *numbers.entry(child).or_insert_with(|| {
                states.push((child, distance + 1, 0));
                states.len() - 1
            });
            if states[number].1 == distance + 1 {
                states[number].2 += ways;
            }
        }
        next += 1;
    }
    states
}

/// Returns every state of a puzzle with its distance from the goal.
pub(crate) fn distances(space: &TileSpace) -> Vec<(TileState, u32)> {
    truth(space, space.solved(), usize::MAX)
        .into_iter()
        .map(|(state, distance, _)| (state, distance))
        .collect()
}
