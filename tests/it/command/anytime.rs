//! `solve` on boards that take long: the best solution with its gap, and those before it.

use std::process::Stdio;
use std::time::Duration;

use crate::support::{Sandbox, interrupt, stderr, wait_for_caught_signals};
use fifteen_puzzle::{Convention, Path, notation};
use serde_json::Value;

/// The fifth of Korf's 50 boards of the 24-puzzle: 100 moves, with the blank first in the goal.
const HARD: &str = "17 1 20 9 16 / 2 22 19 14 5 / 15 21 0 3 24 / 23 18 13 12 7 / 10 8 6 4 11";
const SHORTEST: u64 = 100;
const GOAL: &str = "0 1 2 3 4 / 5 6 7 8 9 / 10 11 12 13 14 / 15 16 17 18 19 / 20 21 22 23 24";

/// The record that was printed, whose moves must solve the board.
fn checked(output: &[u8]) -> Value {
    let record: Value = serde_json::from_slice(output).unwrap();
    let [board, goal] = [HARD, GOAL].map(|text| notation::parse(text, None).unwrap());
    let path = Path::parse(record["moves"].as_str().unwrap(), Convention::Tile).unwrap();
    assert!(path.solves(&board, &goal), "{record}");
    let [upper, bound, gap] = ["upper", "bound", "gap"].map(|name| record[name].as_u64().unwrap());
    assert!(upper >= SHORTEST && bound <= SHORTEST, "{record}");
    assert_eq!((upper, upper - bound), (path.len() as u64, gap));
    // A length is that of a shortest solution.
    assert_eq!(record["length"].as_u64(), (gap == 0).then_some(upper), "{record}");
    assert_eq!(record["status"], if gap == 0 { "solved" } else { "limit" });
    record
}

#[test]
fn ctrl_c_prints_the_best_solution() {
    let sandbox = Sandbox::new();
    let arguments = ["solve", "--goal", "first", "--heuristic", "linear-conflict", "--within", "0", "--json", HARD];
    let mut command = sandbox.command(&arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_caught_signals(&child);
    std::thread::sleep(Duration::from_secs(2));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(checked(&output.stdout)["error"], "interrupted");
}

#[test]
fn better_solutions_are_told_on_the_way() {
    let sandbox = Sandbox::new();
    let arguments = ["solve", "--goal", "first", "--heuristic", "linear-conflict", "-v", "--within", "40", HARD];
    let told = stderr(&sandbox.run(&arguments).code(0));
    let lengths: Vec<u32> = told
        .lines()
        .filter_map(|line| {
            let (length, bound) = line.strip_prefix("note: ")?.split_once(" moves, at least ")?;
            // Other notes tell of a long search: they go on after the bound.
            bound.parse::<u32>().ok().and(length.parse().ok())
        })
        .collect();
    assert!(!lengths.is_empty() && lengths.is_sorted_by(|a, b| a > b), "{told}");
}
