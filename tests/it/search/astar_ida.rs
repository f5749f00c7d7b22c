//! A*+IDA* against breadth-first search on 4x3, and Korf's boards with their published lengths.

use fifteen_data::korf100;
use serde_json::Value;

use crate::search::small_boards::Truth;
use crate::support::Sandbox;
use fifteen_solver::{Algorithm, Board, Goal, HeuristicKind, Mode, Options, RandomBoards, Solver};

/// Searches random boards with memories that fill early and late, in both modes.
fn check_random_4x3_boards(boards: usize) {
    let goal: Board = Goal::Last.board("4x3".parse().unwrap()).unwrap();
    let truth = Truth::new(&goal, 500_000);
    let builder = Solver::builder().algorithm(Algorithm::AstarIda).heuristic(HeuristicKind::WalkingDistance);
    let solver = builder.open(goal.size()).unwrap();
    for (i, board) in RandomBoards::new(goal, 12).take(boards).enumerate() {
        let mode = [Mode::Fast { threads: 2 }, Mode::Plain][i % 2];
        let memory = Some([200_000, 1_000_000, 5_000_000][i % 3]);
        let found = solver.solve(&board, &Options { mode, memory, ..Options::default() }).unwrap();
        assert_eq!((found.length, found.shortest), (Some(truth.distance(&board)), true), "{board}");
        assert!(found.moves.unwrap().solves(&board, &goal) && Some(found.peak_bytes) <= memory, "{board}");
    }
}

#[test]
fn random_4x3_boards_have_their_true_lengths() {
    check_random_4x3_boards(20);
}

#[test]
#[ignore = "takes a minute: more boards"]
fn many_random_4x3_boards_have_their_true_lengths() {
    check_random_4x3_boards(500);
}

#[test]
fn korfs_twenty_easiest_boards_have_their_lengths() {
    let sandbox = Sandbox::new();
    sandbox.build("4x4", "6-6-3", &[]);
    let mut korf = korf100();
    korf.sort_by_key(|board| board.generated);
    sandbox.write("korf.txt", korf[..20].iter().map(|korf| format!("{}\n", korf.board)).collect::<String>());
    for more in [&["--memory-limit", "300kB", "--mode", "fast"][..], &["--memory-limit", "2M"], &["--mode", "fast"]] {
        let arguments = [
            "solve",
            "korf.txt",
            "--goal",
            "first",
            "--pdb",
            "tables",
            "--algorithm",
            "astar-ida",
            "--json",
            "--threads",
            "2",
        ];
        let output = sandbox.output(&[&arguments, more].concat());
        let records: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(records.len(), 20);
        for (record, korf) in records.iter().zip(&korf) {
            assert_eq!(record["length"].as_u64(), Some(u64::from(korf.length)), "{} {more:?}", korf.board);
            assert_eq!((&record["upper"], &record["gap"]), (&record["length"], &Value::from(0)));
        }
    }
}
