//! `fifteen pdb list`, and the messages about tables that are missing or wrong.

use serde_json::Value;

use crate::support::{Sandbox, stderr, stdout};

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

    let text = sandbox.output(&["pdb", "list", "--size", "3x3"]);
    for words in ["1. ", "the user's data folder", "why: it has the highest mean value", "nothing is missing"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn every_place_is_listed_with_the_one_that_excludes_it() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox.write("tables/bad.pdb", "no table");
    let given = overview(&sandbox, &["--pdb", "tables", "--size", "3x3"]);
    let places = given["locations"].as_array().unwrap();
    assert_eq!((places[0]["tables"].as_array().unwrap().len(), &places[1]["searched"]), (2, &Value::Bool(false)));
    assert!(places[0]["skipped"][0]["path"].as_str().unwrap().ends_with("bad.pdb"), "{given}");
    let mut command = sandbox.command(&["pdb", "list", "--size", "3x3"]);
    let run = assert_cmd::assert::OutputAssertExt::assert(command.env("FIFTEEN_PDB_DIR", "tables")).code(0);
    let text = stdout(&run);
    assert!(text.contains("named by FIFTEEN_PDB_DIR): 2 tables") && text.contains("not searched"), "{text}");
    let bad = std::path::Path::new("tables").join("bad.pdb");
    assert!(text.contains(&format!("skipped: {}", bad.display())), "{text}");
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

#[test]
fn info_and_verify_take_folders() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    assert_eq!(sandbox.output(&["pdb", "list", "tables", "--json"]).lines().count(), 2);
    assert_eq!(sandbox.output(&["pdb", "verify", "tables"]).matches(": ok (").count(), 2);
    sandbox.write("tables/bad.pdb", "no table");
    let run = sandbox.run(&["pdb", "verify", "tables"]).code(2);
    assert!(stderr(&run).contains("bad.pdb") && stdout(&run).matches(": ok (").count() == 2, "{}", stderr(&run));
    std::fs::create_dir(sandbox.path("empty")).unwrap();
    let message = stderr(&sandbox.run(&["pdb", "list", "empty"]).code(2));
    assert!(message.contains("there is no table in empty"), "{message}");
}

#[test]
fn other_goals_of_an_unsolvable_board_are_named() {
    let sandbox = Sandbox::new();
    let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
    let run = sandbox.run(&["solve", "--heuristic", "manhattan", board]).code(1);
    assert!(stdout(&run).contains("solvable with --goal first"), "{}", stdout(&run));
    // What the hint says is true.
    let run = sandbox.run(&["solve", "--heuristic", "zero", "--node-limit", "10", "--goal", "first", board]).code(1);
    assert!(stdout(&run).contains("not solved") && !stdout(&run).contains("solvable with"), "{}", stdout(&run));
    let run = sandbox.run(&["lab", "tree", board]).code(1);
    assert!(stderr(&run).contains("solvable with --goal first"), "{}", stderr(&run));
}

#[test]
fn options_that_a_search_does_not_use_get_a_note() {
    let sandbox = Sandbox::new();
    let notes = |more: &[&str]| {
        stderr(&sandbox.run(&[&["solve", "--heuristic", "manhattan", "1 2 3 4 5 6 0 7 8"], more].concat()).code(0))
    };
    assert!(notes(&["--mode", "fast", "--algorithm", "astar"]).contains("astar has no fast mode"));
    assert!(notes(&["--mode", "plain", "--threads", "2"]).contains("--threads is not used"));
    assert_eq!(notes(&["--threads", "2"]), "");
    assert_eq!(notes(&["--algorithm", "astar"]), "");
}
