//! Collections of partitions: built, found, searched with, and refused.

use std::fs;

use crate::support::{Sandbox, stderr, stdout};
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

fn tables_in(sandbox: &Sandbox, folder: &str) -> usize {
    fs::read_dir(sandbox.path(folder)).map_or(0, Iterator::count)
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
fn each_table_is_built_once() {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", SMALL);
    let build = ["pdb", "build", "--collection", "small.txt", "--out", "tables"];
    let run = sandbox.run(&build).code(0);
    let said = stderr(&run);
    for words in ["5 zero-aware tables in tables", "1,4,7/2,3,5/6,8: 12.5 kB instead of", "in all 20.8 kB of files"] {
        assert!(said.contains(words), "no '{words}' in: {said}");
    }
    assert!(!stdout(&run).contains("1+4+7") && tables_in(&sandbox, "tables") == 5, "{}", stdout(&run));
    let again = sandbox.output(&build);
    assert_eq!(again.matches("already there").count(), 5, "{again}");
    // A reflection that is there will do, for a partition too.
    let partition = ["pdb", "build", "--size", "3x3", "--partition", PARTS[1], "--out", "tables"];
    assert_eq!(sandbox.output(&partition).matches("already there").count(), 3);
    // What the collection says and what was typed.
    sandbox.write("additive.txt", SMALL.replace("size", "kind: additive\nsize"));
    let additive = ["pdb", "build", "--collection", "additive.txt", "--out", "additive"];
    assert_eq!(sandbox.output(&additive).matches("3x3_additive_").count(), 5);
    let typed = sandbox.output(&[&additive[..], &["--kind", "zero-aware"]].concat());
    assert_eq!(typed.matches("3x3_zero-aware_").count(), 5, "{typed}");
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

#[test]
fn bench_records_the_name() {
    let sandbox = sandbox();
    let arguments = ["bench", "--set", "random:1:1", "--size", "3x3", "--pdb", "tables", "--json"];
    let heuristics = ["--heuristic", "small.txt", "--heuristic", "manhattan+small.txt:no-reflection"];
    let output = sandbox.output(&[&arguments[..], &heuristics].concat());
    let records: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let name = "collection small (2 partitions, 5 tables) zero-aware";
    assert_eq!(records[0]["heuristic"], format!("{name} + reflection"));
    assert_eq!(records[1]["heuristic"], format!("max(manhattan, {name})"));
    assert_eq!((&records[0]["status"], &records[0]["wrong"]), (&"solved".into(), &Value::Null));
}

#[test]
fn what_cannot_be_had_is_said() {
    let sandbox = sandbox();
    let refused = |arguments: &[&str], words: &[&str]| {
        let message = stderr(&sandbox.run(arguments).code(2));
        words.iter().for_each(|word| assert!(message.contains(word), "no '{word}' in: {message}"));
    };
    sandbox.write("bad.txt", "size: 3x3\n\n  1-3/4-9\n");
    sandbox.write("binary.txt", b"size: 3x3\n\xff\xfe\n");
    let shipped = "7-8x2 for 4x4";
    let asks: [&[&str]; 3] = [
        &["solve", HARDEST, "--heuristic"],
        &["bench", "--set", "random:2:1", "--size", "3x3", "--heuristic"],
        &["pdb", "build", "--collection"],
    ];
    for ask in asks {
        refused(&[ask, &["bad.txt"]].concat(), &["bad.txt: line 3, column 3: there is no tile 9"]);
        refused(&[ask, &["binary.txt"]].concat(), &["binary.txt", "UTF-8"]);
        refused(&[ask, &["missing.txt"]].concat(), &["'missing.txt' is not a shipped collection", shipped]);
        refused(&[ask, &["./tables"]].concat(), &["'./tables'", "not a regular file"]);
    }
    refused(&["solve", HARDEST, "--heuristic", "small"], &["there is no heuristic 'small'", shipped, "./mine.txt"]);
    refused(&["solve", HARDEST, "--heuristic", "7-8x2"], &["for 4x4 boards, but the board is 3x3"]);
    refused(&["pdb", "build", "--collection", "7-8x2", "--size", "3x3"], &["for 4x4 boards"]);
    refused(&["pdb", "build", "--collection", "7-8x2", "--partition", "7-8"], &["cannot be used with"]);
    let help = sandbox.output(&["pdb", "build", "--help"]);
    assert!(help.contains("7-8x2") && help.contains("6-6-6-6x5"), "{help}");

    let solve = ["solve", HARDEST, "--pdb", "tables", "--heuristic"];
    let build = "fifteen pdb build --collection small.txt --kind additive";
    refused(
        &[&solve[..], &["small.txt:additive"]].concat(),
        &["additive tables of the tiles 1-3 and 4-6 and 7,8", build],
    );
    fs::remove_file(sandbox.path("tables/3x3_zero-aware_6+8.pdb")).unwrap();
    let build = "build it with: fifteen pdb build --collection small.txt\n";
    refused(&[&solve[..], &["small.txt"]].concat(), &["no zero-aware table of the tiles 6,8 of a 3x3 board", build]);
    // The tables of a partition are there all the same, one of them as its reflection, and packed.
    sandbox.pack("tables/3x3_zero-aware_1-3.pdb");
    fs::remove_file(sandbox.path("tables/3x3_zero-aware_1-3.pdb")).unwrap();
    let reflected = sandbox.output(&[&solve[..], &["1,4,7/2,5,8/3,6", "--json"]].concat());
    assert!(reflected.contains(r#""length":31"#), "{reflected}");
}
