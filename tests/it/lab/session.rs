//! `fifteen solve` as a laboratory: every algorithm and heuristic, their counts, limits, and what a learner sees.

use crate::support::{Sandbox, stdout};
use fifteen_puzzle::{Convention, Path, notation};
use serde_json::Value;

const HARDEST: &str = "8 6 7 / 2 5 4 / 3 0 1";
/// Ten moves from its goal.
const EASY: &str = "1 2 3 / 8 6 4 / 5 7 0";

fn record(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let output = sandbox.output(&[&["solve", "--json"], arguments].concat());
    serde_json::from_str(output.lines().next().unwrap()).unwrap()
}

fn numbers(record: &Value, names: [&str; 3]) -> [u64; 3] {
    names.map(|name| record[name].as_u64().unwrap())
}

#[test]
fn the_counts_of_the_textbook() {
    let sandbox = Sandbox::new();
    for (board, expected) in [
        ("1 3 4 / 8 6 2 / 7 0 5", [5, 41, 77]),
        ("2 8 1 / 0 4 3 / 7 6 5", [9, 385, 663]),
        ("2 8 1 / 4 6 3 / 7 5 0", [12, 2251, 3783]),
    ] {
        let record = record(&sandbox, &["--algorithm", "bfs-tree", "--goal", "spiral", board]);
        assert_eq!(numbers(&record, ["length", "expanded", "generated"]), expected, "{board}");
        assert_eq!((&record["heuristic"], &record["h0"]), (&Value::Null, &Value::Null));
    }
}

#[test]
fn every_algorithm_finds_a_shortest_solution_and_reports_what_it_took() {
    let sandbox = Sandbox::new();
    let expected = record(&sandbox, &["--heuristic", "manhattan", EASY])["length"].as_u64();
    for arguments in [
        &["ida"][..],
        &["ida-wrong-way"],
        &["astar"],
        &["weighted-astar:1"],
        &["bfs"],
        &["bfs-tree"],
        &["iddfs"],
        &["branch-and-bound"],
        &["mm"],
        &["nbs"],
        &["bae"],
        &["branch-and-bound", "--heuristic", "walking-distance"],
    ] {
        let record = record(&sandbox, &[&["-v", "--algorithm"], arguments, &[EASY]].concat());
        assert_eq!((record["length"].as_u64(), record["bound"].as_u64()), (expected, expected), "{arguments:?}");
        assert_eq!(record["algorithm"], arguments[0]);
        let path = Path::parse(record["moves"].as_str().unwrap(), Convention::Tile).unwrap();
        let goal = notation::parse("1 2 3 / 4 5 6 / 7 8 0", None).unwrap();
        assert!(path.solves(&notation::parse(EASY, None).unwrap(), &goal));
        let sum = |name: &str| {
            record["iterations"].as_array().unwrap().iter().map(|i| i[name].as_u64().unwrap()).sum::<u64>()
        };
        assert_eq!(record["generated"].as_u64(), Some(sum("generated") + 1), "{arguments:?}");
        assert_eq!(record["expanded"].as_u64(), Some(sum("expanded")), "{arguments:?}");
        assert!(record["peak_bytes"].as_u64().unwrap() > 0);
    }
}

#[test]
fn the_wrong_way_round_is_ida_with_manhattan() {
    let sandbox = Sandbox::new();
    let [mut ida, mut wrong_way] = [&["ida", "--heuristic", "manhattan"][..], &["ida-wrong-way"]]
        .map(|arguments| record(&sandbox, &[&["-v", "--all", HARDEST, "--algorithm"], arguments].concat()));
    for record in [&mut ida, &mut wrong_way] {
        for name in ["algorithm", "seconds", "peak_bytes"] {
            record[name].take();
        }
    }
    assert_eq!(ida, wrong_way);
    assert!(ida["iterations"].as_array().unwrap().len() > 3);
}

#[test]
fn every_heuristic_and_the_maximum_of_several() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox.build("3x3", "1-4/5-8", &["--kind", "additive"]);
    let mut values = Vec::new();
    for (heuristic, name) in [
        ("zero", "zero"),
        ("misplaced", "misplaced"),
        ("manhattan", "manhattan"),
        ("linear-conflict", "linear-conflict"),
        ("walking-distance", "walking-distance"),
        ("1-4/5-8:additive:no-reflection", "1-4/5-8 additive"),
        ("1-4/5-8", "1-4/5-8 zero-aware + reflection"),
        ("linear-conflict+1-4/5-8", "max(linear-conflict, 1-4/5-8 zero-aware + reflection)"),
    ] {
        for algorithm in ["ida", "astar"] {
            let arguments = ["--pdb", "tables", "--algorithm", algorithm, "--heuristic", heuristic, HARDEST];
            let record = record(&sandbox, &arguments);
            assert_eq!((record["length"].as_u64(), record["heuristic"].as_str()), (Some(31), Some(name)));
            values.push((heuristic, record["h0"].as_u64().unwrap()));
        }
    }
    let value = |name: &str| values.iter().find(|(heuristic, _)| *heuristic == name).unwrap().1;
    assert_eq!((value("zero"), value("misplaced"), value("manhattan")), (0, 7, 21));
    assert_eq!(value("linear-conflict+1-4/5-8"), value("linear-conflict").max(value("1-4/5-8")));
}

#[test]
fn memory_limits_leave_what_was_proven() {
    let sandbox = Sandbox::new();
    for algorithm in ["bfs", "bfs-tree", "astar", "branch-and-bound"] {
        let arguments = ["solve", "--json", "--algorithm", algorithm, "--memory-limit", "100kB", HARDEST];
        let run = sandbox.run(&arguments).code(1);
        let record: Value = serde_json::from_str(&stdout(&run)).unwrap();
        assert_eq!(
            (record["status"].as_str(), record["error"].as_str()),
            (Some("limit"), Some("stopped at the memory limit"))
        );
        assert!((1..=31).contains(&record["bound"].as_u64().unwrap()), "{algorithm}");
        assert!(record["peak_bytes"].as_u64().unwrap() <= 100_000, "{algorithm}");
    }
    let solved = (1..25).chain([0]).map(|n: u32| n.to_string()).collect::<Vec<_>>().join(" ");
    let run = sandbox.run(&["solve", "--heuristic", "walking-distance", "--memory-limit", "1G", &solved]).code(1);
    assert!(stdout(&run).contains("65,650,495 states") && stdout(&run).contains("1,000 MB"), "{}", stdout(&run));
}
