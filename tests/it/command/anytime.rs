//! `solve` on boards that take long: the best solution with its gap at a limit, `--within`.

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

fn solve(sandbox: &Sandbox, options: &[&str], code: i32) -> Value {
    let arguments = ["solve", "--goal", "first", "--heuristic", "linear-conflict", "--json"];
    checked(&sandbox.run(&[&arguments[..], options, &[HARD]].concat()).code(code).get_output().stdout)
}

#[test]
fn the_first_solution_comes_at_once() {
    let sandbox = Sandbox::new();
    let first = solve(&sandbox, &["--within", "any"], 0);
    assert_eq!(first["generated"], 1, "no proof is begun: {first}");
    for threads in ["1", "3"] {
        let again = solve(&sandbox, &["--within", "any", "--threads", threads], 0);
        assert_eq!(again["moves"], first["moves"]);
    }
}

#[test]
fn a_search_ends_within_a_percentage() {
    let sandbox = Sandbox::new();
    let near = solve(&sandbox, &["--within", "50%"], 0);
    assert!(near["upper"].as_f64().unwrap() <= 1.5 * near["bound"].as_f64().unwrap(), "{near}");
    let text = sandbox.output(&["solve", "--goal", "first", "--heuristic", "manhattan", "--within", "60", HARD]);
    let bound = text.lines().find(|line| line.contains(" moves, at least ")).unwrap_or_default();
    assert!(!bound.contains("stopped"), "{text}");
}

#[test]
fn limits_print_the_best_solution() {
    let sandbox = Sandbox::new();
    let nodes = solve(&sandbox, &["--node-limit", "3M"], 1);
    assert_eq!((&nodes["generated"], &nodes["error"]), (&3_000_000.into(), &"stopped at the limit of nodes".into()));
    solve(&sandbox, &["--within", "0", "--time-limit", "3s"], 1);
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

#[test]
fn a_memory_limit_that_is_too_small_is_told() {
    let sandbox = Sandbox::new();
    let arguments =
        ["solve", "--goal", "first", "--heuristic", "manhattan", "--within", "any", "--json", "--memory-limit"];
    let small = sandbox.run(&[&arguments[..], &["1K", HARD]].concat()).code(1);
    let record: Value = serde_json::from_slice(&small.get_output().stdout).unwrap();
    assert_eq!((&record["upper"], &record["gap"]), (&Value::Null, &Value::Null));
    assert_eq!(record["error"], "stopped at the memory limit");
    let enough = checked(&sandbox.run(&[&arguments[..], &["1M", HARD]].concat()).code(0).get_output().stdout);
    assert!(enough["peak_bytes"].as_u64().unwrap() <= 1_000_000, "{enough}");
}
