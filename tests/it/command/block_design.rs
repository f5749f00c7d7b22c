//! `fifteen blocks check` and `hardest`.

use serde_json::Value;

use crate::support::{Sandbox, repository, stdout};

fn json(text: &str) -> Value {
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

#[test]
fn checks() {
    let sandbox = Sandbox::new();
    let data = repository("data/blocks.txt");
    let run = sandbox.run(&["blocks", "check", data.to_str().unwrap(), "--name", "L'Ane Rouge", "--json"]).code(0);
    let record = json(&stdout(&run));
    assert_eq!((&record["size"], &record["pieces"], &record["states"]), (&"4x5".into(), &10.into(), &25_955.into()));
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
    let run = sandbox.run(&["blocks", "hardest", "small.txt", "--json"]).code(0);
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
        let run = sandbox.run(&["blocks", "solve", "one.txt", "--json"]).code(0);
        json(&stdout(&run))["length"].as_u64().unwrap()
    };
    assert!(positions.iter().all(|rows| solve(rows) == distance), "{record}");
    let text = stdout(&sandbox.run(&["blocks", "hardest", "small.txt"]).code(0));
    assert!(text.contains(&format!("at {distance} unit moves from the goal")), "{text}");
}
