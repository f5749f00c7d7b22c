//! Tables and tests of a distribution in a narrow terminal, and figures in them.

use serde_json::Value;

use crate::support::{Sandbox, stderr, stdout};
use assert_cmd::assert::OutputAssertExt;

/// The output of a run in a terminal of that width.
fn at_width(sandbox: &Sandbox, columns: &str, arguments: &[&str]) -> String {
    stdout(&sandbox.command(arguments).env("COLUMNS", columns).assert().code(0))
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap()
}

#[test]
fn an_audit_fits_80_columns() {
    let sandbox = Sandbox::new();
    let boards = sandbox.output(&["random", "--size", "3x3", "-n", "200", "--seed", "1"]);
    sandbox.write("boards.txt", boards);
    let audit = ["audit-scrambles", "--size", "3x3", "boards.txt"];
    let text = at_width(&sandbox, "80", &audit);
    let (tests, _) = text.split_once("No test speaks").unwrap();
    assert!(widest(tests) <= 80 && tests.contains("\n  chi-squared "), "{text}");
    assert!(!tests.contains("e0"), "{text}");
    let wide = at_width(&sandbox, "150", &audit);
    assert!(!wide.contains("\n  chi-squared "), "{wide}");
    let json = sandbox.output(&[&audit[..], &["--json"]].concat());
    for line in json.lines() {
        assert!(line.ends_with(r#","schema":1}"#), "{line}");
        assert!(serde_json::from_str::<Value>(line).unwrap()["failed"] == false, "{line}");
    }
}

#[test]
fn an_empty_line_among_scrambles_is_the_goal() {
    let sandbox = Sandbox::new();
    let scrambles = sandbox.output(&["random", "--size", "2x2", "-n", "120", "--seed", "3", "--scramble"]);
    let solved = scrambles.lines().filter(|line| line.is_empty()).count();
    assert!(solved > 1, "{scrambles}");
    sandbox.write("scrambles.txt", format!("# 2x2\n{scrambles}"));
    let audit = ["audit-scrambles", "--size", "2x2", "--json"];
    let run = sandbox.run(&[&audit[..], &["scrambles.txt"]].concat()).code(0);
    assert!(stdout(&run).contains(r#""boards":120,"#), "{}", stdout(&run));
    let counted = format!("{solved} empty lines count as scrambles of no moves");
    assert!(stderr(&run).contains(&counted), "{}", stderr(&run));
    // Between boards an empty line means nothing.
    let boards = sandbox.output(&["random", "--size", "2x2", "-n", "60", "--seed", "3"]);
    sandbox.write("boards.txt", boards.replace('\n', "\n\n"));
    let run = sandbox.run(&[&audit[..], &["boards.txt"]].concat()).code(0);
    assert!(stdout(&run).contains(r#""boards":60,"#), "{}", stdout(&run));
}

#[test]
fn tables_of_a_folder_fit_and_group_by_the_shortest_length() {
    let sandbox = Sandbox::new();
    sandbox.write("set.txt", sandbox.output(&["random", "--size", "3x3", "-n", "12", "--seed", "5"]));
    let run = |algorithm: &str, folder: &str| {
        let set = ["bench", "--set", "set.txt", "--size", "3x3", "--heuristic", "manhattan"];
        sandbox.run(&[&set[..], &["--algorithm", algorithm, "--out", folder, "-q"]].concat()).code(0);
    };
    run("weighted-astar:8", "both");
    run("ida", "both");
    let text = at_width(&sandbox, "60", &["bench", "--from", "both"]);
    let (_, tables) = text.split_once("percentiles").unwrap();
    let titles = |line: &&str| !line.starts_with("Nodes generated");
    assert!(tables.lines().filter(titles).all(|line| line.chars().count() <= 60), "{text}");
    let (_, lengths) = text.split_once("mean by length of the shortest solutions").unwrap();
    // Every board is in one row, with a figure of each configuration.
    let rows: Vec<Vec<&str>> = lengths.lines().map(|line| line.split_whitespace().collect()).collect();
    let rows: Vec<&Vec<&str>> =
        rows.iter().filter(|row| row.first().is_some_and(|n| n.parse::<u32>().is_ok())).collect();
    assert_eq!(rows.iter().map(|row| row[1].parse::<u32>().unwrap()).sum::<u32>(), 12, "{text}");
    assert!(rows.iter().all(|row| row.len() == 4), "{text}");
    run("weighted-astar:8", "one");
    let text = sandbox.output(&["bench", "--from", "one"]);
    assert!(text.contains("length of the solution found, since no shortest length is known"), "{text}");
}
