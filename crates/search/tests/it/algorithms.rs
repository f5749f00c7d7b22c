//! All algorithms: published counts, the same lengths, solutions that replay, limits that prove what they say.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards, Size, notation};
use fifteen_search::ida::IdaOptions;
use fifteen_search::lab::{bfs_tree, branch_and_bound, wrong_way};
use fifteen_search::tiles::{Algorithm, HeuristicKind, Mode, Move, TileHeuristic, TileSpace};
use fifteen_search::{Iteration, LimitKind, Limits, Outcome, Status, tiles};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::{goal_of, path};

type Heuristic = TileHeuristic;

const DFS: Algorithm = Algorithm::Dfs { deepening: false };
const DEEPENING: Algorithm = Algorithm::Dfs { deepening: true };
const BIDIRECTIONAL: [Algorithm; 3] = [Algorithm::Mm, Algorithm::Nbs, Algorithm::Bae];

pub(super) fn heuristic(goal: &Board, name: &str) -> Heuristic {
    let parts = name.split('+').map(|n| n.parse::<HeuristicKind>().unwrap().build(goal, &Limits::default()).unwrap());
    TileHeuristic::max(parts.collect()).unwrap()
}

pub(super) fn run(
    algorithm: Algorithm,
    heuristic: &Heuristic,
    goal: &Board,
    board: &Board,
    limits: Limits,
) -> Outcome<Vec<Move>> {
    let space = TileSpace::new(goal, algorithm.default_order());
    let options = IdaOptions { limits, ..IdaOptions::default() };
    let mut reported = Vec::new();
    let start = space.state(board).unwrap();
    let outcome = algorithm
        .search(&space, heuristic, &start, &options, Mode::Plain, &mut |i: &Iteration| reported.push(*i))
        .unwrap();
    assert_eq!(outcome.iterations, reported);
    let h0 = if algorithm.takes_heuristic() { heuristic.value(&start).unwrap() } else { outcome.h0 };
    assert_eq!(outcome.h0, h0);
    assert_eq!(outcome.expanded, outcome.iterations.iter().map(|i| i.expanded).sum::<u64>());
    let children = outcome.iterations.iter().map(|i| i.generated).sum::<u64>();
    assert_eq!(outcome.generated, if outcome.generated == 0 { 0 } else { 1 + children }, "{algorithm}");
    assert!(outcome.iterations.is_sorted_by(|a, b| a.bound < b.bound));
    assert_eq!(outcome.moves.is_some(), outcome.length.is_some());
    if let Some(moves) = &outcome.moves {
        assert_eq!(outcome.length, Some(moves.len() as u32));
        assert!(path(moves).solves(board, goal), "{algorithm}: {board}");
        assert!(outcome.bound <= moves.len() as u32);
        assert_eq!(outcome.shortest, outcome.length == Some(outcome.bound));
    }
    outcome
}

/// Counts known from textbook programs.
#[test]
fn the_textbook_search_has_its_counts() {
    let goal = goal_of((3, 3), Goal::Spiral);
    let space = TileSpace::new(&goal, MoveOrder::UDLR);
    for (board, length, expanded, generated) in [
        ("1 3 4 / 8 6 2 / 7 0 5", 5, 41, 77),
        ("2 8 1 / 0 4 3 / 7 6 5", 9, 385, 663),
        ("2 8 1 / 4 6 3 / 7 5 0", 12, 2251, 3783),
    ] {
        let board = notation::parse(board, None).unwrap();
        let found = bfs_tree::search(&space, &space.state(&board).unwrap(), &Limits::default(), &mut |_| ());
        assert_eq!((found.length, found.expanded, found.generated), (Some(length), expanded, generated), "{board}");
        assert!(found.shortest && path(&found.moves.unwrap()).solves(&board, &goal));
    }
}

/// Branch and bound without a heuristic is breadth-first search that recognises the answer when it is made.
#[test]
fn equal_costs_are_first_in_first_out() {
    let goal = goal_of((3, 3), Goal::Spiral);
    let space = TileSpace::new(&goal, MoveOrder::UDLR);
    for board in RandomBoards::new(goal, 1).filter(|b| b != &goal).take(200) {
        let start = space.state(&board).unwrap();
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let tree = bfs_tree::search(&space, &start, &limits, &mut |_| ());
        let Ok(bound) = branch_and_bound::search(&space, &fifteen_search::Zero, &start, &limits, &mut |_| ());
        if tree.status == Status::Solved {
            assert_eq!((&bound.moves, bound.shortest), (&tree.moves, true));
            assert!(bound.expanded < tree.expanded);
        }
    }
}

fn shapes() -> impl Strategy<Value = (usize, usize, RangeInclusive<usize>)> {
    // Width, height, and how many random moves from the goal keep the weakest search short.
    prop_oneof![
        Just((2, 2, 0..=20)),
        Just((3, 2, 0..=200)),
        Just((2, 3, 0..=200)),
        Just((3, 3, 0..=200)),
        Just((4, 2, 0..=60)),
        Just((2, 5, 0..=60)),
        Just((4, 3, 0..=40)),
        Just((3, 5, 0..=40)),
        Just((4, 4, 0..=40)),
        Just((6, 3, 0..=30)),
        Just((5, 5, 0..=30)),
        Just((12, 2, 0..=30)),
    ]
}

/// A board some random moves away from a goal.
fn instance() -> impl Strategy<Value = (Board, Board)> {
    (shapes(), 0..4, any::<u64>()).prop_flat_map(|((width, height, steps), goal, seed)| {
        let size = Size::new(width, height).unwrap();
        let last = Goal::Last.board(size).unwrap();
        let goal = match goal {
            0 => last,
            1 => Goal::First.board(size).unwrap(),
            2 => Goal::Spiral.board(size).unwrap(),
            _ => RandomBoards::new(last, seed).next().unwrap(),
        };
        prop::collection::vec(0..4_usize, steps).prop_map(move |walk| {
            let mut board = goal;
            for step in walk {
                board = board.moved(MoveOrder::ULRD.directions()[step]).unwrap_or(board);
            }
            (board, goal)
        })
    })
}

/// Solves a board with every algorithm and several heuristics. What would take too long ends at a limit, and proves no
/// more than the truth.
fn algorithms_agree(board: &Board, goal: &Board) -> Result<(), TestCaseError> {
    let manhattan = heuristic(goal, "manhattan");
    let truth = run(Algorithm::Ida, &manhattan, goal, board, Limits::default());
    prop_assert_eq!((truth.status, truth.shortest), (Status::Solved, true));
    let length = truth.length;
    let nodes = |n| Limits { nodes: Some(n), ..Limits::default() };
    let wrong_way = run(Algorithm::IdaWrongWay, &manhattan, goal, board, Limits::default());
    prop_assert_eq!(&wrong_way.iterations, &truth.iterations);
    prop_assert_eq!(&wrong_way.moves, &truth.moves);
    let mut parts = vec!["manhattan", "linear-conflict", "misplaced+linear-conflict", "manhattan+misplaced+zero"];
    if goal.size().cells() <= 16 {
        parts.extend(["walking-distance", "walking-distance+linear-conflict+misplaced"]);
    }
    for name in parts {
        let heuristic = heuristic(goal, name);
        let one_way = [Algorithm::Ida, Algorithm::Astar, Algorithm::BranchAndBound];
        for algorithm in one_way.into_iter().chain(BIDIRECTIONAL) {
            let found = run(algorithm, &heuristic, goal, board, nodes(300_000));
            prop_assert!(found.bound <= truth.bound);
            prop_assert!(found.status != Status::Solved || (found.length == length && found.shortest));
            prop_assert!(found.status == Status::Solved || truth.generated > 1000, "{} {}", algorithm, name);
        }
        for weight in ["1.1", "2", "30"] {
            let algorithm = format!("weighted-astar:{weight}").parse().unwrap();
            let found = run(algorithm, &heuristic, goal, board, nodes(300_000));
            let most = f64::from(truth.bound) * weight.parse::<f64>().unwrap();
            prop_assert!(found.bound <= truth.bound);
            prop_assert!(found.length.is_none_or(|length| length >= truth.bound && f64::from(length) <= most));
            prop_assert!(found.status == Status::Solved || truth.generated > 1000, "{} {}", algorithm, name);
        }
    }
    let none = heuristic(goal, "zero");
    let blind = [Algorithm::Astar, Algorithm::BranchAndBound, Algorithm::Bfs, Algorithm::BfsTree, DEEPENING];
    for algorithm in blind.into_iter().chain(BIDIRECTIONAL) {
        let found = run(algorithm, &none, goal, board, nodes(100_000));
        prop_assert!(found.bound <= truth.bound);
        prop_assert!(found.status != Status::Solved || (found.length == length && found.shortest));
        prop_assert!(found.status == Status::Solved || truth.bound > 11, "{}", algorithm);
    }
    let depth = Limits { depth: Some(truth.bound + 2), nodes: Some(100_000), ..Limits::default() };
    let found = run(DFS, &none, goal, board, depth);
    prop_assert!(found.length.is_none_or(|found| found >= truth.bound && found <= truth.bound + 2));
    prop_assert!(found.bound <= truth.bound);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]

    #[test]
    fn all_algorithms_agree((board, goal) in instance()) {
        algorithms_agree(&board, &goal)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    #[ignore = "takes a minute: more boards"]
    fn all_algorithms_agree_on_many_boards((board, goal) in instance()) {
        algorithms_agree(&board, &goal)?;
    }
}

/// A board of 3x3 that takes 20 moves.
fn medium() -> (Board, Board) {
    let goal = goal_of((3, 3), Goal::Last);
    let manhattan = heuristic(&goal, "manhattan");
    let length = |board: &Board| run(Algorithm::Ida, &manhattan, &goal, board, Limits::default()).length;
    (RandomBoards::new(goal, 2).find(|board| length(board) == Some(20)).unwrap(), goal)
}

#[test]
fn every_algorithm_stops_at_every_limit() {
    let (board, goal) = medium();
    let misplaced = heuristic(&goal, "misplaced");
    for algorithm in Algorithm::ALL.into_iter().chain([DEEPENING]) {
        let run = |limits| run(algorithm, &misplaced, &goal, &board, limits);
        for n in [0, 1, 2, 3, 50, 150] {
            let found = run(Limits { nodes: Some(n), ..Limits::default() });
            assert_eq!((found.status, found.generated), (Status::Limit(LimitKind::Nodes), n), "{algorithm}");
            assert!(found.bound <= 20 && found.length.is_none());
        }
        let late = run(Limits { deadline: Some(Instant::now()), ..Limits::default() });
        assert_eq!((late.status, late.generated), (Status::Limit(LimitKind::Time), 0), "{algorithm}");
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        let cancelled = run(Limits { cancel, ..Limits::default() });
        assert_eq!(cancelled.status, Status::Limit(LimitKind::Interrupted), "{algorithm}");
        let cramped = run(Limits { memory: Some(16), nodes: Some(10_000), ..Limits::default() });
        assert_eq!(cramped.status, Status::Limit(LimitKind::Memory), "{algorithm}");
        for depth in [0, 1, 7, 10] {
            let shallow = run(Limits { depth: Some(depth), ..Limits::default() });
            assert_eq!(shallow.status, Status::Limit(LimitKind::Depth), "{algorithm}");
            // A beam proves nothing.
            let least = if matches!(algorithm, Algorithm::Beam { .. }) { 0 } else { depth + 1 };
            assert!((least..=20).contains(&shallow.bound), "{algorithm} to {depth}: {}", shallow.bound);
        }
    }
}

#[test]
fn a_depth_limit_includes_the_shortest_solution() {
    let (board, goal) = medium();
    let manhattan = heuristic(&goal, "manhattan");
    for algorithm in [
        Algorithm::Ida,
        Algorithm::IdaWrongWay,
        Algorithm::Astar,
        Algorithm::Bfs,
        Algorithm::BranchAndBound,
        Algorithm::Mm,
        Algorithm::Nbs,
        Algorithm::Bae,
    ] {
        for depth in [19, 20, 21] {
            let found = run(algorithm, &manhattan, &goal, &board, Limits { depth: Some(depth), ..Limits::default() });
            assert_eq!(found.length, (depth >= 20).then_some(20), "{algorithm} to {depth}");
            assert_eq!(found.bound, 20);
        }
    }
}

#[test]
fn memory_is_accounted_for_and_limited() {
    let goal = goal_of((4, 4), Goal::Last);
    let board = RandomBoards::new(goal, 3).next().unwrap();
    let misplaced = heuristic(&goal, "misplaced");
    let one_way = [Algorithm::Astar, Algorithm::Bfs, Algorithm::BfsTree, Algorithm::BranchAndBound, DFS];
    for algorithm in one_way.into_iter().chain(BIDIRECTIONAL) {
        for memory in [1 << 16, 1 << 20, 20 << 20] {
            let found = run(algorithm, &misplaced, &goal, &board, Limits { memory: Some(memory), ..Limits::default() });
            assert_eq!(found.status, Status::Limit(LimitKind::Memory), "{algorithm}");
            assert!(found.peak_bytes <= memory, "{algorithm}");
            assert!(memory < 1 << 20 || found.peak_bytes > memory / 3, "{algorithm}: {}", found.peak_bytes);
        }
    }
    let deepening = run(DEEPENING, &misplaced, &goal, &board, Limits { nodes: Some(100_000), ..Limits::default() });
    assert!((1..20_000).contains(&deepening.peak_bytes));
}

#[test]
fn depth_first_search_says_that_its_solution_may_be_longer() {
    let (board, goal) = medium();
    let none = heuristic(&goal, "zero");
    let found = run(DFS, &none, &goal, &board, Limits { depth: Some(26), ..Limits::default() });
    assert!(found.length.is_some_and(|length| length > 20) && !found.shortest, "{:?}", found.length);
    let near = goal.moved(fifteen_puzzle::Direction::Up).unwrap();
    let found = run(DFS, &none, &goal, &near, Limits { depth: Some(1), ..Limits::default() });
    assert_eq!((found.length, found.shortest), (Some(1), true));
    for algorithm in Algorithm::ALL {
        let solved = run(algorithm, &none, &goal, &goal, Limits::default());
        assert_eq!((solved.status, solved.length, solved.shortest), (Status::Solved, Some(0), true), "{algorithm}");
        assert_eq!((solved.generated, solved.expanded), (1, 0), "{algorithm}");
    }
}

#[test]
fn the_search_for_wrong_moves_is_ida_seen_from_the_other_side() {
    for (size, goal) in [((3, 3), Goal::Spiral), ((3, 3), Goal::First), ((4, 2), Goal::Last)] {
        let goal = goal_of(size, goal);
        for order in [MoveOrder::ULRD, MoveOrder::URDL] {
            let space = TileSpace::new(&goal, order);
            let manhattan = tiles::Manhattan::new(goal.size());
            for board in RandomBoards::new(goal, 8).take(40) {
                let start = space.state(&board).unwrap();
                for options in [
                    IdaOptions::default(),
                    IdaOptions { finish_iteration: true, ..IdaOptions::default() },
                    IdaOptions { all: Some(2), ..IdaOptions::default() },
                    IdaOptions { limits: Limits { nodes: Some(777), ..Limits::default() }, ..IdaOptions::default() },
                    IdaOptions { limits: Limits { depth: Some(15), ..Limits::default() }, ..IdaOptions::default() },
                ] {
                    let Ok(ida) = fifteen_search::ida::search(&space, &manhattan, &start, &options, &mut |_| ());
                    let found = wrong_way::search(&space, &start, &options, &mut |_| ());
                    assert_eq!(Outcome { peak_bytes: 0, ..found }, Outcome { peak_bytes: 0, ..ida });
                }
            }
        }
    }
}

#[test]
fn names_are_read_back() {
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
    }
    assert_eq!("weighted-astar".parse::<Algorithm>().unwrap().to_string(), "weighted-astar:2");
    assert_eq!("weighted-astar:1.250".parse::<Algorithm>().unwrap().to_string(), "weighted-astar:1.25");
    let outside = ["weighted-astar:", "weighted-astar:0.999", "weighted-astar:1000.1", "weighted-astar:1.0005"];
    for bad in outside.into_iter().chain(["weighted-astar:NaN", "weighted-astar:inf", "astar:2", "a-star"]) {
        assert!(bad.parse::<Algorithm>().is_err(), "{bad}");
    }
    for kind in HeuristicKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert!("euclid".parse::<HeuristicKind>().is_err());
}
