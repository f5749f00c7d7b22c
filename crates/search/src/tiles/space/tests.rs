//! Checks that states behave like the boards they represent, for every board size and many goals.

use super::*;
use fifteen_puzzle::{Goal, RandomBoards};

/// Returns a goal that differs from all named goals.
fn odd_goal(size: Size) -> Board {
    RandomBoards::new(Goal::Last.board(size).unwrap(), 7)
        .nth(3)
        .unwrap()
}

#[test]
fn boards_states_and_keys_correspond_for_every_size_and_goal() {
    for size in Size::all() {
        for goal in Goal::NAMED.into_iter().chain([Goal::Board(odd_goal(size))]) {
            let goal = goal.board(size).unwrap();
            let space = TileSpace::new(&goal, MoveOrder::ULRD);
            assert!(space.is_goal(&space.state(&goal).unwrap()));
            assert_eq!(space.board(space.solved()), goal);
            let mut keys = std::collections::HashMap::new();
            for board in RandomBoards::new(goal, 1).take(20) {
                let state = space.state(&board).unwrap();
                assert_eq!(space.board(&state), board);
                assert_eq!(state.blank(), board.blank());
                assert_eq!(space.is_goal(&state), board == goal);
                let mut key = vec![0; space.key_bytes()];
                space.write_key(&state, &mut key);
                assert_eq!(
                    (space.read_key(&key), *keys.entry(key).or_insert(state)),
                    (state, state),
                    "{board}"
                );
                for (cell, &tile) in board.tiles().iter().enumerate().filter(|&(_, &t)| t != 0) {
                    assert_eq!(goal.tiles()[state.tile(cell)], tile);
                }
            }
        }
    }
}

#[test]
fn moves_equal_those_of_the_board_in_the_requested_order() {
    for size in Size::all() {
        let goal = odd_goal(size);
        for order in [
            MoveOrder::ULRD,
            MoveOrder::UDLR,
            MoveOrder::URDL,
            "RDUL".parse().unwrap(),
        ] {
            let space = TileSpace::new(&goal, order);
            for board in RandomBoards::new(goal, 2).take(40) {
                let state = space.state(&board).unwrap();
                let directions = |last| {
                    space
                        .moves(&state, last)
                        .map(Move::direction)
                        .collect::<Vec<_>>()
                };
                let mut expected = order.directions().to_vec();
                expected.retain(|&d| board.moved(d).is_some());
                assert_eq!(directions(None), expected);
                for m in space.moves(&state, None) {
                    let mut child = state;
                    space.apply(&mut child, m);
                    assert_eq!(Some(space.board(&child)), board.moved(m.direction()));
                    assert_eq!((m.from(), m.to()), (state.blank(), child.blank()));
                    let back = m.direction().opposite();
                    assert!(space.moves(&child, None).any(|n| n.direction() == back));
                    let kept: Vec<_> = space
                        .moves(&child, None)
                        .filter(|n| n.direction() != back)
                        .collect();
                    assert_eq!(space.moves(&child, Some(m)).collect::<Vec<_>>(), kept);
                    space.undo(&mut child, m);
                    assert_eq!(child, state);
                }
            }
        }
    }
}

#[test]
fn boards_of_another_parity_or_size_are_refused() {
    let size = Size::new(3, 3).unwrap();
    let space = TileSpace::new(&Goal::Last.board(size).unwrap(), MoveOrder::ULRD);
    let swapped = Board::new(size, &[2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
    assert!(matches!(
        space.state(&swapped),
        Err(Unsolvable::Parity { .. })
    ));
    let small = Goal::Last.board(Size::new(3, 2).unwrap()).unwrap();
    assert!(matches!(
        space.state(&small),
        Err(Unsolvable::OtherSize { .. })
    ));
}
