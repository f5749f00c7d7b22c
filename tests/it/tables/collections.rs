//! Collections of partitions, searched with.

use crate::support::{Sandbox, stderr};
use serde_json::Value;

/// Two partitions; 1-3 and 1,4,7 are reflections of each other.
const SMALL: &str = "# two\nname: small\nsize: 3x3\n1-3/4-6/7,8\n1,4,7/2,3,5/6,8\n";
const PARTS: [&str; 2] = ["1-3/4-6/7,8", "1,4,7/2,3,5/6,8"];
const HARDEST: &str = "8 6 7 / 2 5 4 / 3 0 1";

/// A folder with `small.txt` and its tables.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", SMALL);
    sandbox.run(&["pdb", "build", "--collection", "small.txt", "--out", "tables"]).code(0);
    sandbox
}

/// The records of a file of boards, solved with tables from the folder `tables`.
fn solve(sandbox: &Sandbox, boards: &str, more: &[&str]) -> Vec<Value> {
    sandbox.write("boards.txt", boards);
    let arguments = ["solve", "boards.txt", "--pdb", "tables", "--json"];
    let output = sandbox.output(&[&arguments[..], more].concat());
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn numbers(records: &[Value], field: &str) -> Vec<u64> {
    records.iter().map(|record| record[field].as_u64().unwrap()).collect()
}

#[test]
fn lengths_are_shortest_and_values_the_largest_of_the_parts() {
    let sandbox = sandbox();
    let boards = sandbox.output(&["random", "--size", "3x3", "-n", "20", "--seed", "5"]) + HARDEST;
    let with = |heuristic: &str| solve(&sandbox, &boards, &["--heuristic", heuristic]);
    let ours = with("small.txt");
    assert_eq!(ours[0]["heuristic"], "collection small (2 partitions, 5 tables) zero-aware + reflection");
    assert_eq!(numbers(&ours, "length"), numbers(&solve(&sandbox, &boards, &["--algorithm", "bfs"]), "length"));
    let [first, second] = PARTS.map(|part| numbers(&with(part), "h0"));
    let largest: Vec<u64> = first.iter().zip(&second).map(|(&a, &b)| a.max(b)).collect();
    assert!(largest != first && largest != second, "both parts count");
    assert_eq!(numbers(&ours, "h0"), largest);
    // What is typed is the same search.
    let joined = with(&PARTS.join("+"));
    for counts in ["h0", "generated", "expanded", "length"] {
        assert_eq!(numbers(&ours, counts), numbers(&joined, counts), "{counts}");
    }
}

#[test]
fn blanks_elsewhere_have_tables_of_their_own() {
    let sandbox = sandbox();
    let boards = sandbox.output(&["random", "--size", "3x3", "--goal", "spiral", "-n", "10", "--seed", "2"]);
    sandbox.write("boards.txt", &boards);
    let spiral = ["--goal", "spiral", "--heuristic", "small.txt"];
    let missing = sandbox.run(&[&["solve", HARDEST, "--pdb", "tables"], &spiral[..]].concat()).code(2);
    assert!(stderr(&missing).contains("--collection small.txt --goal '1 2 3 / 8 0 4"), "{}", stderr(&missing));
    let build = ["pdb", "build", "--collection", "small.txt", "--goal", "spiral", "--out", "tables"];
    // The tiles 1, 4 and 7 are on no side of that goal, so they do not reflect 1, 2 and 3.
    assert_eq!(sandbox.output(&build).lines().count(), 6);
    let lengths = |more: &[&str]| numbers(&solve(&sandbox, &boards, more), "length");
    assert_eq!(lengths(&spiral), lengths(&["--goal", "spiral", "--algorithm", "bfs"]));
}
