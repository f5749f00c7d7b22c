//! `fifteen solve` and `fifteen random`: results in every form, batches, limits, goals, exit codes.

use crate::support::{Sandbox, stderr, stdout};
use fifteen_puzzle::{Convention, Path, notation};
use serde_json::Value;

/// 31 moves away from the goal, as far as any 3x3 board.
const HARDEST: &str = "8 6 7 / 2 5 4 / 3 0 1";
/// 52 moves, exactly two shortest solutions.
const TWO_SOLUTIONS: &str = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";

pub(super) fn records(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn record(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let output = sandbox.output(&[&["solve", "--json"], arguments].concat());
    records(&output).remove(0)
}

fn solves(moves: &Value, board: &str, goal: &str, convention: Convention) -> bool {
    let [board, goal] = [board, goal].map(|text| notation::parse(text, None).unwrap());
    Path::parse(moves.as_str().unwrap(), convention).unwrap().solves(&board, &goal)
}

#[test]
fn json_has_these_fields_in_this_order() {
    let sandbox = Sandbox::new();
    let output =
        sandbox.output(&["solve", "--json", "--threads", "1", "--heuristic", "manhattan", "1 2 3 / 4 5 6 / 7 0 8"]);
    let until_seconds = output.split("\"seconds\"").next().unwrap();
    assert_eq!(
        until_seconds,
        r#"{"schema":1,"line":1,"board":[1,2,3,4,5,6,7,0,8],"size":"3x3","goal":"last","status":"solved","length":1,"moves":"L","#.to_owned()
            + r#""solutions":1,"all_moves":null,"bound":1,"heuristic":"manhattan","algorithm":"ida","mode":"fast","#
            + r#""h0":1,"expanded":1,"generated":4,"iterations":null,"#
    );
    assert!(
        output.ends_with(",\"threads\":1,\"error\":null,\"peak_bytes\":64,\"file\":null,\"upper\":1,\"gap\":0,\"metric\":\"single-tile\"}\n"),
        "{output}"
    );
    assert!(records(&output)[0]["seconds"].as_f64().unwrap() >= 0.0);
}

#[test]
fn csv_has_the_same_names() {
    let sandbox = Sandbox::new();
    let arguments = ["solve", "--heuristic", "manhattan", "--all", "-v", HARDEST];
    let csv = sandbox.output(&[&arguments[..], &["--csv"]].concat());
    let json = sandbox.output(&[&arguments[..], &["--json"]].concat());
    let (names, row) = csv.split_once('\n').unwrap();
    let names: Vec<_> = names.split(',').collect();
    let positions: Vec<_> = names.iter().map(|name| json.find(&format!("\"{name}\":")).unwrap()).collect();
    assert!(positions.is_sorted());
    let row: Vec<_> = row.trim_end().split(',').collect();
    assert_eq!(row.len(), names.len());
    let json = &records(&json)[0];
    for (name, cell) in names.iter().zip(row).filter(|(name, _)| **name != "seconds") {
        match &json[name] {
            Value::Null => assert_eq!(cell, "", "{name}"),
            Value::Number(n) => assert_eq!(cell, n.to_string(), "{name}"),
            Value::String(s) => assert_eq!(cell, s, "{name}"),
            Value::Array(items) => assert_eq!(cell.split(' ').count(), items.len(), "{name}"),
            other => panic!("{name}: {other}"),
        }
    }
}

#[test]
fn text_for_a_person() {
    let sandbox = Sandbox::new();
    let output = sandbox.output(&["solve", "1 2 3 / 4 5 6 / 0 7 8"]);
    assert!(output.starts_with("1 2 3\n4 5 6\n_ 7 8\n\n2 moves: LL\nmanhattan: "), "{output}");
    assert!(!output.contains('\u{1b}'), "colours only on a terminal");
}

#[test]
fn every_shortest_solution() {
    let sandbox = Sandbox::new();
    let all = record(&sandbox, &["--all", HARDEST]);
    let paths = all["all_moves"].as_array().unwrap();
    assert_eq!((all["length"].as_u64(), all["solutions"].as_u64()), (Some(31), Some(paths.len() as u64)));
    assert!(paths.iter().all(|p| solves(p, HARDEST, "1 2 3 / 4 5 6 / 7 8 0", Convention::Tile)));
    assert!((1..paths.len()).all(|i| !paths[..i].contains(&paths[i])));
    let few = record(&sandbox, &["--all=3", HARDEST]);
    assert_eq!(few["solutions"], all["solutions"]);
    assert_eq!(few["all_moves"].as_array().unwrap()[..], paths[..3]);
}

#[test]
fn without_tables_a_6_6_3_is_built_in_memory() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["solve", "--all", "--json", TWO_SOLUTIONS]).code(0);
    let record = &records(&stdout(&run))[0];
    assert_eq!((record["length"].as_u64(), record["solutions"].as_u64()), (Some(52), Some(2)));
    assert_eq!(record["heuristic"], "6-6-3 zero-aware + reflection");
    let note = stderr(&run);
    assert!(note.contains("6-6-3 was built in memory") && note.contains("fifteen pdb build"), "{note}");
    let quiet = sandbox.run(&["solve", "-q", TWO_SOLUTIONS]).code(0);
    assert_eq!(stderr(&quiet), "");
}

#[test]
fn goals_and_conventions() {
    let sandbox = Sandbox::new();
    for (name, goal) in [
        ("last", "1 2 3 / 4 5 6 / 7 8 0"),
        ("first", "0 1 2 / 3 4 5 / 6 7 8"),
        ("spiral", "1 2 3 / 8 0 4 / 7 6 5"),
        ("2 1 3 / 4 5 6 / 7 8 0", "2 1 3 / 4 5 6 / 7 8 0"),
    ] {
        let board = sandbox.output(&["random", "--size", "3x3", "--seed", "9", "--goal", name]);
        let solved = record(&sandbox, &["--goal", name, board.trim()]);
        assert!(solves(&solved["moves"], &board, goal, Convention::Tile), "{name}");
        let blank = record(&sandbox, &["--goal", name, "--letters", "blank", board.trim()]);
        assert!(solves(&blank["moves"], &board, goal, Convention::Blank), "{name}");
        assert_eq!(solved["goal"], name);
    }
}

#[test]
fn the_iterations_add_up() {
    let sandbox = Sandbox::new();
    let record = record(&sandbox, &["-v", "--heuristic", "manhattan", HARDEST]);
    let sum =
        |name: &str| record["iterations"].as_array().unwrap().iter().map(|i| i[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!(record["generated"].as_u64(), Some(sum("generated") + 1), "the root counts once");
    assert_eq!(record["expanded"].as_u64(), Some(sum("expanded")));
}

#[test]
fn limits_leave_what_was_proven() {
    let sandbox = Sandbox::new();
    for limit in [["--node-limit", "1000"], ["--time-limit", "0"], ["--depth-limit", "30"]] {
        let arguments = ["solve", "--json", "--heuristic", "manhattan", limit[0], limit[1], HARDEST];
        let run = sandbox.run(&arguments).code(1);
        let record = &records(&stdout(&run))[0];
        assert_eq!((&record["status"], &record["length"]), (&"limit".into(), &Value::Null), "{limit:?}");
        assert!((21..=31).contains(&record["bound"].as_u64().unwrap()), "{limit:?}");
    }
}

#[test]
fn sizes_from_rows_from_the_option_and_from_the_goal() {
    let sandbox = Sandbox::new();
    assert_eq!(record(&sandbox, &["1 2 3 4 / 5 6 0 7"])["size"], "4x2");
    assert_eq!(record(&sandbox, &["--size", "2x4", "1 2 3 4 5 6 0 7"])["size"], "2x4");
    assert_eq!(record(&sandbox, &["--goal", "1 2 3 / 4 5 0", "1 2 3 4 0 5"])["size"], "3x2");
    assert_eq!(record(&sandbox, &["1", "2", "3", "4", "5", "6", "7", "x", "8"])["length"], 1);
}

#[test]
fn a_bad_line_is_reported_and_the_rest_is_solved() {
    let sandbox = Sandbox::new();
    let lines = "# a comment\n\n1 2 3 0\nnonsense\n1 2 3 / 4 0 5  # wider\n2 1 3 0\n1 2 0 3\n";
    sandbox.write("boards.txt", lines);
    let run = sandbox.run(&["solve", "boards.txt", "--json"]).code(2);
    let seen: Vec<_> = records(&stdout(&run))
        .iter()
        .map(|r| (r["line"].as_u64().unwrap(), r["status"].as_str().unwrap().to_owned()))
        .collect();
    let expected = [(3, "solved"), (4, "invalid"), (5, "solved"), (6, "unsolvable"), (7, "solved")];
    assert_eq!(seen, expected.map(|(line, status)| (line, status.to_owned())));
    let run = sandbox.run(&["solve", "boards.txt", "--skip", "2"]).code(1);
    assert!(stdout(&run).starts_with("line 5: 1 move  L"), "{}", stdout(&run));
    let run = sandbox.run(&["solve", "boards.txt"]).code(2);
    assert!(stderr(&run).contains("error: boards.txt, line 4: number 1: 'nonsense'"), "{}", stderr(&run));
    assert!(stderr(&run).contains("5 boards: 3 solved, 1 unsolvable, 1 invalid"), "{}", stderr(&run));
}

#[test]
fn a_batch_keeps_its_order_and_counts_on_any_number_of_threads() {
    let sandbox = Sandbox::new();
    sandbox.write("boards.txt", sandbox.output(&["random", "--size", "3x3", "-n", "300", "--seed", "1"]));
    let solve = |threads: &str| {
        let output = sandbox.output(&["solve", "boards.txt", "--json", "--threads", threads]);
        let mut records = records(&output);
        records.iter_mut().for_each(|r| r["seconds"] = Value::Null);
        records
    };
    let (one, three) = (solve("1"), solve("3"));
    assert_eq!(one, three);
    assert!((1..=300).eq(one.iter().map(|r| r["line"].as_u64().unwrap())));
}

#[test]
fn random_boards_can_be_repeated() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.output(&["random", "--seed", "1"]), "3 5 6 7 / 12 9 4 13 / 11 14 0 2 / 1 10 8 15\n");
    let drawn = sandbox.run(&["random", "--size", "5x2", "-n", "2"]).code(0);
    let seed = stderr(&drawn).trim().rsplit(' ').next().unwrap().to_owned();
    assert_eq!(sandbox.output(&["random", "--size", "5x2", "-n", "2", "--seed", &seed]), stdout(&drawn));
    assert_eq!(sandbox.output(&["random", "--seed", "1", "-n", "0"]), "");
}

#[test]
fn a_size_without_tables_spoils_its_lines_only() {
    let sandbox = Sandbox::new();
    sandbox.build("3x3", "1-4/5-8", &[]);
    sandbox.write("boards.txt", format!("1 2 0 3\n{HARDEST}\n"));
    let arguments = ["solve", "boards.txt", "--pdb", "tables", "--json"];
    let records = records(&stdout(&sandbox.run(&arguments).code(2)));
    let seen: Vec<_> = records.iter().map(|r| (r["line"].as_u64(), r["status"].as_str())).collect();
    assert_eq!(seen, [(Some(1), Some("invalid")), (Some(2), Some("solved"))]);
    assert!(records[0]["error"].as_str().unwrap().contains("do not cover"));
}

#[test]
fn a_limit_is_not_said_to_be_a_lack_of_solutions() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["solve", "--heuristic", "manhattan", "--time-limit", "0", HARDEST]).code(1);
    let output = stdout(&run);
    assert!(output.contains("not solved: stopped at the time limit; every solution has at least"), "{output}");
    assert!(!output.contains("no solution"), "{output}");
}

#[test]
fn boards_of_a_file_are_shown_under_their_lines() {
    let sandbox = Sandbox::new();
    sandbox.write("boards.txt", "# easy\n1 2 0 3\n\n1 0 3 2\n");
    let output = sandbox.output(&["solve", "boards.txt", "--show", "--goal", "1 2 3 0"]);
    assert!(output.starts_with("line 2:\n") && output.contains("\nline 4:\n"), "{output}");
}

#[test]
fn options_of_tables_without_tables_are_noted() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["solve", "--heuristic", "manhattan", "--pdb", "nowhere", HARDEST]).code(0);
    assert!(stderr(&run).contains("--pdb is not used"), "{}", stderr(&run));
}
