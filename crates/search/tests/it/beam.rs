//! Beam search as an algorithm: solutions within what it states, limits and counts.

use fifteen_pdb::TableKind;
use fifteen_puzzle::{Goal, RandomBoards};
use fifteen_search::tiles::{Algorithm, AlgorithmError, PdbTables, TileHeuristic};
use fifteen_search::{LimitKind, Limits, StateSpace, Status};

use super::algorithms::{heuristic, run};
use super::tables::pdb::tables;
use super::{goal_of, path};

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
        let heuristic = heuristic(&goal, name);
        for board in RandomBoards::new(goal, 5).take(20) {
            let truth = run(Algorithm::Astar, &heuristic, &goal, &board, Limits::default());
            for width in [1, 10, 300] {
                let found = run(beam(width), &heuristic, &goal, &board, Limits::default());
                assert!(found.bound <= truth.bound && found.bound >= truth.h0, "{board} {name} {width}");
                let Some(moves) = found.moves else {
                    assert_eq!(found.status, Status::Limit(LimitKind::Depth), "{board} {name}");
                    assert!(width < 300, "{board} {name}");
                    continue;
                };
                let length = moves.len() as u32;
                assert_eq!((found.status, found.length), (Status::Solved, Some(length)));
                assert!(length >= truth.bound && path(&moves).solves(&board, &goal), "{board} {name} {width}");
                assert_eq!(found.shortest, length == found.bound);
                assert!(found.expanded <= u64::from(width) * u64::from(length), "{}", found.expanded);
            }
        }
    }
}

/// A beam that is wider than every layer is breadth-first search, and a limit of depth costs no solution.
#[test]
fn a_wide_beam_finds_shortest_solutions() {
    let goal = goal_of((3, 3), Goal::Last);
    let manhattan = heuristic(&goal, "manhattan");
    for board in RandomBoards::new(goal, 6).take(4) {
        let truth = run(Algorithm::Astar, &manhattan, &goal, &board, Limits::default()).length;
        for depth in [None, truth] {
            let limits = Limits { depth, ..Limits::default() };
            assert_eq!(run(beam(200_000), &manhattan, &goal, &board, limits).length, truth, "{board}");
        }
    }
}

/// Few lookups, many, and additive tables are compiled apart.
#[test]
fn all_tables_guide_a_beam() {
    for (size, partition, kind) in [
        ((3, 3), "1-4/5-8", TableKind::ZeroAware),
        ((3, 3), "1-4/5-8", TableKind::Additive),
        ((4, 4), "1-3/4-6/7-9/10-12/13-15", TableKind::ZeroAware),
        ((4, 4), "1-3/4-6/7-9/10-12/13-15", TableKind::Additive),
    ] {
        let goal = goal_of(size, Goal::Last);
        let tables = PdbTables::new(&goal, tables(&goal, partition, kind), true).unwrap();
        let heuristic = TileHeuristic::Tables(Box::new(tables));
        for board in RandomBoards::new(goal, 5).take(3) {
            // Which compares h0 with the value of the board, and replays the solution.
            let found = run(beam(300), &heuristic, &goal, &board, Limits::default());
            assert_eq!(found.status, Status::Solved, "{partition} {kind} {board}");
            assert!(found.generated < 150_000, "{}", found.generated);
        }
    }
}

#[test]
fn the_limit_of_nodes_is_met_exactly() {
    let goal = goal_of((4, 4), Goal::Last);
    let manhattan = heuristic(&goal, "manhattan");
    let board = RandomBoards::new(goal, 3).next().unwrap();
    let whole = run(beam(5000), &manhattan, &goal, &board, Limits::default());
    assert_eq!(whole.status, Status::Solved);
    for nodes in [1, 2, 3, 100, 12_345, whole.generated - 1] {
        let found = run(beam(5000), &manhattan, &goal, &board, Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(found.generated, nodes);
        assert!(found.expanded <= whole.expanded);
        assert!(found.status == Status::Limit(LimitKind::Nodes) || nodes == whole.generated - 1);
    }
    let depth = Limits { depth: Some(30), ..Limits::default() };
    let found = run(beam(5000), &manhattan, &goal, &board, depth);
    assert_eq!((found.status, found.length), (Status::Limit(LimitKind::Depth), None));
    let memory = Limits { memory: Some(1 << 16), ..Limits::default() };
    let found = run(beam(5000), &manhattan, &goal, &board, memory);
    assert_eq!(found.status, Status::Limit(LimitKind::Memory));
    assert!(found.peak_bytes <= 1 << 16 && found.generated > 100);
}

#[test]
fn widths_are_read() {
    assert_eq!(beam(50).to_string(), "beam:50");
    assert_eq!("beam".parse::<Algorithm>().unwrap().to_string(), "beam:1000");
    for bad in ["beam:", "beam:0", "beam:-1", "beam:1.5", "beam:1073741825", "beam:x"] {
        let error = bad.parse::<Algorithm>().unwrap_err();
        assert!(matches!(error, AlgorithmError::Width(_)), "{bad}: {error}");
        assert!(error.to_string().contains("from 1 to 1073741824"), "{error}");
    }
}
