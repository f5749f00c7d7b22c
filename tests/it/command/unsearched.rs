//! `check`, `apply` and `convert`: boards that are not searched.

use serde_json::Value;

use super::boards::piped;
use crate::support::{Sandbox, repository, stderr, stdout};

const HARD: &str = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn check_tells_goals_and_values() {
    let sandbox = Sandbox::new();
    let output = sandbox.output(&["check", "8 6 7 / 2 5 4 / 3 0 1"]);
    for words in [
        "can be solved with the goal last",
        "can reach: last, first",
        "manhattan",
        "linear-conflict",
        "walking-distance",
    ] {
        assert!(output.contains(words), "{output}");
    }
    sandbox.build("3x3", "1-8", &[]);
    let arguments = ["check", "--json", "--pdb", "tables", "8 6 7 / 2 5 4 / 3 0 1"];
    let record = json(&sandbox.output(&arguments)).remove(0);
    let values: Vec<_> = record["values"].as_array().unwrap().iter().map(|v| v["value"].as_u64().unwrap()).collect();
    assert!(values.len() == 4 && values[0] == 21 && values[3] == 31 && record["bound"] == 31, "{record}");
    let run = sandbox.run(&["check", "1 2 3 / 4 5 6 / 8 7 0"]).code(1);
    let said = stdout(&run);
    assert!(said.contains("cannot be solved with the goal last") && said.contains("can reach: spiral"), "{said}");
    assert!(said.contains("odd number of swaps") && !said.contains("manhattan"), "{said}");
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
fn check_reads_batches_and_goes_on_after_bad_lines() {
    let sandbox = Sandbox::new();
    let run = piped(&sandbox, &["check"], "1 2 3 / 4 5 6 / 7 0 8\n1 2\n1 2 3 / 4 5 6 / 8 7 0\n").code(2);
    let lines: Vec<_> = stdout(&run).lines().map(str::to_owned).collect();
    assert!(lines[0].starts_with("line 1: can be solved; goals: last, first; manhattan 1;"), "{lines:?}");
    assert!(lines[1].starts_with("line 3: cannot be solved; goals: spiral"), "{lines:?}");
    assert!(stderr(&run).contains("the standard input, line 2: 2 numbers do not make"), "{}", stderr(&run));
    let run = sandbox.run(&["check", "--goal", "1 2 3 / 4 5 0", "1 2 / 3 0"]).code(2);
    assert!(stderr(&run).contains("rows make a 2x2 board"), "{}", stderr(&run));
    assert!(stderr(&piped(&sandbox, &["check"], "# none\n").code(2)).contains("no boards in the standard input"));
    let run = sandbox.run(&["check", "--heuristic", "7-8", "1 2 3 0"]).code(2);
    assert!(stdout(&run).is_empty());
}

#[test]
fn apply_makes_moves_and_undoes_them() {
    let sandbox = Sandbox::new();
    let goal = "1 2 3 / 4 5 6 / 7 8 0";
    assert_eq!(sandbox.output(&["apply", goal, "RD"]), "1 2 3 / 4 0 6 / 7 5 8\n");
    assert_eq!(sandbox.output(&["apply", goal, "R", "d"]), "1 2 3 / 4 0 6 / 7 5 8\n");
    assert_eq!(sandbox.output(&["apply", "--letters", "blank", goal, "LU"]), "1 2 3 / 4 0 6 / 7 5 8\n");
    assert_eq!(sandbox.output(&["apply", "--inverse", "1 2 3 / 4 0 6 / 7 5 8", "RD"]), format!("{goal}\n"));
    // Unquoted boards, and boards from a pipe.
    assert_eq!(sandbox.output(&["apply", "1", "2", "3", "0", "D"]), "1 0 / 3 2\n");
    assert_eq!(stdout(&piped(&sandbox, &["apply", "RD"], "123456780\n").code(0)), "1 2 3 / 4 0 6 / 7 5 8\n");
    let shown = sandbox.output(&["apply", "--show", goal, "RD"]);
    assert!(shown.contains("start") && shown.contains("1. R") && shown.contains("2. D"), "{shown}");
}

#[test]
fn apply_names_the_move_that_leaves_the_board() {
    let sandbox = Sandbox::new();
    for (arguments, words) in [
        (
            &["apply", "1 2 3 / 4 5 6 / 7 8 0", "RUD"][..],
            "move 2 of 3 is 'U', but no tile can move up, since the blank is in the bottom row of 1 2 3 / 4 5 6 / 7 0 8",
        ),
        (
            &["apply", "--letters", "blank", "1 2 3 / 4 5 6 / 7 8 0", "R"],
            "move 1 of 1 is 'R', but the blank cannot move right, since it is in the right column",
        ),
        (&["apply", "1 2 3 0"], "no moves given"),
        (&["apply", "1 2 2 0", "R"], "tile 2 appears twice"),
        (&["apply", "--mirrored", "1 2 3 / 4 5 0", "R"], "no reflection of a 3x2 board"),
    ] {
        let run = sandbox.run(arguments).code(2);
        assert!(stderr(&run).contains(words) && stdout(&run).is_empty(), "{}", stderr(&run));
    }
    let run = sandbox.run(&["apply", "--json", "1 2 3 0", "U"]).code(2);
    assert!(json(&stdout(&run))[0]["error"].as_str().unwrap().starts_with("move 1 of 1"));
}

#[test]
fn solutions_that_solve_prints_are_replayed() {
    let sandbox = Sandbox::new();
    let boards = sandbox.output(&["random", "-n", "20", "--seed", "3", "--size", "3x3"]);
    for convention in ["tile", "blank"] {
        let solve = ["solve", "--csv", "--letters", convention];
        let solved = stdout(&piped(&sandbox, &solve, &boards).code(0));
        let records = json(&stdout(&piped(&sandbox, &["apply", "--json", "--letters", convention], &solved).code(0)));
        assert!(records.len() == 20 && records.iter().all(|r| r["solved"] == true), "{records:?}");
        // A solution of the reflected board is the reflected solution.
        let mirrored = ["convert", "--mirrored", "--json", "--letters", convention];
        let mirrored = stdout(&piped(&sandbox, &mirrored, &solved).code(0));
        let records = json(&stdout(&piped(&sandbox, &["apply", "--json", "--letters", convention], &mirrored).code(0)));
        assert!(records.len() == 20 && records.iter().all(|r| r["solved"] == true), "{records:?}");
    }
    let board = sandbox.output(&["convert", "--mirrored", "-q", "1 2 3 / 4 5 6 / 0 7 8"]);
    assert_eq!(sandbox.output(&["apply", "--mirrored", board.trim(), "LL"]), "1 2 3 / 4 5 6 / 7 8 0\n");
}

#[test]
fn convert_writes_every_notation() {
    let sandbox = Sandbox::new();
    for (to, expected) in [
        ("rows", "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\n"),
        ("line", "15 14 1 6 9 11 4 12 0 10 7 3 13 8 5 2\n"),
        ("grid", "15 14  1  6\n 9 11  4 12\n _ 10  7  3\n13  8  5  2\n"),
        ("digits", "FE169B4C0A73D852\n"),
        ("hex", "FE169B4C0A73D852\n"),
        ("json", "[15,14,1,6,9,11,4,12,0,10,7,3,13,8,5,2]\n"),
        ("json-rows", "[[15,14,1,6],[9,11,4,12],[0,10,7,3],[13,8,5,2]]\n"),
    ] {
        let written = sandbox.output(&["convert", "--to", to, HARD]);
        assert_eq!(written, expected);
        assert_eq!(stdout(&piped(&sandbox, &["convert"], &written).code(0)), format!("{HARD}\n"), "{to}");
    }
    let two = sandbox.output(&["convert", "--to", "grid", "1 2 3 0", "1 2 0 3"]);
    assert_eq!(two, "1 2\n3 _\n\n1 2\n_ 3\n");
    assert_eq!(stdout(&piped(&sandbox, &["convert"], &two).code(0)), "1 2 / 3 0\n1 2 / 0 3\n");
    assert!(stderr(&sandbox.run(&["convert", "--to", "roman", HARD]).code(2)).contains("json-rows"));
}

#[test]
fn convert_between_goals_keeps_lengths() {
    let sandbox = Sandbox::new();
    let random = sandbox.output(&["random", "-n", "30", "--seed", "5", "--size", "3x3"]);
    let lengths = |text: &str, goal: &str| {
        let run = piped(&sandbox, &["solve", "--json", "--goal", goal], text).code(0);
        json(&stdout(&run)).iter().map(|r| r["length"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let expected = lengths(&random, "last");
    for (goal, words) in
        [("first", "in solutions U, D, L, R become D, U, R, L"), ("8 7 6 5 4 3 2 1 0", "solutions keep their moves")]
    {
        let run = piped(&sandbox, &["convert", "--to-goal", goal], &random).code(0);
        assert!(stderr(&run).contains(words), "{}", stderr(&run));
        assert_eq!(lengths(&stdout(&run), goal), expected);
    }
    // The published hardest boards, which are given for both goals.
    let file = |goal: &str| repository(&format!("data/hardest17_goal_blank_{goal}.txt"));
    let converted =
        sandbox.output(&["convert", "-q", "--goal", "first", "--to-goal", "last", file("first").to_str().unwrap()]);
    let last = sandbox.output(&["convert", file("last").to_str().unwrap()]);
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&converted), sorted(&last));
    let said = stderr(&sandbox.run(&["convert", "--to-goal", "spiral", "1 2 3 / 4 5 6 / 7 8 0"]).code(2));
    assert!(said.contains("no rotation or reflection of a 3x3 board brings the blank"), "{said}");
}

#[test]
fn convert_draws_a_board() {
    let sandbox = Sandbox::new();
    let picture = sandbox.output(&["convert", "--svg", "-", "1 2 3 0"]);
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{picture}");
    assert!(!stderr(&sandbox.run(&["convert", "--svg", "-", "1 2 3 0"])).contains("warning"));
    let said = stderr(&sandbox.run(&["convert", "--svg", "-", "1 2 3 0", "1 2 0 3"]).code(2));
    assert!(said.contains("draws one board, but 2 were given"), "{said}");
}
