//! `check`, `apply` and `convert`: boards that are not searched.

use serde_json::Value;

use crate::support::{Sandbox, repository, stderr, stdout};

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn check_bounds_are_bounds_and_have_the_parity_of_solutions() {
    let sandbox = Sandbox::new();
    let korf = repository("data/korf100.txt");
    let records = json(&sandbox.output(&["check", "--goal", "first", "--json", korf.to_str().unwrap()]));
    let known = fifteen_data::korf100();
    assert_eq!(records.len(), known.len());
    for (record, known) in records.iter().zip(known) {
        let bound = record["bound"].as_u64().unwrap() as u32;
        assert!(bound <= known.length && bound % 2 == known.length % 2, "{record}");
        assert_eq!(record["values"][0]["value"], known.manhattan, "{record}");
        assert_eq!(record["file"], korf.to_str().unwrap());
    }
}

#[test]
fn solutions_that_solve_prints_are_replayed() {
    let sandbox = Sandbox::new();
    let boards = sandbox.output(&["random", "-n", "20", "--seed", "3", "--size", "3x3"]);
    for convention in ["tile", "blank"] {
        let solve = ["solve", "--csv", "--letters", convention];
        let solved = stdout(&sandbox.piped(&solve, &boards).code(0));
        let records = json(&stdout(&sandbox.piped(&["apply", "--json", "--letters", convention], &solved).code(0)));
        assert!(records.len() == 20 && records.iter().all(|r| r["solved"] == true), "{records:?}");
        // A solution of the reflected board is the reflected solution.
        let mirrored = ["convert", "--mirrored", "--json", "--letters", convention];
        let mirrored = stdout(&sandbox.piped(&mirrored, &solved).code(0));
        let records = json(&stdout(&sandbox.piped(&["apply", "--json", "--letters", convention], &mirrored).code(0)));
        assert!(records.len() == 20 && records.iter().all(|r| r["solved"] == true), "{records:?}");
    }
    let board = sandbox.output(&["convert", "--mirrored", "-q", "1 2 3 / 4 5 6 / 0 7 8"]);
    assert_eq!(sandbox.output(&["apply", "--mirrored", board.trim(), "LL"]), "1 2 3 / 4 5 6 / 7 8 0\n");
}

#[test]
fn convert_between_goals_keeps_lengths() {
    let sandbox = Sandbox::new();
    let random = sandbox.output(&["random", "-n", "30", "--seed", "5", "--size", "3x3"]);
    let lengths = |text: &str, goal: &str| {
        let run = sandbox.piped(&["solve", "--json", "--goal", goal], text).code(0);
        json(&stdout(&run)).iter().map(|r| r["length"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let expected = lengths(&random, "last");
    for (goal, words) in
        [("first", "in solutions U, D, L, R become D, U, R, L"), ("8 7 6 5 4 3 2 1 0", "solutions keep their moves")]
    {
        let run = sandbox.piped(&["convert", "--to-goal", goal], &random).code(0);
        assert!(stderr(&run).contains(words), "{}", stderr(&run));
        assert_eq!(lengths(&stdout(&run), goal), expected);
    }
}
