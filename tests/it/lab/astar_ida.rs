//! `--algorithm astar-ida`: its memory, its modes, and the options that it does not have.

use serde_json::Value;

use crate::support::{Sandbox, stderr, stdout};

/// A 4x4 board that takes 55 moves.
const BOARD: &str = "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6";
const HARDEST: &str = "8 6 7 / 2 5 4 / 3 0 1";

fn solve(sandbox: &Sandbox, more: &[&str]) -> Value {
    let arguments =
        ["solve", "--json", "--algorithm", "astar-ida", "--heuristic", "linear-conflict", "--goal", "first", BOARD];
    serde_json::from_str(&sandbox.output(&[&arguments, more].concat())).unwrap()
}

#[test]
fn more_memory_saves_nodes_and_is_never_exceeded() {
    let sandbox = Sandbox::new();
    let mut generated = Vec::new();
    for (memory, bytes) in [("100kB", 100_000), ("20M", 20_000_000)] {
        let record = solve(&sandbox, &["--memory-limit", memory, "--stats", "--threads", "2"]);
        assert_eq!(
            (record["length"].as_u64(), record["upper"].as_u64(), record["gap"].as_u64()),
            (Some(55), Some(55), Some(0))
        );
        assert_eq!((&record["algorithm"], &record["mode"]), (&"astar-ida".into(), &"fast".into()));
        assert!(record["peak_bytes"].as_u64().unwrap() <= bytes, "{record}");
        let iterations = record["iterations"].as_array().unwrap();
        generated.push(iterations.iter().rev().skip(1).map(|i| i["generated"].as_u64().unwrap()).sum::<u64>());
    }
    assert!(generated[0] > generated[1], "{generated:?}");
    let plain = solve(&sandbox, &["--memory-limit", "100kB", "--mode", "plain"]);
    assert_eq!((plain["length"].as_u64(), &plain["mode"]), (Some(55), &"plain".into()));
}

#[test]
fn the_default_of_the_memory_is_announced() {
    let sandbox = Sandbox::new();
    let arguments = ["solve", "--algorithm", "ASTAR-IDA", "--heuristic", "manhattan", HARDEST];
    let run = sandbox.run(&arguments).code(0);
    assert!(stderr(&run).contains("astar-ida keeps up to 100.0 MB of states"), "{}", stderr(&run));
    assert!(stderr(&run).contains("--memory-limit") && stdout(&run).contains("31 moves"));
    let run = sandbox.run(&[&arguments[..], &["--memory-limit", "1M"]].concat()).code(0);
    assert!(!stderr(&run).contains("keeps up to"), "{}", stderr(&run));
    let run = sandbox.run(&[&arguments[..], &["--memory-limit", "20kB"]].concat()).code(1);
    assert!(stdout(&run).contains("stopped at the memory limit"), "{}", stdout(&run));
}

#[test]
fn options_of_ida_are_refused() {
    let sandbox = Sandbox::new();
    for (options, message) in [
        (&["--all"][..], "--all is for ida and ida-wrong-way, not for astar-ida"),
        (&["--finish-iteration"], "--finish-iteration is for ida and ida-wrong-way, not for astar-ida"),
        (&["--first"], "--first is for fast mode of ida"),
        (&["--within", "5"], "--within is for fast mode of ida"),
        (&["--deepening"], "--deepening is for dfs, not for astar-ida"),
    ] {
        let run = sandbox.run(&[&["solve", "--algorithm", "astar-ida", HARDEST], options].concat()).code(2);
        assert!(stderr(&run).contains(message), "{options:?}: {}", stderr(&run));
    }
}

#[test]
fn a_benchmark_compares_it_with_ida() {
    let sandbox = Sandbox::new();
    let arguments = [
        "bench",
        "--set",
        "random:20:1",
        "--size",
        "3x3",
        "--heuristic",
        "manhattan",
        "--algorithm",
        "ida",
        "--algorithm",
        "astar-ida",
        "--format",
        "json",
    ];
    let run = sandbox.run(&arguments).code(0);
    assert!(stderr(&run).contains("astar-ida keeps up to"), "{}", stderr(&run));
    let records: Vec<Value> = stdout(&run).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |i: usize, field: &str| records[i][field].as_u64().unwrap();
    assert_eq!((records.len(), &records[1]["algorithm"]), (2, &"astar-ida".into()));
    assert_eq!((of(1, "solved"), of(1, "mismatches")), (20, 0));
    assert!(of(1, "generated_sum") < of(0, "generated_sum"));
}
