//! `fifteen solve`: solutions replayed, counts that add up, results that do not depend on threads.

use crate::support::Sandbox;
use fifteen_puzzle::{Convention, Path, notation};
use serde_json::Value;

/// 31 moves away from the goal, as far as any 3x3 board.
const HARDEST: &str = "8 6 7 / 2 5 4 / 3 0 1";

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
