//! Limits: where a search stops, and what it has proven by then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use fifteen_puzzle::{Board, Goal, notation};
use fifteen_search::ida::{self, IdaOptions};
use fifteen_search::tiles::Manhattan;
use fifteen_search::{Iteration, LimitKind, Limits, Status};

use super::{goal_of, path, solve, space_of};

fn with(limits: Limits) -> IdaOptions {
    IdaOptions { limits, ..IdaOptions::default() }
}

/// One of the two hardest boards of the 8-puzzle: 31 moves.
fn hard() -> (Board, Board) {
    (notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap(), goal_of((3, 3), Goal::Last))
}

#[test]
fn the_node_limit_is_exact_and_proves_the_bound_in_progress() {
    let (board, goal) = hard();
    let space = space_of(&goal);
    let full = solve(&space, &board, &IdaOptions::default());
    assert_eq!((full.length, full.h0), (Some(31), 21));
    for nodes in (0..full.generated).step_by(97).chain([1, 2, full.generated - 1]) {
        let limited = solve(&space, &board, &with(Limits { nodes: Some(nodes), ..Limits::default() }));
        assert_eq!((limited.status, limited.generated), (Status::Limit(LimitKind::Nodes), nodes));
        assert_eq!((limited.length, &limited.moves), (None, &None));
        // The iteration in which the full search generated this node.
        let mut before = 1;
        let in_progress = full.iterations.iter().find(|i| {
            before += i.generated;
            nodes < before
        });
        assert_eq!(limited.bound, in_progress.unwrap().bound, "after {nodes}");
        assert_eq!(limited.iterations.last().map(|i| i.bound), Some(limited.bound));
    }
    for nodes in [full.generated, full.generated + 1] {
        assert_eq!(solve(&space, &board, &with(Limits { nodes: Some(nodes), ..Limits::default() })), full);
    }
}

#[test]
fn the_depth_limit_is_inclusive() {
    let (board, goal) = hard();
    let space = space_of(&goal);
    let full = solve(&space, &board, &IdaOptions::default());
    for (depth, bound) in [(0, 21), (20, 21), (21, 23), (22, 23), (29, 31), (30, 31)] {
        let limited = solve(&space, &board, &with(Limits { depth: Some(depth), ..Limits::default() }));
        assert_eq!((limited.status, limited.bound, limited.length), (Status::Limit(LimitKind::Depth), bound, None));
        assert!(limited.iterations.iter().all(|i| i.bound <= depth));
    }
    assert_eq!(solve(&space, &board, &with(Limits { depth: Some(31), ..Limits::default() })), full);
}

#[test]
fn a_flag_and_a_deadline_stop_the_search() {
    let (board, goal) = hard();
    let space = space_of(&goal);
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let stopped = solve(&space, &board, &with(Limits { cancel, ..Limits::default() }));
    assert_eq!((stopped.status, stopped.bound), (Status::Limit(LimitKind::Interrupted), 21));
    let late = solve(&space, &board, &with(Limits { deadline: Some(Instant::now()), ..Limits::default() }));
    assert_eq!((late.status, late.generated), (Status::Limit(LimitKind::Time), 0));
}

#[test]
fn a_flag_set_during_the_search_stops_it_soon() {
    let goal = goal_of((4, 4), Goal::First);
    let board = notation::parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", None).unwrap();
    let space = space_of(&goal);
    let flag = Arc::new(AtomicBool::new(false));
    let options = with(Limits { cancel: Some(Arc::clone(&flag)), ..Limits::default() });
    let mut at = 0;
    let mut set_in_third = |iteration: &Iteration| {
        flag.store(iteration.bound == 45, Ordering::Relaxed);
        at += iteration.generated;
    };
    let start = space.state(&board).unwrap();
    let Ok(stopped) = ida::search(&space, &Manhattan::new(space.size()), &start, &options, &mut set_in_third);
    assert_eq!((stopped.status, stopped.bound), (Status::Limit(LimitKind::Interrupted), 47));
    assert_eq!(stopped.generated, at + 1);
    assert!(stopped.iterations.last().unwrap().generated <= 4096);
}

#[test]
fn a_solution_found_before_the_limit_is_kept() {
    let (board, goal) = hard();
    let space = space_of(&goal);
    let found = solve(&space, &board, &IdaOptions::default());
    let limits = Limits { nodes: Some(found.generated + 5), ..Limits::default() };
    let options = IdaOptions { limits, all: Some(10), ..IdaOptions::default() };
    let stopped = solve(&space, &board, &options);
    assert_eq!((stopped.status, stopped.length, stopped.solutions), (Status::Limit(LimitKind::Nodes), Some(31), None));
    assert_eq!(stopped.moves, found.moves);
    assert!(path(&stopped.all_moves.unwrap()[0]).solves(&board, &goal));
}

#[test]
fn a_solved_board_takes_no_move() {
    let goal = goal_of((4, 4), Goal::Last);
    let space = space_of(&goal);
    for options in [IdaOptions::default(), IdaOptions { all: Some(9), finish_iteration: true, ..IdaOptions::default() }]
    {
        let outcome = solve(&space, &goal, &options);
        assert_eq!((outcome.status, outcome.length, outcome.bound), (Status::Solved, Some(0), 0));
        assert_eq!((outcome.generated, outcome.expanded, outcome.moves), (1, 0, Some(vec![])));
        assert_eq!(outcome.iterations, [Iteration { bound: 0, expanded: 0, generated: 0 }]);
        assert_eq!(outcome.solutions, options.all.map(|_| 1));
    }
    let enough = solve(&space, &goal, &with(Limits { nodes: Some(1), ..Limits::default() }));
    assert_eq!(enough.status, Status::Solved);
    let none = solve(&space, &goal, &with(Limits { nodes: Some(0), ..Limits::default() }));
    assert_eq!((none.status, none.generated), (Status::Limit(LimitKind::Nodes), 0));
}
