//! Every board of up to six cells, and some of eight and nine: lengths, and numbers of shortest solutions, against
//! breadth-first search.

use std::collections::{HashMap, HashSet};

use fifteen_puzzle::{Board, Convention, Goal, MoveOrder, Path, RandomBoards};
use fifteen_search::ida::{self, IdaOptions};
use fifteen_search::{Status, Zero};

use super::{goal_of, path, solve, space_of};

/// Every reachable board with its distance and the number of shortest ways.
fn truth(goal: &Board) -> HashMap<Board, (u32, u64)> {
    let mut seen = HashMap::from([(*goal, (0, 1))]);
    let mut layer = vec![*goal];
    for depth in 1.. {
        let mut next = Vec::new();
        for board in &layer {
            let ways = seen[board].1;
            for child in MoveOrder::ULRD.directions().into_iter().filter_map(|d| board.moved(d)) {
                let entry = seen.entry(child).or_insert_with(|| {
                    next.push(child);
                    (depth, 0)
                });
                entry.1 += if entry.0 == depth { ways } else { 0 };
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    seen
}

/// Four goals, one of them without a name.
fn goals(size: (usize, usize)) -> [Board; 4] {
    let last = goal_of(size, Goal::Last);
    let other = RandomBoards::new(last, 11).find(|b| ![0, last.blank()].contains(&b.blank())).unwrap();
    [last, goal_of(size, Goal::First), goal_of(size, Goal::Spiral), other]
}

fn check_lengths(goal: &Board, every: usize) {
    let space = space_of(goal);
    let mut boards: Vec<_> = truth(goal).into_iter().collect();
    boards.sort_unstable_by_key(|(board, _)| board.tiles().to_vec());
    for (board, (length, _)) in boards.into_iter().step_by(every) {
        let outcome = solve(&space, &board, &IdaOptions::default());
        assert_eq!((outcome.status, outcome.length, outcome.bound), (Status::Solved, Some(length), length), "{board}");
        let moves = outcome.moves.unwrap();
        assert_eq!(moves.len() as u32, length);
        assert!(path(&moves).solves(&board, goal), "{board}");
    }
}

#[test]
fn every_3x2_and_2x3_board_has_its_true_length() {
    for size in [(3, 2), (2, 3), (2, 2)] {
        goals(size).iter().for_each(|goal| check_lengths(goal, 1));
    }
}

#[test]
fn boards_of_2x4_and_3x3_have_their_true_lengths() {
    goals((2, 4)).iter().for_each(|goal| check_lengths(goal, 17));
    goals((3, 3)).iter().for_each(|goal| check_lengths(goal, 31));
}

fn check_solutions(goal: &Board, every: usize) {
    let space = space_of(goal);
    let options = IdaOptions { all: Some(50), ..IdaOptions::default() };
    let mut boards: Vec<_> = truth(goal).into_iter().collect();
    boards.sort_unstable_by_key(|(board, _)| board.tiles().to_vec());
    for (board, (length, ways)) in boards.into_iter().step_by(every) {
        let outcome = solve(&space, &board, &options);
        assert_eq!((outcome.length, outcome.solutions), (Some(length), Some(ways)), "{board}");
        let all = outcome.all_moves.unwrap();
        assert_eq!(all.len() as u64, ways.min(50));
        assert_eq!(all.first(), outcome.moves.as_ref());
        assert_eq!(outcome.moves, solve(&space, &board, &IdaOptions::default()).moves);
        let paths: HashSet<_> = all.iter().map(|moves| path(moves)).collect();
        assert_eq!(paths.len(), all.len(), "some solution came twice");
        assert!(paths.iter().all(|p| p.len() as u32 == length && p.solves(&board, goal)));
    }
}

#[test]
fn all_shortest_solutions_are_found() {
    for size in [(3, 2), (2, 3), (2, 2)] {
        goals(size).iter().for_each(|goal| check_solutions(goal, 1));
    }
    goals((3, 3)).iter().for_each(|goal| check_solutions(goal, 211));
}

#[test]
fn at_most_so_many_solutions_are_kept() {
    let goal = goal_of((3, 2), Goal::Last);
    let space = space_of(&goal);
    let (board, (_, ways)) = truth(&goal).into_iter().max_by_key(|(_, (_, ways))| *ways).unwrap();
    assert!(ways > 1);
    for most in [0, 1, ways as usize, 100] {
        let outcome = solve(&space, &board, &IdaOptions { all: Some(most), ..IdaOptions::default() });
        assert_eq!(outcome.solutions, Some(ways));
        assert_eq!(outcome.all_moves.unwrap().len(), most.min(ways as usize));
        assert!(outcome.moves.is_some());
    }
}

#[test]
fn without_a_heuristic_lengths_are_the_same() {
    let goal = goal_of((3, 2), Goal::Spiral);
    let space = space_of(&goal);
    for (board, (length, _)) in truth(&goal) {
        let start = space.state(&board).unwrap();
        let Ok(outcome) = ida::search(&space, &Zero, &start, &IdaOptions::default(), &mut |_| ());
        assert_eq!((outcome.length, outcome.h0), (Some(length), 0));
        assert!(outcome.iterations.iter().all(|i| i.bound % 2 == length % 2));
    }
}

#[test]
fn a_25_cell_board() {
    let goal = goal_of((5, 5), Goal::Last);
    let space = space_of(&goal);
    let walk = Path::parse("ULULULULDDRRUULLDRDR", Convention::Blank).unwrap();
    let board = *walk.replay(&goal).unwrap().last().unwrap();
    let outcome = solve(&space, &board, &IdaOptions::default());
    assert!(outcome.length.is_some_and(|l| l <= 20 && l % 2 == 0));
    assert!(path(&outcome.moves.unwrap()).solves(&board, &goal));
}
