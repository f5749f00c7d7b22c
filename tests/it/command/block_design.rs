//! `fifteen blocks check`, `hardest` and `generate`.

use std::fs;

use serde_json::Value;

use crate::support::{Sandbox, repository, stderr, stdout};

fn json(text: &str) -> Value {
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

#[test]
fn checks() {
    let sandbox = Sandbox::new();
    let data = repository("data/blocks.txt");
    let run =
        sandbox.run(&["blocks", "check", data.to_str().unwrap(), "--name", "L'Ane Rouge", "--format", "json"]).code(0);
    let record = json(&stdout(&run));
    assert_eq!((&record["size"], &record["pieces"], &record["states"]), (&"4x5".into(), &10.into(), &25_955.into()));
    // The number of arrangements of Klotski's pieces is 65,880.
    let arrangements = record["arrangements"].as_f64().unwrap();
    assert!((arrangements / 65_880.0 - 1.0).abs() < 0.05, "{arrangements}");
    assert_eq!((&record["solvable"], &record["symmetries"]), (&true.into(), &1.into()));
    sandbox.write("stuck.txt", "## stuck\nstart goal\nAB#C. ..#.C\n");
    let run = sandbox.run(&["blocks", "check", "stuck.txt"]).code(0);
    let text = stdout(&run);
    assert!(
        text.contains("never moving: A B") && text.contains("solvable") && text.contains("the floor has 2 parts"),
        "{text}"
    );
    sandbox.write("closed.txt", "## closed\nstart goal\nA#.   .#A\n");
    assert!(stdout(&sandbox.run(&["blocks", "check", "closed.txt"]).code(1)).contains("no solution exists"));
}

/// The naive search of all starts: for each arrangement its own search.
#[test]
fn the_hardest_arrangements() {
    let sandbox = Sandbox::new();
    sandbox.write("small.txt", "## small\nstart goal\nAAB   ...\nC..   ...\nC..   .AA\n");
    let run = sandbox.run(&["blocks", "hardest", "small.txt", "--format", "json"]).code(0);
    let record = json(&stdout(&run));
    let distance = record["distance"].as_u64().unwrap();
    let positions = record["positions"].as_array().unwrap();
    assert_eq!(record["count"].as_u64().unwrap().min(8), positions.len() as u64);
    let solve = |rows: &Value| {
        let goals = ["...", "...", ".AA"];
        let rows = rows
            .as_array()
            .unwrap()
            .iter()
            .zip(goals)
            .map(|(row, goal)| format!("{}   {goal}\n", row.as_str().unwrap()));
        sandbox.write("one.txt", format!("start goal\n{}", rows.collect::<String>()));
        let run = sandbox.run(&["blocks", "solve", "one.txt", "--format", "json"]).code(0);
        json(&stdout(&run))["length"].as_u64().unwrap()
    };
    assert!(positions.iter().all(|rows| solve(rows) == distance), "{record}");
    // The pair is at least as far apart, and the states are those that can be reached.
    let run = sandbox.run(&["blocks", "hardest", "small.txt", "--pairs", "--format", "json"]).code(0);
    let pair = json(&stdout(&run));
    assert!(pair["distance"].as_u64().unwrap() >= 4 && pair["to"].is_array(), "{pair}");
    let text = stdout(&sandbox.run(&["blocks", "hardest", "small.txt", "--pairs"]).code(0));
    assert!(text.contains("farthest apart: "), "{text}");
}

#[test]
fn layouts_are_the_same_in_one_run_and_in_two() {
    let sandbox = Sandbox::new();
    sandbox.write("pieces.txt", "## pieces\nstart goal\nAABC  ....\nD..C  ....\nD...  ..AA\n");
    let generate = |tries: &str, out: &str| {
        let arguments = ["blocks", "generate", "pieces.txt", "--tries", tries, "--keep", "5", "--out", out];
        sandbox.run(&arguments).code(0);
        fs::read_to_string(sandbox.path(out)).unwrap()
    };
    let whole = generate("60", "whole.txt");
    generate("25", "parts.txt");
    assert_eq!(generate("60", "parts.txt"), whole);
    assert_eq!(whole.matches("## layout").count(), 5, "{whole}");
    // The optima are those of the solver, and the layouts are ranked.
    sandbox.run(&["blocks", "solve", "whole.txt", "--check", "--no-moves"]).code(0);
    let lengths: Vec<u32> =
        whole.lines().filter_map(|line| line.strip_prefix("optimum: unit=")?.parse().ok()).collect();
    assert!(lengths.is_sorted_by(|a, b| a >= b) && lengths.len() == 5, "{lengths:?}");
    #[cfg(target_os = "linux")]
    for (device, code) in [("/dev/null", 0), ("/dev/full", 2)] {
        sandbox.run(&["blocks", "generate", "pieces.txt", "--tries", "5", "--out", device]).code(code);
    }
    let other = sandbox.run(&["blocks", "generate", "pieces.txt", "--seed", "2", "--out", "whole.txt"]).code(2);
    assert!(stderr(&other).contains("cannot be continued: it does not begin with"), "{}", stderr(&other));
    // Other pieces under the same name.
    sandbox.write("pieces.txt", "## pieces\nstart goal\nAA.C  ....\nD..C  ....\nD...  ..AA\n");
    let other = sandbox.run(&["blocks", "generate", "pieces.txt", "--tries", "60", "--out", "whole.txt"]).code(2);
    assert!(stderr(&other).contains("of this puzzle and seed"), "{}", stderr(&other));
}
