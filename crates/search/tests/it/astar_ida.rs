//! A*+IDA* with memories that fill early, late and never: true lengths, counts that nothing but the memory changes, and
//! limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_pdb::TableKind;
use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards, notation};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{Algorithm, HeuristicKind, Mode, Move, PdbTables, TileHeuristic, TileSpace, TileState};
use fifteen_search::{LimitKind, Limits, Outcome, Status};

use super::tables::pdb::{distances, tables};
use super::{goal_of, path, space_of};

type AnyHeuristic = TileHeuristic<Vec<u8>>;

/// Bytes with which A* expands no state, some hundreds, and some thousands.
const MEMORIES: [u64; 3] = [70_000, 250_000, 1_000_000];
const FAST: Mode = Mode::Fast { threads: 2 };

fn with_limits(
    space: &TileSpace,
    heuristic: &AnyHeuristic,
    start: &TileState,
    mode: Mode,
    limits: Limits,
) -> Outcome<Move> {
    let options = IdaOptions { limits, ..IdaOptions::default() };
    Algorithm::AstarIda.search(space, heuristic, start, &options, mode, &mut |_| ()).unwrap()
}

fn search(space: &TileSpace, heuristic: &AnyHeuristic, start: &TileState, mode: Mode, memory: u64) -> Outcome<Move> {
    let found = with_limits(space, heuristic, start, mode, Limits { memory: Some(memory), ..Limits::default() });
    assert!(found.peak_bytes <= memory, "{} bytes of {memory}", found.peak_bytes);
    let children: u64 = found.iterations.iter().map(|i| i.generated).sum();
    assert_eq!(found.generated, 1 + children);
    assert_eq!(found.expanded, found.iterations.iter().map(|i| i.expanded).sum::<u64>());
    found
}

fn partition(goal: &Board, partition: &str, kind: TableKind) -> AnyHeuristic {
    TileHeuristic::Tables(Box::new(PdbTables::new(goal, tables(goal, partition, kind), true).unwrap()))
}

fn light(goal: &Board, kind: HeuristicKind) -> AnyHeuristic {
    kind.build(goal, &Limits::default()).unwrap()
}

/// Every `step`th of all 3x3 boards, half of them in each mode, with a memory that is full after some hundred states, and
/// with one that never fills.
fn boards_of_3x3_have_their_true_lengths(step: usize) {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristics = [light(&goal, HeuristicKind::Manhattan), partition(&goal, "1-4/5-8", TableKind::ZeroAware)];
    let mut states: Vec<_> = distances(&space).into_iter().collect();
    states.sort_unstable_by_key(|(state, _)| *state.cells());
    assert_eq!(states.len(), 181_440);
    for (i, (state, length)) in states.into_iter().step_by(step).enumerate() {
        let mode = [Mode::Plain, Mode::Fast { threads: 1 }][i % 2];
        let memory = if i % 16 < 14 { 250_000 } else { 100_000_000 };
        let found = search(&space, &heuristics[i / 2 % 2], &state, mode, memory);
        assert_eq!((found.status, found.length, found.shortest), (Status::Solved, Some(length), true), "{state:?}");
        if i % 100 < 2 {
            assert!(path(&found.moves.unwrap()).solves(&space.board(&state), &goal));
        }
    }
}

#[test]
fn some_3x3_boards_have_their_true_lengths() {
    boards_of_3x3_have_their_true_lengths(37);
}

#[test]
#[ignore = "takes half a minute: a third of all 3x3 boards"]
fn a_third_of_all_3x3_boards_has_its_true_length() {
    boards_of_3x3_have_their_true_lengths(3);
}

/// Values that are not consistent: a state may be reached by a longer path first, and be opened again.
#[test]
fn additive_tables_need_not_be_consistent() {
    let goal = goal_of((3, 3), Goal::Spiral);
    let space = space_of(&goal);
    let heuristic = partition(&goal, "1-4/5-8", TableKind::Additive);
    assert!(!heuristic.is_consistent());
    let mut states: Vec<_> = distances(&space).into_iter().collect();
    states.sort_unstable_by_key(|(state, _)| *state.cells());
    for (i, (state, length)) in states.into_iter().step_by(97).enumerate() {
        let found = search(&space, &heuristic, &state, [Mode::Plain, FAST][i % 2], MEMORIES[i % 3]);
        assert_eq!((found.length, found.shortest), (Some(length), true), "{state:?}");
    }
}

#[test]
fn boards_of_all_shapes_orders_and_heuristics() {
    use HeuristicKind::{LinearConflict, Manhattan, Misplaced, WalkingDistance, Zero};
    for (size, goal) in [((4, 3), Goal::Last), ((3, 4), Goal::First), ((2, 5), Goal::Last), ((3, 3), Goal::Spiral)] {
        let goal = goal_of(size, goal);
        for order in [MoveOrder::ULRD, MoveOrder::URDL, "DRLU".parse().unwrap()] {
            let space = TileSpace::new(&goal, order);
            let weak: &[_] = if size == (3, 3) { &[Zero, Misplaced] } else { &[] };
            for &kind in [Manhattan, LinearConflict, WalkingDistance].iter().chain(weak) {
                let heuristic = light(&goal, kind);
                for (i, board) in RandomBoards::new(goal, 5).take(4).enumerate() {
                    let start = space.state(&board).unwrap();
                    let ida = Algorithm::Ida;
                    let truth = ida.search(&space, &heuristic, &start, &IdaOptions::default(), FAST, &mut |_| ());
                    let found = search(&space, &heuristic, &start, [Mode::Plain, FAST][i % 2], MEMORIES[1 + i / 2]);
                    assert_eq!((found.length, found.shortest), (truth.unwrap().length, true), "{board}");
                    assert!(path(&found.moves.unwrap()).solves(&board, &goal));
                }
            }
        }
    }
}

/// The part of an outcome that does not depend on threads.
fn comparable(outcome: Outcome<Move>) -> Outcome<Move> {
    Outcome { speculative: 0, peak_bytes: 0, ..outcome }
}

#[test]
fn threads_change_nothing_and_memory_saves_nodes() {
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    let heuristic = light(&goal, HeuristicKind::LinearConflict);
    for (board, length) in [("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 55)] {
        let start = space.state(&notation::parse(board, None).unwrap()).unwrap();
        let mut proofs = Vec::new();
        for memory in [70_000, 1_000_000, 20_000_000] {
            let found = |threads| search(&space, &heuristic, &start, Mode::Fast { threads }, memory);
            let one = found(1);
            assert_eq!((one.length, one.speculative), (Some(length), 0), "{board}");
            // All iterations but the last, whose end depends on the place of the solution.
            proofs.push(one.iterations.iter().rev().skip(1).map(|i| i.generated).sum::<u64>());
            let one = comparable(one);
            for threads in [3, 2] {
                assert_eq!(comparable(found(threads)), one, "{board} on {threads} threads");
            }
        }
        assert!(proofs[0] * 10 > proofs[2] * 12, "{proofs:?}");
    }
}

/// With a limit of nodes, which one thread meets exactly, and without.
#[test]
fn a_node_limit_changes_no_count() {
    let goal = goal_of((4, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(&goal, HeuristicKind::Manhattan);
    let board = RandomBoards::new(goal, 4).next().unwrap();
    let start = space.state(&board).unwrap();
    for memory in MEMORIES {
        let whole = search(&space, &heuristic, &start, FAST, memory);
        let limits = |nodes| Limits { memory: Some(memory), nodes: Some(nodes), ..Limits::default() };
        let limited = with_limits(&space, &heuristic, &start, FAST, limits(whole.generated));
        assert_eq!(comparable(limited), comparable(whole.clone()));
        for nodes in [whole.generated - 1, whole.generated / 2, 5] {
            let limited = with_limits(&space, &heuristic, &start, FAST, limits(nodes));
            assert_eq!((limited.status, limited.generated), (Status::Limit(LimitKind::Nodes), nodes));
            assert!(limited.bound <= whole.bound);
        }
    }
}

#[test]
fn half_of_a_small_memory_is_left_to_the_paths() {
    let goal = goal_of((4, 3), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(&goal, HeuristicKind::Manhattan);
    let start = space.state(&RandomBoards::new(goal, 4).next().unwrap()).unwrap();
    for memory in [250_000, 1_000_000] {
        let peak = search(&space, &heuristic, &start, Mode::Plain, memory).peak_bytes;
        assert!((memory / 5..memory / 2 + 20_000).contains(&peak), "{peak} bytes of {memory}");
    }
}

#[test]
fn a_memory_too_small_for_one_state_is_reported() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(&goal, HeuristicKind::Manhattan);
    let start = space.state(&RandomBoards::new(goal, 3).next().unwrap()).unwrap();
    let found = search(&space, &heuristic, &start, FAST, 20_000);
    assert_eq!((found.status, found.expanded), (Status::Limit(LimitKind::Memory), 0));
}

/// Stops while A* fills its memory, and while IDA* searches below it.
#[test]
fn it_can_be_interrupted_in_both_phases() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = space_of(&goal);
    let heuristic = light(&goal, HeuristicKind::Misplaced);
    let start = space.state(&RandomBoards::new(goal, 3).next().unwrap()).unwrap();
    for (memory, iterations) in [(1 << 30, 6), (100_000, 8)] {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits { memory: Some(memory), cancel: Some(Arc::clone(&flag)), ..Limits::default() };
        let options = IdaOptions { limits, ..IdaOptions::default() };
        let mut seen = 0;
        let found = Algorithm::AstarIda.search(&space, &heuristic, &start, &options, FAST, &mut |_| {
            seen += 1;
            flag.store(seen >= iterations, Ordering::Relaxed);
        });
        let found = found.unwrap();
        assert_eq!(found.status, Status::Limit(LimitKind::Interrupted));
        assert!(found.iterations.len() > iterations && found.length.is_none() && found.bound < 80);
    }
}
