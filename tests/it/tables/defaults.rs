//! Boards of odd sizes without any tables built: what `solve` builds in memory gives the lengths that an independent
//! search finds.

use crate::support::Sandbox;
use fifteen_solver::{Board, Convention, Goal, HeuristicKind, Options, Partition, Path, RandomBoards, Setup, Size};
use serde_json::Value;

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

/// The blank in a corner, in the middle, and somewhere with other labels.
fn goals(size: Size) -> [Board; 3] {
    let [last, spiral] = [Goal::Last, Goal::Spiral].map(|goal| goal.board(size).unwrap());
    [last, spiral, RandomBoards::new(last, 3).next().unwrap()]
}

/// Boards at the ends of random walks of `moves` moves from the goal, no move undoing the last. They are near enough to
/// be solved by the independent search (A* with linear conflict, no tables) at once.
fn walks(goal: Board, boards: u64, moves: usize) -> Vec<Board> {
    let size = goal.size();
    let walk = |seed: u64| {
        let (mut tiles, mut blank, mut last) = (goal.tiles().to_vec(), goal.blank(), goal.blank());
        let mut chance = seed;
        for _ in 0..moves {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let next: Vec<usize> = size.neighbours(blank).filter(|&cell| cell != last).collect();
            let to = next[(chance >> 33) as usize % next.len()];
            tiles.swap(blank, to);
            (last, blank) = (blank, to);
        }
        Board::new(size, &tiles).unwrap()
    };
    (1..=boards).map(walk).collect()
}

fn lengths_are_right(text: &str, boards: u64) {
    let size = size(text);
    for goal in goals(size) {
        let sandbox = Sandbox::new();
        let boards = walks(goal, boards, 32);
        sandbox.write("boards.txt", boards.iter().map(|board| format!("{board}\n")).collect::<String>());
        let arguments = ["solve", "boards.txt", "--goal", &goal.to_string(), "--json"];
        let output = sandbox.output(&arguments);
        let records: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(records.len(), boards.len());
        let other = Setup {
            goal: Goal::Board(goal),
            algorithm: fifteen_solver::Algorithm::Astar,
            ..Setup::with_heuristic(HeuristicKind::LinearConflict)
        };
        let other = other.open(size).unwrap();
        let quick = Partition::in_memory_fallback(&goal).unwrap().name();
        for (record, board) in records.iter().zip(&boards) {
            let expected = other.solve(board, &Options::default()).unwrap().length.unwrap();
            assert_eq!(record["length"], expected, "{board} to {goal}");
            let moves = Path::parse(record["moves"].as_str().unwrap(), Convention::Tile).unwrap();
            assert!(moves.len() as u32 == expected && moves.solves(board, &goal), "{board} to {goal}");
            let heuristic = record["heuristic"].as_str().unwrap();
            let expected = if size.cells() > 9 { quick.as_str() } else { "manhattan" };
            assert!(heuristic.starts_with(expected), "{heuristic} instead of {expected}");
        }
    }
}

#[test]
fn boards_of_all_shapes_have_the_lengths_of_astar() {
    for text in ["2x2", "3x2", "4x2", "3x3", "2x5", "5x2", "2x6", "6x2", "3x4", "4x3", "2x7", "3x5", "5x4"] {
        lengths_are_right(text, 3);
    }
}
