//! `fifteen blocks solve`: results in every form, exit codes.

use std::time::Duration;

use crate::support::{Sandbox, repository, stderr, stdout};
use serde_json::Value;

pub(super) const SMALL: &str = "## Small\nstart   goal\nAAB     ...\n.C.     ...\n...     .AA\n";
/// One piece cannot pass the other.
pub(super) const STUCK: &str = "## Stuck\nstart  goal\nAB.    ..A\n";
/// A card of the game, and its shortest solution in straight moves by the published database.
const RUSH: (&str, u64) = ("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", 58);

fn data() -> String {
    repository("data/blocks.txt").display().to_string()
}

fn records(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The records of the puzzles in a file, with an exit code.
fn solve(text: &str, arguments: &[&str], code: i32) -> Vec<Value> {
    let sandbox = Sandbox::new();
    let file = sandbox.write("puzzles.txt", text).display().to_string();
    let arguments = [&["blocks", "solve", &file, "--json"], arguments].concat();
    records(&stdout(&sandbox.run(&arguments).code(code)))
}

#[test]
fn json_has_these_fields_in_this_order() {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", SMALL);
    let json = sandbox.output(&["blocks", "solve", "small.txt", "--metric", "straight", "--all-counts", "--json"]);
    let (before, after) = json.split_once("\"seconds\":").unwrap();
    let (before, visited) = (before.split_once("\"visited\":").unwrap(), before.split_once("\"states\":").unwrap());
    assert_eq!(before.0, r#"{"schema":1,"index":1,"name":"Small","status":"solved","metric":"straight","length":3,"#);
    assert_eq!(
        visited.1,
        r#"null,"solutions":1,"moves":[{"piece":"C","path":"R"},{"piece":"A","path":"DD"},{"piece":"A","path":"R"}],"#
    );
    assert!(after.ends_with(",\"error\":null}\n"), "{json}");
}

#[test]
fn csv_has_the_same_names() {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", SMALL);
    let csv = sandbox.output(&["blocks", "solve", "small.txt", "--metric", "all", "--csv"]);
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0], "schema,index,name,status,metric,length,visited,states,solutions,moves,seconds,error");
    assert!(lines[2].starts_with("1,1,Small,solved,straight,3,") && lines[2].contains(",C:R A:DD A:R,"), "{csv}");
}

#[test]
fn three_metrics_side_by_side() {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", SMALL);
    let text = sandbox.output(&["blocks", "solve", "small.txt", "--metric", "all"]);
    let row = |name: &str| {
        let line = text.lines().find(|l| l.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("metric"), ["unit", "straight", "any-path"]);
    assert_eq!(row("fewest moves"), ["4", "3", "2"]);
    let lengths: Vec<_> = solve(SMALL, &["--metric", "all"], 0).iter().map(|r| r["length"].as_u64()).collect();
    assert_eq!(lengths, [Some(4), Some(3), Some(2)]);
}

#[test]
fn an_invalid_puzzle_gives_one_record_and_the_file_goes_on() {
    let text = format!("## Bad\nstart  goal\nAA.    .A.\n\n{SMALL}\n## No goal\nstart\nA.\n");
    let found = solve(&text, &["--metric", "all"], 2);
    let told: Vec<_> = found.iter().map(|r| (r["index"].as_u64().unwrap(), r["status"].as_str().unwrap())).collect();
    assert_eq!(told, [(1, "invalid"), (2, "solved"), (2, "solved"), (2, "solved"), (3, "invalid")]);
    let error = found[0]["error"].as_str().unwrap();
    assert!(error.starts_with("line 3, column 9: piece 'A' has another shape"), "{error}");
    assert!(found[4]["error"].as_str().unwrap().contains("no goal"));
    assert!(found[0].as_object().unwrap().values().filter(|v| v.is_null()).count() >= 7);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let sandbox = Sandbox::new();
    for (text, expected) in [
        ("", "line 1, column 1: no puzzle found"),
        ("## A\nstart goal\nA.    .A\n..    .\n", "line 4, column 8: ragged line"),
        ("rush: AA\n", "line 1, column 9: a Rush Hour string has 36 characters"),
    ] {
        sandbox.write("bad.txt", text);
        let said = stderr(&sandbox.run(&["blocks", "solve", "bad.txt", "-q"]).code(2));
        assert!(said.contains(expected), "{text}\n{said}");
    }
    let said = stderr(&sandbox.run(&["blocks", "solve", "none.txt"]).code(2));
    assert!(said.contains("cannot open none.txt"), "{said}");
    sandbox.write("latin.txt", b"## A\nstart goal\n\xc4.    .A\n");
    assert!(stderr(&sandbox.run(&["blocks", "solve", "latin.txt"]).code(2)).contains("line 3 is not UTF-8"));
}

#[test]
fn rush_hour_strings_as_argument_and_in_a_file() {
    let (string, length) = RUSH;
    let sandbox = Sandbox::new();
    let arguments = ["blocks", "solve", string, "--metric", "straight", "--json"];
    let record = records(&sandbox.output(&arguments)).remove(0);
    assert_eq!((record["length"].as_u64(), &record["name"]), (Some(length), &Value::Null));
    let found = solve(&format!("## Card\nrush: {string}\n"), &["--metric", "any-path"], 0);
    assert_eq!((found[0]["length"].as_u64(), found[0]["name"].as_str()), (Some(length), Some("Card")));
    let bad = string.replace('A', "o");
    let said = stderr(&sandbox.run(&["blocks", "solve", &bad]).code(2));
    assert!(said.contains("line 1, column 1: no car to drive out"), "{said}");
}

#[test]
fn the_standard_input_is_read() {
    let sandbox = Sandbox::new();
    let mut command = assert_cmd::Command::from_std(sandbox.command(&["blocks", "solve", "-", "--json"]));
    let output = command.write_stdin(SMALL).timeout(Duration::from_secs(60)).assert().code(0);
    assert_eq!(records(&stdout(&output))[0]["length"], 4);
}

#[test]
fn unsolvable_with_the_states_exhausted() {
    let record = solve(STUCK, &["--states", "--all-counts"], 1).remove(0);
    assert_eq!(
        (&record["status"], &record["visited"], &record["states"]),
        (&"unsolvable".into(), &3.into(), &3.into())
    );
    assert_eq!(record["error"], "no solution exists: all 3 states exhausted");
    assert_eq!((&record["largest"], &record["hardest"]), (&2.into(), &Value::Null));
}

#[test]
fn states_without_a_goal() {
    let record = solve("## Free\nstart\nA..\n...\n", &["--states"], 0).remove(0);
    assert_eq!((&record["status"], &record["states"], &record["largest"]), (&"solved".into(), &6.into(), &3.into()));
    assert_eq!((&record["length"], &record["moves"]), (&Value::Null, &Value::Null));
}

#[test]
fn the_hardest_starting_positions() {
    let record = solve("## Corner\nstart goal\nA..   A..\n...   ...\n", &["--states"], 0).remove(0);
    assert_eq!((&record["length"], &record["largest"]), (&0.into(), &3.into()));
    let hardest = &record["hardest"];
    assert_eq!((&hardest["distance"], &hardest["count"]), (&3.into(), &1.into()));
    assert_eq!(hardest["positions"], serde_json::json!([["...", "..A"]]));
}

#[test]
fn a_memory_limit_ends_with_the_proven_bound() {
    let arguments = ["blocks", "solve", &data(), "--name", "Supercompo", "--memory-limit", "100k", "--json"];
    let record = records(&stdout(&Sandbox::new().run(&arguments).code(1))).remove(0);
    assert_eq!((&record["status"], &record["length"]), (&"limit".into(), &Value::Null));
    let error = record["error"].as_str().unwrap();
    let bound = error.strip_prefix("stopped at the memory limit; every solution has at least ").unwrap();
    let bound: u32 = bound.strip_suffix(" moves").unwrap().parse().unwrap();
    assert!((1..=158).contains(&bound), "{error}");
}

#[test]
fn one_puzzle_by_name_or_number() {
    let sandbox = Sandbox::new();
    for (name, index) in [("#3", 3), ("Century (Conway 1975)", 5), ("l'ane", 2)] {
        let arguments = ["blocks", "solve", &data(), "--name", name, "--no-moves", "--json"];
        let found = records(&sandbox.output(&arguments));
        assert_eq!((found.len(), &found[0]["index"], &found[0]["moves"]), (1, &index.into(), &Value::Null));
    }
    for (name, expected) in
        [("#99", "no puzzle #99"), ("RushHour", "fits several names"), ("nobody", "no puzzle is called")]
    {
        let said = stderr(&sandbox.run(&["blocks", "solve", &data(), "--name", name]).code(2));
        assert!(said.contains(expected), "{said}");
    }
}
