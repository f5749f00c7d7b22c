//! Beam search: its solutions are solutions, its bounds are bounds, and every kind of table guides it.

use fifteen_puzzle::{Goal, RandomBoards};
use fifteen_search::tiles::Algorithm;
use fifteen_search::{LimitKind, Limits, Status};

use super::support::{goal_of, light, run};

fn beam(width: u32) -> Algorithm {
    format!("beam:{width}").parse().unwrap()
}

#[test]
fn solutions_are_solutions_and_bounds_are_bounds() {
    for (size, goal, name) in [
        ((3, 3), Goal::Last, "manhattan"),
        ((3, 3), Goal::Spiral, "walking-distance"),
        ((3, 2), Goal::First, "misplaced"),
        ((4, 3), Goal::Last, "linear-conflict+misplaced"),
    ] {
        let goal = goal_of(size, goal);
        let heuristic = light(&goal, name);
        for board in RandomBoards::new(goal, 5).take(20) {
            let truth = run(Algorithm::Astar, &heuristic, &goal, &board, Limits::default());
            for width in [1, 10, 300] {
                let found = run(beam(width), &heuristic, &goal, &board, Limits::default());
                assert!(found.bound <= truth.bound && found.bound >= truth.h0, "{board} {name} {width}");
                let Some(length) = found.length else {
                    assert_eq!(found.status, Status::Limit(LimitKind::Depth), "{board} {name}");
                    assert!(width < 300, "{board} {name}");
                    continue;
                };
                assert_eq!((found.status, found.shortest), (Status::Solved, length == found.bound));
                assert!(length >= truth.bound, "{board} {name} {width}");
                assert!(found.expanded <= u64::from(width) * u64::from(length), "{}", found.expanded);
            }
        }
    }
}

/// A beam that is wider than every layer is breadth-first search, and a limit of depth costs no solution.
#[test]
fn a_wide_beam_finds_shortest_solutions() {
    let goal = goal_of((3, 3), Goal::Last);
    let manhattan = light(&goal, "manhattan");
    for board in RandomBoards::new(goal, 6).take(4) {
        let truth = run(Algorithm::Astar, &manhattan, &goal, &board, Limits::default()).length;
        for depth in [None, truth] {
            let limits = Limits { depth, ..Limits::default() };
            assert_eq!(run(beam(200_000), &manhattan, &goal, &board, limits).length, truth, "{board}");
        }
    }
}
