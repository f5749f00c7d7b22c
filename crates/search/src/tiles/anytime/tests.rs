//! The turns of the search for solutions, and its local improvements.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, Size};

use super::*;
use crate::monitor::Monitor;
use crate::space::StateSpace;
use crate::tiles::algorithm::Algorithm;
use crate::tiles::heuristics::HeuristicKind;

fn space_of(width: usize, height: usize) -> TileSpace {
    let goal = Goal::Last.board(Size::new(width, height).unwrap()).unwrap();
    TileSpace::new(&goal, MoveOrder::ULRD)
}

/// The moves of a walk to the goal that does not take moves back at once, and where it begins.
fn walk(space: &TileSpace, length: usize) -> (TileState, Vec<Move>) {
    let (mut state, mut moves) = (*space.solved(), Vec::<Move>::new());
    for step in 0..length {
        let choices: Vec<Move> = space.moves(&state, moves.last().copied()).collect();
        let m = choices[(step * step / 3 + step / 7) % choices.len()];
        space.apply(&mut state, m);
        moves.push(m);
    }
    let back = |m: &Move| Move::of(space.size(), m.to(), m.direction().opposite()).unwrap();
    (state, moves.iter().rev().map(back).collect())
}

fn solves(space: &TileSpace, start: &TileState, moves: &[Move]) -> bool {
    let mut state = *start;
    moves.iter().for_each(|&m| space.apply(&mut state, m));
    space.is_goal(&state)
}

/// A search that has seen nothing, with a beam of 32.
fn at_the_beginning<'a>(space: &'a TileSpace, start: &'a TileState, limits: &'a Limits) -> SolutionSearch<'a> {
    SolutionSearch {
        space,
        start,
        guide: HeuristicView::Light(LightHeuristic::Zero(&crate::Zero)),
        limits,
        shared: None,
        passes: 0,
        threads: 1,
        anytime: AnytimeOptions { within: None, first: false },
        on_solution: &|_, _| (),
        budget: Budget::new(None),
        best: None,
        bound: 0,
        width: Some(32),
        generated: 0,
        expected: 0,
    }
}

/// Nodes at which the next turn is due, after passes of `generated` nodes and before one of `expected`.
fn due(size: (usize, usize), eager: bool, best: Option<usize>, width: Option<usize>, nodes: (u64, u64)) -> (u64, u64) {
    let space = space_of(size.0, size.1);
    let ((start, moves), limits) = (walk(&space, best.unwrap_or(0)), Limits::default());
    let search = SolutionSearch {
        anytime: AnytimeOptions { within: None, first: eager },
        best: best.map(|_| moves),
        bound: 40,
        width,
        generated: nodes.0,
        expected: nodes.1,
        ..at_the_beginning(&space, &start, &limits)
    };
    (search.next(), search.cost(32))
}

#[test]
fn turns_are_due_at_shares_of_the_nodes() {
    let (small, large) = ((4, 4), (5, 5));
    let next = |size, eager, best, nodes| due(size, eager, best, Some(32), nodes).0;
    assert_eq!(next(small, false, None, (1000, 500)), 2_000_000 + 16 * 1500);
    assert_eq!(next(small, false, Some(60), (1000, 500)), 2_000_000 + 16 * 1500);
    // 80 million nodes, and their square over 40 million.
    assert_eq!(next(small, false, None, (60_000_000, 20_000_000)), 2_000_000 + 16 * 240_000_000);
    assert_eq!(next(large, false, None, (1000, 500)), 100_000 + 1500 / 12);
    // The gap to the bound 40 is wide, and it is not.
    assert_eq!(next(large, false, Some(51), (1000, 500)), 100_000 + 1500 / 12);
    assert_eq!(next(large, false, Some(50), (1000, 500)), 100_000 + 2 * 1500);
    assert_eq!(next(large, false, Some(30), (1000, 500)), 100_000 + 2 * 1500);
    assert_eq!(next(small, true, Some(60), (1000, 500)), 1500);
    assert_eq!(next(small, true, None, (1000, 500)), 0);
    assert_eq!(next(small, false, None, (1 << 57, 0)), 2_000_000 + 16 * (3 << 56));
    let width = |width| due(small, true, None, width, (1000, 500)).0;
    assert_eq!([width(Some(1 << 17)), width(Some(1 << 18)), width(None)], [0, 1500, u64::MAX]);
}

#[test]
fn a_turn_is_taken_once_its_node_is_reached() {
    let space = space_of(3, 3);
    let (start, _) = walk(&space, 30);
    let limits = Limits::default();
    let mut search = at_the_beginning(&space, &start, &limits);
    let next = search.next();
    assert_eq!((search.turn(0, next - 1), search.generated), (Ok(false), 0));
    assert_eq!((search.turn(0, next), search.generated > 0), (Ok(false), true));
}

#[test]
fn the_cost_of_a_beam_is_estimated_from_its_width_and_the_best_length() {
    let cost = |size, best| due(size, false, best, None, (0, 0)).1;
    assert_eq!(cost((4, 4), None), 2 * 32 * 80);
    assert_eq!(cost((5, 5), None), 2 * 32 * 125);
    assert_eq!(cost((4, 4), Some(50)), 2 * 32 * 50);
}

/// Walks on a small board: each window up to the whole solution is replaced by a shortest path.
#[test]
fn solutions_are_improved_until_windows_are_shortest() {
    let space = space_of(3, 3);
    let heuristic = HeuristicKind::Manhattan.build::<Vec<u8>>(space.goal(), &Limits::default()).unwrap();
    let mut shorter = 0;
    for length in [20, 24, 30, 41, 60, 90] {
        let (start, moves) = walk(&space, length);
        assert!(solves(&space, &start, &moves));
        let monitor = Some(Arc::new(Monitor::default()));
        // The limits of memory, nodes and depth, and the monitor, are those of the proof.
        let limits = Limits { memory: Some(1), nodes: Some(1), depth: Some(0), monitor, ..Limits::default() };
        let improve = |nodes| {
            let moves = moves.clone();
            let mut improvement = Improvement { space: &space, start: &start, moves, limits: &limits, generated: 0 };
            improvement.improve(nodes).unwrap();
            assert!(solves(&space, &start, &improvement.moves), "{length} {nodes}");
            (improvement.moves, improvement.generated)
        };
        assert_eq!(improve(0), (moves.clone(), 0));
        let (few, generated) = improve(1);
        assert_eq!((few, generated), (moves.clone(), u64::from(length > 24)), "{length}");
        let (found, _) = improve(10_000_000);
        let shortest = Algorithm::Ida
            .search(&space, &heuristic, &start, &IdaOptions::default(), Mode::Plain, &mut |_| ())
            .unwrap()
            .length
            .unwrap() as usize;
        // Solutions of up to 24 moves are shorter than all windows.
        assert!(found.len() == shortest || found.len() <= 24, "{length}: {} of {shortest}", found.len());
        assert_eq!(found.len() < length, length > 24, "{length}");
        shorter += usize::from(found.len() < length);
        assert_eq!(limits.monitor.as_ref().unwrap().generated(), 0);
    }
    assert!(shorter > 3);
}

#[test]
fn improvements_keep_to_their_nodes_and_stop_when_interrupted() {
    let space = space_of(4, 4);
    let (start, moves) = walk(&space, 120);
    let improvement = |limits, nodes| {
        let mut improvement = Improvement { space: &space, start: &start, moves: moves.clone(), limits, generated: 0 };
        let end = improvement.improve(nodes);
        assert!(solves(&space, &start, &improvement.moves));
        (end, improvement.moves.len(), improvement.generated)
    };
    let unlimited = Limits::default();
    let results = [1_000, 20_000, 100_000].map(|nodes| {
        let (end, length, generated) = improvement(&unlimited, nodes);
        // The last window takes a sixteenth of the nodes at most.
        assert!(end.is_ok() && generated < nodes + nodes / 16, "{generated} of {nodes}");
        (length, generated)
    });
    assert!(results.is_sorted_by(|few, many| few.0 >= many.0) && results[2].0 < 120, "{results:?}");
    let stopped = Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert_eq!(improvement(&stopped, 1000), (Err(LimitKind::Interrupted), 120, 0));
}

/// A search on the 15-puzzle before its first pass, with that memory.
fn with_search<T>(first: bool, memory: u64, work: impl FnOnce(&mut SolutionSearch<'_>) -> T) -> T {
    let space = space_of(4, 4);
    let manhattan = Manhattan::new(space.size());
    let board = RandomBoards::new(*space.goal(), 1).next().unwrap();
    let start = space.state(&board).unwrap();
    work(&mut SolutionSearch {
        space: &space,
        start: &start,
        guide: HeuristicView::Light(LightHeuristic::Manhattan(&manhattan)),
        limits: &Limits::default(),
        shared: None,
        passes: 0,
        threads: 1,
        anytime: AnytimeOptions { within: None, first },
        on_solution: &|_, _| (),
        budget: Budget::new(Some(memory)),
        best: None,
        bound: 0,
        width: Some(64),
        generated: 0,
        expected: 0,
    })
}

#[test]
fn a_pass_finds_a_solution_and_improves_it_with_an_eighth_of_its_nodes() {
    let (beam, length) = with_search(true, MOST_BYTES, |search| {
        search.pass(0).unwrap();
        assert_eq!(search.budget.used(), 0);
        (search.generated, search.best.as_ref().unwrap().len())
    });
    assert!(beam > 64 && length > 40, "{beam} nodes, {length} moves");
    with_search(false, MOST_BYTES, |search| {
        search.pass(0).unwrap();
        let improvement = search.generated - beam;
        assert!((beam / 16..=beam / 8 + beam / 128).contains(&improvement), "{improvement} of {beam}");
        let best = search.best.clone().unwrap();
        assert!(solves(search.space, search.start, &best) && best.len() <= length, "{} of {length}", best.len());
        assert_eq!((search.width, search.expected), (Some(256), 2 * 256 * best.len() as u64));
        let before = search.generated;
        search.pass(0).unwrap();
        assert!(search.generated > 2 * before && search.width == Some(1024));
    });
}

#[test]
fn without_memory_there_are_no_more_passes() {
    let pass = |first, memory| {
        with_search(first, memory, |search| {
            let end = search.pass(0);
            assert_eq!(search.budget.used(), 0);
            (end, search.width, search.best.is_some())
        })
    };
    assert_eq!(pass(false, 10_000), (Ok(()), None, false));
    assert_eq!(pass(true, 10_000), (Err(LimitKind::Memory), None, false));
    assert_eq!(pass(true, MOST_BYTES), (Ok(()), Some(256), true));
}
