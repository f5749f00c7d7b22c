//! Tables in a narrow terminal, and figures in them.

use crate::support::{Sandbox, stdout};
use assert_cmd::assert::OutputAssertExt;

/// The output of a run in a terminal of that width.
fn at_width(sandbox: &Sandbox, columns: &str, arguments: &[&str]) -> String {
    stdout(&sandbox.command(arguments).env("COLUMNS", columns).assert().code(0))
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
