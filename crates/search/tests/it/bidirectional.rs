//! Every informed algorithm against breadth-first search of the whole space: the bidirectional ones, those that know
//! the goal alone, and those whose solutions may be longer.

use std::collections::HashMap;

use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{Algorithm, HeuristicKind, Mode, TileHeuristic, TileSpace};
use fifteen_search::{Limits, Status};

use super::{goal_of, path};

/// Those that meet no state twice, so that they need no good heuristic.
const GRAPH_SEARCHES: &[&str] = &["mm", "nbs", "bae", "astar", "weighted-astar:1.5"];
const TREE_SEARCHES: &[&str] = &["ida", "branch-and-bound", "beam:50"];

/// The distances of all boards from a goal.
fn distances(goal: Board) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(goal, 0)]);
    let mut layer = vec![goal];
    for depth in 1.. {
        let children = layer.iter().flat_map(|board| MoveOrder::ULRD.directions().map(|d| board.moved(d)));
        let mut next: Vec<Board> = children.flatten().filter(|child| !distances.contains_key(child)).collect();
        next.sort_unstable_by_key(|board| board.tiles().to_vec());
        next.dedup();
        if next.is_empty() {
            break;
        }
        distances.extend(next.iter().map(|&board| (board, depth)));
        layer = next;
    }
    distances
}

/// Solves boards with every algorithm, and compares the lengths with `truth`.
fn check(goal: &Board, heuristic_name: &str, boards: impl Iterator<Item = (Board, u32)>) {
    let heuristic: HeuristicKind = heuristic_name.parse().unwrap();
    let heuristic: TileHeuristic = heuristic.build(goal, &Limits::default()).unwrap();
    let space = TileSpace::new(goal, MoveOrder::ULRD);
    for (board, truth) in boards {
        let tree_searches: &[&str] = if heuristic_name == "zero" { &[] } else { TREE_SEARCHES };
        for name in GRAPH_SEARCHES.iter().chain(tree_searches) {
            let algorithm: Algorithm = name.parse().unwrap();
            let start = space.state(&board).unwrap();
            let (options, mode) = (IdaOptions::default(), Mode::Plain);
            let found = algorithm.search(&space, &heuristic, &start, &options, mode, &mut |_| ()).unwrap();
            // A narrow beam may lose its way; then it has proven no more than the value of the start.
            if matches!(algorithm, Algorithm::Beam { .. }) && found.length.is_none() {
                assert!(found.status != Status::Solved && found.bound <= truth && truth > 10, "{name}: {board}");
                continue;
            }
            assert_eq!(found.status, Status::Solved, "{name}: {board}");
            let length = found.length.unwrap();
            let most = match algorithm {
                Algorithm::WeightedAstar { .. } => truth * 3 / 2,
                // A beam promises no more than not to call a solution shortest that is not.
                Algorithm::Beam { .. } => u32::MAX,
                _ => truth,
            };
            assert!((truth..=most).contains(&length), "{name}: {length} moves for {board}, which needs {truth}");
            assert_eq!(found.shortest, length == found.bound, "{name}: {board}");
            assert!(path(&found.moves.unwrap()).solves(&board, goal), "{name}: {board}");
        }
    }
}

#[test]
fn boards_of_3x3_are_solved_in_the_known_number_of_moves() {
    for (goal, heuristic) in [(Goal::Last, "manhattan"), (Goal::Spiral, "linear-conflict"), (Goal::First, "zero")] {
        let goal = goal_of((3, 3), goal);
        let mut all: Vec<_> = distances(goal).into_iter().collect();
        assert_eq!(all.len(), 181_440);
        all.sort_unstable_by_key(|(board, _)| board.tiles().to_vec());
        check(&goal, heuristic, all.into_iter().step_by(if heuristic == "zero" { 18_143 } else { 1999 }));
    }
}

#[test]
#[ignore = "takes minutes: a third of all boards of 3x3"]
fn a_third_of_all_boards_of_3x3() {
    let goal = goal_of((3, 3), Goal::Last);
    let mut all: Vec<_> = distances(goal).into_iter().collect();
    all.sort_unstable_by_key(|(board, _)| board.tiles().to_vec());
    check(&goal, "manhattan", all.into_iter().step_by(3));
}

#[test]
#[ignore = "takes minutes: a thousand boards of 4x3"]
fn random_boards_of_4x3() {
    let goal = goal_of((4, 3), Goal::Last);
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let truth: TileHeuristic = HeuristicKind::WalkingDistance.build(&goal, &Limits::default()).unwrap();
    let boards = RandomBoards::new(goal, 11).take(1000).map(|board| {
        let (start, options) = (space.state(&board).unwrap(), IdaOptions::default());
        let found = Algorithm::Ida.search(&space, &truth, &start, &options, Mode::Plain, &mut |_| ()).unwrap();
        (board, found.length.unwrap())
    });
    check(&goal, "walking-distance", boards);
}
