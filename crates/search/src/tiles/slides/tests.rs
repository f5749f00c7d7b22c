//! Slides against single moves, breadth-first search and the search one child after the other.

use super::*;
use crate::ida::descent::{Descend, DescentLimits, Solutions, SubtreeRoot};
use crate::limits::{LimitKind, Limits, Status};
use crate::space::Heuristic;
use fifteen_puzzle::{Goal, RandomBoards, Size};

#[test]
fn a_slide_is_single_moves_in_one_direction() {
    for size in [(4, 4), (2, 5), (5, 3), (2, 2)] {
        let goal = Goal::Last.board(Size::new(size.0, size.1).unwrap()).unwrap();
        let space = SlideSpace::new(&goal, MoveOrder::ULRD);
        for board in RandomBoards::new(goal, 5).take(30) {
            let start = space.tiles().state(&board).unwrap();
            let mut expected = Vec::new();
            for direction in [Direction::Up, Direction::Left, Direction::Right, Direction::Down] {
                expected.extend(std::iter::successors(board.moved(direction), |b| b.moved(direction)));
            }
            let mut found = Vec::new();
            for slide in space.moves(&start, None) {
                let mut state = start;
                space.apply(&mut state, slide);
                found.push(space.tiles().board(&state));
                assert_eq!((slide.from(), slide.to()), (start.blank(), state.blank()));
                let rest: Vec<_> = space.moves(&state, Some(slide)).collect();
                assert!(rest.iter().all(|next| next.axis() != slide.axis()));
                let sides = [size.0 - 1, size.1 - 1];
                assert_eq!(rest.len(), sides[1 - slide.axis() as usize]);
                space.undo(&mut state, slide);
                assert_eq!(state, start);
            }
            assert_eq!(found, expected, "{board}");
            assert_eq!(found.len(), size.0 + size.1 - 2);
        }
    }
}

/// All states with their distances in slides, and the number of shortest ways from each to the goal.
fn all_states(space: &SlideSpace) -> Vec<(TileState, u32, u64)> {
    let mut states = vec![(*space.tiles().solved(), 0, 1)];
    let mut numbers = std::collections::HashMap::from([(*space.tiles().solved(), 0)]);
    let mut next = 0;
    while let Some(&(state, distance, ways)) = states.get(next) {
        for slide in space.moves(&state, None) {
            let mut child = state;
            space.apply(&mut child, slide);
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

#[test]
fn every_board_of_six_cells_is_solved_in_as_few_slides_as_breadth_first_search_finds() {
    all_are_solved(&[((2, 2), [3, 1]), ((3, 2), [5, 1]), ((2, 3), [0, 3])]);
}

#[test]
fn boards_of_nine_cells_are_solved_in_as_few_slides_as_breadth_first_search_finds() {
    all_are_solved(&[((2, 4), [7, 2]), ((3, 3), [8, 4])]);
}

fn all_are_solved(boards: &[((usize, usize), [usize; 2])]) {
    for &(size, blanks) in boards {
        let size = Size::new(size.0, size.1).unwrap();
        for blank in blanks {
            let last = Goal::Last.board(size).unwrap();
            let goal = RandomBoards::new(last, 3).find(|board| board.blank() == blank).unwrap();
            let space = SlideSpace::new(&goal, MoveOrder::ULRD);
            let states = all_states(&space);
            assert_eq!(states.len() as u64, (1..=size.cells() as u64).product::<u64>() / 2);
            let tables = [false, true].map(|two| SlideTables::build(&goal, two, 2, &Limits::default()).unwrap());
            let options = IdaOptions { all: Some(3), ..IdaOptions::default() };
            for &(state, distance, ways) in states.iter().step_by(if size.cells() < 9 { 1 } else { 499 }) {
                let found =
                    tables.each_ref().map(|tables| search(&space, tables, &state, &options, Mode::Plain, &mut |_| ()));
                assert_eq!((found[0].length, found[0].solutions), (Some(distance), Some(ways)));
                assert_eq!((found[1].length, &found[0].all_moves), (Some(distance), &found[1].all_moves));
                assert!(found.iter().all(|found| found.h0 <= distance));
                let fast = Mode::Fast { threads: 2 };
                let one = search(&space, &tables[0], &state, &IdaOptions::default(), fast, &mut |_| ());
                assert_eq!(one.moves, found[0].moves);
                for slides in found[0].all_moves.iter().flatten() {
                    let mut end = state;
                    slides.iter().for_each(|&slide| space.apply(&mut end, slide));
                    assert!(space.is_goal(&end) && slides.len() == distance as usize);
                    assert!(slides.windows(2).all(|pair| pair[0].axis() != pair[1].axis()));
                }
            }
        }
    }
}

/// The search one child after the other, with the same tables.
#[test]
fn counts_are_those_of_the_slow_twin() {
    for (width, height) in [(3, 3), (4, 2), (2, 5)] {
        let goal = Goal::Last.board(Size::new(width, height).unwrap()).unwrap();
        let tables = SlideTables::build(&goal, true, 2, &Limits::default()).unwrap();
        let space = SlideSpace::new(&goal, MoveOrder::ULRD);
        let (mut plain_nodes, mut fast_nodes) = (0, 0);
        for board in RandomBoards::new(goal, 8).take(6).chain([goal]) {
            let start = space.tiles().state(&board).unwrap();
            for all in [None, Some(2)] {
                let options = IdaOptions { all, ..IdaOptions::default() };
                let run = |mode| search(&space, &tables, &start, &options, mode, &mut |_| ());
                let (plain, fast) = (run(Mode::Plain), run(Mode::Fast { threads: 1 }));
                let automaton = SlideAutomaton::alternating(&space);
                let pruned = PrunedSlides { space: &space, automaton: &automaton };
                let Ok(slow) = crate::ida::search(&pruned, &tables, &start, &options, &mut |_| ());
                assert_eq!(plain.iterations, slow.iterations, "{board}");
                assert_eq!((plain.length, plain.solutions), (slow.length, slow.solutions));
                assert_eq!((fast.length, fast.solutions), (plain.length, plain.solutions));
                assert!(plain.peak_bytes > 0 || plain.length == Some(0));
                if all.is_none() {
                    plain_nodes += plain.generated;
                    fast_nodes += fast.generated;
                }
            }
        }
        assert!(fast_nodes < plain_nodes, "{width}x{height}: {fast_nodes} {plain_nodes}");
    }
}

#[test]
fn limits_stop_the_search_and_the_build() {
    let goal = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
    let tables = SlideTables::build(&goal, true, 1, &Limits::default()).unwrap();
    let space = SlideSpace::new(&goal, MoveOrder::ULRD);
    let board = RandomBoards::new(goal, 1).next().unwrap();
    let start = space.tiles().state(&board).unwrap();
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    let stopped =
        search(&space, &tables, &start, &IdaOptions { limits, ..IdaOptions::default() }, Mode::Plain, &mut |_| ());
    assert_eq!((stopped.status, stopped.generated), (Status::Limit(LimitKind::Nodes), 10));
    let late = Limits { deadline: Some(crate::Instant::now()), ..Limits::default() };
    assert_eq!(SlideTables::build(&goal, true, 1, &late).unwrap_err(), LimitKind::Time);
}

/// Tiles of one colour are not told apart: a value of 0 is no goal yet.
#[test]
fn boards_of_the_value_0_are_searched() {
    let goal = Goal::Last.board(Size::new(4, 2).unwrap()).unwrap();
    let tables = SlideTables::build(&goal, false, 1, &Limits::default()).unwrap();
    let space = SlideSpace::new(&goal, MoveOrder::ULRD);
    let mut found = all_states(&space);
    found.retain(|(state, ..)| {
        let Ok(node) = tables.root(state);
        node.value == 0
    });
    assert!(found.len() > 1 && found[0].1 == 0);
    for &(state, distance, _) in &found[..2] {
        let outcome = search(&space, &tables, &state, &IdaOptions::default(), Mode::Plain, &mut |_| ());
        assert_eq!((outcome.h0, outcome.length), (0, Some(distance)));
    }
}

/// The subtrees below the start, one after the other, have the nodes of the whole.
#[test]
fn subtrees_below_the_start_keep_to_the_bound() {
    let goal = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
    let tables = SlideTables::build(&goal, false, 1, &Limits::default()).unwrap();
    let space = SlideSpace::new(&goal, MoveOrder::ULRD);
    let automaton = SlideAutomaton::alternating(&space);
    let pruned = PrunedSlides { space: &space, automaton: &automaton };
    for board in RandomBoards::new(goal, 3).take(3) {
        let state = space.tiles().state(&board).unwrap();
        let Ok(node) = tables.root(&state);
        let start = SubtreeRoot { state, node, path: Vec::new() };
        for bound in node.value..node.value + 4 {
            let generated = |root: &_| {
                let limits = DescentLimits { bound, before: 0, check: &mut |_| Ok(u64::MAX) };
                let mut solutions = Solutions::new(1, false);
                descent::SlideDescent.descend(&pruned, &tables, root, limits, &mut solutions).generated
            };
            let mut below = 0;
            for m in pruned.moves(&state, None) {
                below += 1;
                if let Ok(node) = tables.child(&state, &node, m, (), bound.wrapping_sub(1)) {
                    below += generated(&start.child(&pruned, m, node));
                }
            }
            assert_eq!(generated(&start), below, "{board} {bound}");
        }
    }
}
