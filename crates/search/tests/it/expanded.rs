//! Counts of nodes: up to limits of depth, level by level, and of children; and what each algorithm has by default.

use std::collections::HashSet;

use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, notation};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{Algorithm, Mode, TileSpace, TileState};
use fifteen_search::{LimitKind, Limits, StateSpace, Status};

use super::algorithms::{heuristic, run};
use super::goal_of;

/// A search without a heuristic leaves out what is below the limit, and thus proves the next length.
#[test]
fn limits_of_depth_prove_the_next_length_of_the_parity() {
    let goal = goal_of((3, 3), Goal::Last);
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    for algorithm in [Algorithm::Ida, Algorithm::Astar, Algorithm::BranchAndBound] {
        for (depth, bound) in [(4, 5), (5, 7)] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let found = run(algorithm, &heuristic(&goal, "zero"), &goal, &board, limits);
            assert_eq!((found.status, found.bound), (Status::Limit(LimitKind::Depth), bound), "{algorithm} {depth}");
        }
    }
}

/// States by their distance from the start, and paths that take no move back by their length.
fn states_and_paths(space: &TileSpace, start: TileState, depth: usize) -> (Vec<u64>, Vec<u64>) {
    let (mut states, mut paths) = (vec![1], vec![1]);
    let (mut seen, mut level) = (HashSet::from([start]), vec![(start, None)]);
    for _ in 0..depth {
        let mut next = Vec::new();
        for &(state, last) in &level {
            for m in space.moves(&state, last) {
                let mut child = state;
                space.apply(&mut child, m);
                next.push((child, Some(m)));
            }
        }
        paths.push(next.len() as u64);
        states.push(next.iter().filter(|(child, _)| seen.insert(*child)).count() as u64);
        level = next;
    }
    (states, paths)
}

/// Without a heuristic, all that is nearer than the limit is expanded, and nothing else.
#[test]
fn nodes_are_expanded_level_by_level_up_to_the_limit() {
    let goal = goal_of((3, 3), Goal::Last);
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let (states, paths) = states_and_paths(&space, space.state(&board).unwrap(), 8);
    let expanded = |algorithm, depth| {
        run(algorithm, &heuristic(&goal, "zero"), &goal, &board, Limits { depth: Some(depth), ..Limits::default() })
    };
    for depth in [5, 7] {
        let below = |counts: &[u64]| counts[..depth as usize].iter().sum::<u64>();
        assert_eq!(expanded(Algorithm::Astar, depth).expanded, below(&states));
        assert_eq!(expanded(Algorithm::BranchAndBound, depth).expanded, below(&paths));
        let levels = |algorithm| expanded(algorithm, depth).iterations.into_iter().map(|i| i.expanded).collect();
        // Those in the last level are only compared with the goal.
        let (graph, mut tree): (Vec<u64>, Vec<u64>) = (levels(Algorithm::Bfs), levels(Algorithm::BfsTree));
        assert_eq!((graph, tree.pop()), (states[..=depth as usize].to_vec(), Some(0)));
        assert_eq!(tree, paths[..depth as usize]);
    }
}

#[test]
fn expanded_nodes_have_one_to_four_children() {
    let goal = goal_of((3, 3), Goal::Last);
    let manhattan = heuristic(&goal, "manhattan");
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.name() != "dfs") {
        let space = TileSpace::new(&goal, algorithm.default_order());
        for board in ["1 2 3 / 4 8 5 / 7 0 6", "1 2 3 / 7 4 5 / 0 8 6", "4 1 3 / 7 2 5 / 8 0 6"] {
            let start = space.state(&notation::parse(board, None).unwrap()).unwrap();
            for mode in [Mode::Plain, Mode::Fast { threads: 1 }] {
                let limits = Limits { memory: Some(1 << 17), ..Limits::default() };
                for limits in [limits, Limits::default()] {
                    let options = IdaOptions { limits, ..IdaOptions::default() };
                    let found = algorithm.search(&space, &manhattan, &start, &options, mode, &mut |_| ()).unwrap();
                    assert!(found.generated <= 5 + 4 * found.expanded, "{algorithm} {board}: {found:?}");
                    assert!(found.expanded <= found.generated, "{algorithm} {board}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn weighted_searches_prove_more_than_the_value_of_the_start() {
    let goal = goal_of((3, 3), Goal::Last);
    let manhattan = heuristic(&goal, "manhattan");
    let mut more = 0;
    for board in RandomBoards::new(goal, 12).take(20) {
        let weighted: Algorithm = "weighted-astar:1.5".parse().unwrap();
        let found = run(weighted, &manhattan, &goal, &board, Limits::default());
        let truth = run(Algorithm::Astar, &manhattan, &goal, &board, Limits::default()).length;
        assert!(Some(found.bound) <= truth && truth <= found.length, "{board}");
        more += u32::from(found.bound > found.h0);
    }
    assert!(more > 10, "{more}");
}

#[test]
fn algorithms_have_heuristics_and_orders_of_their_own() {
    let names = |has: fn(Algorithm) -> bool| {
        Algorithm::ALL.into_iter().filter(|&a| has(a)).map(Algorithm::name).collect::<Vec<_>>()
    };
    let bidirectional = ["mm", "nbs", "bae"];
    assert_eq!(names(Algorithm::is_bidirectional), bidirectional);
    let without = ["ida-wrong-way", "bfs", "bfs-tree", "dfs"];
    assert_eq!(names(|algorithm| !algorithm.takes_heuristic()), without);
    assert_eq!(names(|algorithm| algorithm.default_order() == MoveOrder::UDLR), ["bfs", "bfs-tree", "dfs"]);
    assert_eq!(names(|algorithm| algorithm.default_order() == MoveOrder::URDL), ["branch-and-bound"]);
}

/// Which state is expanded next decides the counts, but not the lengths.
#[test]
fn bidirectional_searches_have_counts_of_their_own() {
    let goal = goal_of((3, 3), Goal::Last);
    let manhattan = heuristic(&goal, "manhattan");
    let counts = |name: &str, board: &str| {
        let board = notation::parse(board, None).unwrap();
        let found = run(name.parse().unwrap(), &manhattan, &goal, &board, Limits::default());
        (found.length, found.expanded, found.generated)
    };
    let (hard, other) = ("8 6 7 / 2 5 4 / 3 0 1", "5 2 8 / 4 1 7 / 0 3 6");
    for (name, of_hard, of_other) in
        [("mm", (6481, 10_835), (369, 615)), ("nbs", (3868, 6326), (356, 606)), ("bae", (2314, 3941), (363, 623))]
    {
        assert_eq!(counts(name, hard), (Some(31), of_hard.0, of_hard.1), "{name}");
        assert_eq!(counts(name, other), (Some(22), of_other.0, of_other.1), "{name}");
    }
}
