//! `solve` on boards that take long: the best solution with its gap.

use std::process::Stdio;
use std::time::Duration;

use crate::support::{Sandbox, interrupt, wait_for_caught_signals};
use fifteen_puzzle::{Convention, Goal, Path, notation};
use serde_json::Value;

/// The fifth of Korf's 50 boards of the 24-puzzle: 100 moves, with the blank first in the goal.
const HARD: &str = "17 1 20 9 16 / 2 22 19 14 5 / 15 21 0 3 24 / 23 18 13 12 7 / 10 8 6 4 11";

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
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    let board = notation::parse(HARD, None).unwrap();
    let path = Path::parse(record["moves"].as_str().unwrap(), Convention::Tile).unwrap();
    assert!(path.solves(&board, &Goal::First.board(board.size()).unwrap()), "{record}");
    let [upper, bound, gap] = ["upper", "bound", "gap"].map(|name| record[name].as_u64().unwrap());
    assert!(upper >= 100 && bound < 100 && (path.len() as u64, gap) == (upper, upper - bound), "{record}");
    // A length is that of a shortest solution.
    assert_eq!((&record["length"], &record["status"]), (&Value::Null, &"limit".into()));
    assert_eq!(record["error"], "interrupted");
}
