//! Local improvements of solutions.

use std::sync::Arc;

use fifteen_puzzle::{Goal, MoveOrder, Size};

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

/// Walks on a small board: each window up to the whole solution is replaced by a shortest path.
#[test]
fn solutions_are_improved_until_windows_are_shortest() {
    let space = space_of(3, 3);
    let heuristic = HeuristicKind::Manhattan.build(space.goal(), &Limits::default()).unwrap();
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
            .search(&space, &heuristic, &start, &Options::default(), &mut |_| ())
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
