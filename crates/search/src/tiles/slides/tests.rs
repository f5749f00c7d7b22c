//! Compares slides with repeated single-tile moves, and the fast descent with the generic search.

use super::*;
use crate::ida::deepening::subtrees_for_threads;
use crate::ida::{Find, IdaOptions};
use crate::{Limits, Threads};
use fifteen_puzzle::{Goal, RandomBoards, Size};

#[test]
fn a_slide_equals_repeated_single_moves_in_one_direction() {
    for size in [(4, 4), (2, 5), (5, 3), (2, 2)] {
        let goal = Goal::Last
            .board(Size::new(size.0, size.1).unwrap())
            .unwrap();
        let space = SlideSpace::new(&goal, MoveOrder::ULRD);
        for board in RandomBoards::new(goal, 5).take(30) {
            let start = space.tiles().state(&board).unwrap();
            let mut expected = Vec::new();
            for direction in [
                Direction::Up,
                Direction::Left,
                Direction::Right,
                Direction::Down,
            ] {
                expected.extend(std::iter::successors(board.moved(direction), |b| {
                    b.moved(direction)
                }));
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

/// Plain mode must have the same iterations and solutions as the generic search, which uses the
/// same tables but evaluates one child at a time. Fast mode must find the same shortest solution
/// and generate fewer nodes in total.
#[test]
fn slide_searches_count_like_the_generic_search() {
    for (width, height) in [(3, 3), (4, 2), (2, 5)] {
        let goal = Goal::Last.board(Size::new(width, height).unwrap()).unwrap();
        let tables = SlideTables::build(&goal, true, Threads::All, &Limits::default()).unwrap();
        let space = SlideSpace::new(&goal, MoveOrder::ULRD);
        let (mut plain_nodes, mut fast_nodes) = (0, 0);
        for board in RandomBoards::new(goal, 8).take(6).chain([goal]) {
            let start = space.tiles().state(&board).unwrap();
            for find in [Find::First, Find::All { keep: 2 }] {
                let options = IdaOptions {
                    find,
                    ..IdaOptions::default()
                };
                let run = |ida| {
                    search(
                        &space,
                        &tables,
                        &start,
                        ida,
                        &Limits::default(),
                        &mut |_| (),
                    )
                };
                let plain = TileIda::Plain { find, pause: None };
                let fast = match find {
                    Find::All { .. } => plain,
                    _ => TileIda::fast(Threads::ONE),
                };
                let (plain, fast) = (run(plain), run(fast));
                let automaton = SlideAutomaton::alternating(&space);
                let pruned = PrunedSlides {
                    space: &space,
                    automaton: &automaton,
                };
                let Ok(slow) = crate::ida::search(&pruned, &tables, &start, &options, &mut |_| ());
                assert_eq!(plain.iterations, slow.iterations, "{board}");
                assert_eq!(
                    (plain.length, plain.solutions),
                    (slow.length, slow.solutions)
                );
                assert_eq!(
                    (fast.length, fast.solutions),
                    (plain.length, plain.solutions)
                );
                assert!(plain.peak_bytes > 0 || plain.length == Some(0));
                if find == Find::First {
                    plain_nodes += plain.generated;
                    fast_nodes += fast.generated;
                }
            }
        }
        assert!(
            fast_nodes < plain_nodes,
            "{width}x{height}: {fast_nodes} {plain_nodes}"
        );
    }
}

/// In fast mode, an iteration of this size is split into subtrees. In plain mode, the nodes before
/// the solution must still be counted as in one depth-first search.
#[test]
fn plain_mode_counts_a_long_search_as_one_depth_first_search() {
    let goal = Goal::Last.board(Size::new(4, 3).unwrap()).unwrap();
    let tables = SlideTables::build(&goal, true, Threads::All, &Limits::default()).unwrap();
    let space = SlideSpace::new(&goal, MoveOrder::ULRD);
    let tiles = [3, 6, 5, 9, 11, 7, 2, 10, 4, 0, 1, 8];
    let board = Board::new(goal.size(), &tiles).unwrap();
    let start = space.tiles().state(&board).unwrap();
    let limits = Limits::default();
    let plain = search(
        &space,
        &tables,
        &start,
        TileIda::PLAIN,
        &limits,
        &mut |_| (),
    );
    let automaton = SlideAutomaton::alternating(&space);
    let pruned = PrunedSlides {
        space: &space,
        automaton: &automaton,
    };
    let options = IdaOptions::default();
    let Ok(slow) = crate::ida::search(&pruned, &tables, &start, &options, &mut |_| ());
    let [.., before, _] = &slow.iterations[..] else {
        panic!("the search has several iterations");
    };
    assert!(subtrees_for_threads(before.expanded) > 1);
    assert_eq!(plain.iterations, slow.iterations);
    assert_eq!(plain.generated, slow.generated);
}
