//! Rates at which generators pass, over many audits of 3x3 boards, whose lengths come from breadth-first search.

use std::collections::HashMap;

use super::*;
use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, Size};

const LEVEL: f64 = 0.01;

/// The lengths of all 3x3 boards in both metrics.
fn all_lengths(goal: Board) -> [HashMap<Board, u32>; 2] {
    Metric::ALL.map(|metric| {
        let mut known = HashMap::from([(goal, 0)]);
        let mut layer = vec![goal];
        for length in 1.. {
            let mut next = Vec::new();
            for board in layer {
                for direction in MoveOrder::ULRD.directions() {
                    let slid = std::iter::successors(board.moved(direction), |board| board.moved(direction));
                    for moved in slid.take(if metric == Metric::SingleTile { 1 } else { usize::MAX }) {
                        known.entry(moved).or_insert_with(|| {
                            next.push(moved);
                            length
                        });
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        known
    })
}

/// The number of audits, of 200 boards each, in which no test fails.
fn passes(goal: &Board, lengths: &[HashMap<Board, u32>; 2], audits: usize, mut draw: impl FnMut() -> Board) -> usize {
    let passes = |_: &usize| {
        let boards: Vec<Board> = (0..200).map(|_| draw()).collect();
        let lengths = [0, 1].map(|metric| {
            (Metric::ALL[metric], boards.iter().filter_map(|board| lengths[metric].get(board).copied()).collect())
        });
        audit(goal, &boards, &lengths).iter().all(|test| !test.fails(LEVEL))
    };
    (0..audits).filter(passes).count()
}

/// Boards after random moves from the goal, which do not undo each other.
fn random_moves(goal: Board, moves: usize, seed: u64) -> impl FnMut() -> Board {
    let mut bits = RandomBoards::new(Goal::Last.board(Size::new(5, 5).unwrap()).unwrap(), seed)
        .flat_map(|board| board.tiles()[..8].iter().map(|&tile| usize::from(tile)).collect::<Vec<_>>());
    move || {
        let (mut board, mut last) = (goal, None);
        let mut made = 0;
        while made < moves {
            let direction = MoveOrder::ULRD.directions()[bits.next().unwrap_or(0) % 24 % 4];
            let is_back = last.is_some_and(|last: fifteen_puzzle::Direction| last.opposite() == direction);
            if let (false, Some(moved)) = (is_back, board.moved(direction)) {
                (board, last, made) = (moved, Some(direction), made + 1);
            }
        }
        board
    }
}

#[test]
fn uniform_boards_pass_and_random_moves_fail() {
    let goal = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
    let lengths = all_lengths(goal);
    let mut ours = RandomBoards::new(goal, 1);
    let passed = passes(&goal, &lengths, 1000, || ours.next().unwrap_or(goal));
    assert!((980..=1000).contains(&passed), "uniform boards: {passed} of 1,000 audits passed");
    let passed = passes(&goal, &lengths, 200, random_moves(goal, 20, 2));
    assert_eq!(passed, 0, "20 random moves");
    // The parity of the number of moves is fixed, however many there are.
    let passed = passes(&goal, &lengths, 200, random_moves(goal, 200, 3));
    assert_eq!(passed, 0, "200 random moves");
    // Without repair of the parity half of the boards cannot be solved.
    let mut any = RandomBoards::new(goal, 4).zip(0..).map(|(board, number)| {
        let mut tiles = board.tiles().to_vec();
        let (a, b) = if tiles[0] == 0 || tiles[1] == 0 { (2, 3) } else { (0, 1) };
        tiles.swap(a, if number % 2 == 0 { a } else { b });
        Board::new(board.size(), &tiles).unwrap_or(goal)
    });
    assert_eq!(passes(&goal, &lengths, 50, || any.next().unwrap_or(goal)), 0, "boards that cannot be solved");
}

#[test]
fn p_values_are_adjusted_by_the_method_of_holm() {
    let mut tests = [0.01, 0.04, 0.03, 0.005].map(|p| AuditTest { p, ..AuditTest::NONE });
    adjust(&mut tests);
    assert_eq!(tests.map(|test| test.adjusted), [0.03, 0.06, 0.06, 0.02]);
}

#[test]
fn a_class_has_enough_boards_and_none_is_lost() {
    let lengths: Vec<u32> = (0..40).map(|n| n % 9).collect();
    let (counts, classes) = in_classes(&[1, 1, 5, 20, 30, 20, 5, 1, 1], &lengths);
    assert_eq!(counts.iter().sum::<u64>(), 40);
    assert!((classes.iter().sum::<f64>() - 40.0).abs() < 1e-9 && classes.iter().all(|&class| class >= FEWEST_IN_CLASS));
}
