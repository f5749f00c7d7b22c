//! `fifteen pdb list`: what it announces is what is built.

use serde_json::Value;

use crate::support::{Sandbox, stderr};

fn overview(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    serde_json::from_str(&sandbox.output(&[&["pdb", "list", "--json"], arguments].concat())).unwrap()
}

#[test]
fn tables_are_listed_with_the_choice_and_what_could_be_built() {
    let sandbox = Sandbox::new();
    let before = overview(&sandbox, &[]);
    let sizes: Vec<&str> =
        before["goals"].as_array().unwrap().iter().map(|goal| goal["size"].as_str().unwrap()).collect();
    assert_eq!(sizes, ["3x3", "4x4", "5x5"]);
    assert_eq!(before["goals"][0]["heuristic"], "manhattan");
    assert_eq!(before["goals"][1]["heuristic"], "6-6-3 zero-aware");
    let whole = &before["goals"][0]["candidates"][0];
    assert_eq!((&whole["exact"], &whole["missing"][0]), (&Value::Bool(true), &Value::from("1-8")));

    // The command that it names builds what it announces, and is the choice from then on.
    let command = whole["command"].as_str().unwrap().to_owned();
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words[0], "fifteen");
    sandbox.output(&words[1..]);
    let after = overview(&sandbox, &[]);
    let location = &after["locations"][0];
    assert_eq!((&location["searched"], &location["exists"]), (&Value::Bool(true), &Value::Bool(true)));
    assert_eq!(location["reason"], "the user's data folder");
    let table = &location["tables"][0];
    assert_eq!((&table["bytes"], &table["partitions"][0]), (&whole["file_bytes"], &Value::from("1-8")));
    assert_eq!(after["goals"][0]["heuristic"], "1-8 zero-aware");
    assert_eq!(after["goals"][0]["candidates"][0]["command"], Value::Null);
    let solved = sandbox.output(&["solve", "8 6 7 / 2 5 4 / 3 0 1"]);
    assert!(solved.contains("31 moves") && solved.contains("1-8 zero-aware"), "{solved}");
}

#[test]
fn announced_sizes_are_those_on_the_disk() {
    let sandbox = Sandbox::new();
    for kind in ["zero-aware", "additive"] {
        let arguments = ["pdb", "build", "--size", "3x3", "--kind", kind, "--out", kind];
        let said = stderr(&sandbox.run(&arguments).code(0));
        let info: Value = serde_json::from_str(&sandbox.output(&["pdb", "list", "--json", kind])).unwrap();
        let bytes = info["file_bytes"].as_u64().unwrap() as f64 / 1000.0;
        assert!(said.contains(&format!("in all {bytes:.1} kB of files")), "{bytes}: {said}");
        let again = stderr(&sandbox.run(&arguments).code(0));
        assert!(again.contains("all of them are there already"), "{again}");
    }
}
