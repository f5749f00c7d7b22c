//! `solve --metric`: results in the multi-tile metric, as text and as records, and what cannot be combined with it.

use fifteen_puzzle::{Convention, Metric, Path, notation};
use serde_json::Value;

use crate::support::{Sandbox, stderr};

/// A board with four shortest solutions of 18 slides.
const SMALL: &str = "4 5 0 / 1 2 3";
const BOARD: &str = "8 6 7 / 2 5 4 / 3 0 1";

fn records(sandbox: &Sandbox, arguments: &[&str]) -> Vec<Value> {
    let output = sandbox.output(&[&["solve", "--json"], arguments].concat());
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_record_has_slides_and_names_the_metric() {
    let sandbox = Sandbox::new();
    let [record]: [Value; 1] = records(&sandbox, &["--metric", "multi-tile", BOARD]).try_into().unwrap();
    let [board, goal] = [BOARD, "1 2 3 / 4 5 6 / 7 8 0"].map(|text| notation::parse(text, None).unwrap());
    let path = Path::parse(record["moves"].as_str().unwrap(), Convention::Tile).unwrap();
    assert!(path.solves(&board, &goal), "{record}");
    assert_eq!(record["length"].as_u64(), Some(path.len_in(Metric::MultiTile) as u64), "{record}");
    assert_eq!(record["moves"], path.slides(Convention::Tile));
    assert_eq!((&record["metric"], &record["bound"]), (&"multi-tile".into(), &record["length"]));
    assert_eq!(record["heuristic"], "4 colours + reflection");
}

#[test]
fn text_shows_slides_and_single_moves() {
    let sandbox = Sandbox::new();
    let text = sandbox.output(&["solve", "--metric", "multi-tile", "1 2 3 / 4 5 6 / 0 7 8"]);
    assert!(text.contains("\n1 multi-tile move: L2\n2 single moves: LL\n"), "{text}");
    let blank =
        sandbox.output(&["solve", "--metric", "multi-tile", "--letters", "blank", "-q", "1 2 3 / 4 5 6 / 0 7 8"]);
    assert_eq!(blank, "1 multi-tile move: R2\n2 single moves: RR\n");
    let moves = sandbox.output(&["solve", "--metric", "multi-tile", "--show=moves", "1 2 3 / 0 5 6 / 4 7 8"]);
    assert_eq!(moves, "U L2\n");
    let all = sandbox.output(&["solve", "--metric", "multi-tile", "--all", SMALL]);
    assert!(all.contains("18 multi-tile moves, 4 shortest solutions:\nR U R D L2 "), "{all}");
}

#[test]
fn limits_stop_with_what_is_proven() {
    let sandbox = Sandbox::new();
    let stopped = sandbox.run(&["solve", "--metric", "multi-tile", "--node-limit", "5", BOARD]).code(1);
    let text = String::from_utf8_lossy(&stopped.get_output().stdout).into_owned();
    assert!(text.contains("not solved: stopped at the limit of nodes; every solution has at least "), "{text}");
    let deep = sandbox.run(&["solve", "--metric", "multi-tile", "--depth-limit", "3", BOARD]).code(1);
    assert!(String::from_utf8_lossy(&deep.get_output().stdout).contains("multi-tile moves"));
    let memory = sandbox.run(&["solve", "--metric", "multi-tile", "--memory-limit", "1k", BOARD]).code(1);
    let text = String::from_utf8_lossy(&memory.get_output().stdout).into_owned();
    assert!(text.contains("not solved: the tables of the multi-tile metric need "), "{text}");
    assert!(text.contains(" bytes while they are built, but the memory limit is 1,000"), "{text}");
}

#[test]
fn what_only_the_single_tile_metric_has_is_refused() {
    let sandbox = Sandbox::new();
    for (option, value) in [("--algorithm", "astar"), ("--within", "5"), ("--heuristic", "manhattan")] {
        let refused = sandbox.run(&["solve", "--metric", "multi-tile", option, value, BOARD]).code(2);
        let expected = format!("{option} is for the single-tile metric");
        assert!(stderr(&refused).contains(&expected), "{}", stderr(&refused));
    }
    let refused = sandbox.run(&["solve", "--metric", "multi-tile", "--within", "any", BOARD]).code(2);
    assert!(stderr(&refused).contains("--within any is for the single-tile metric"), "{}", stderr(&refused));
    let wrong = sandbox.run(&["solve", "--metric", "half-turn", BOARD]).code(2);
    assert!(stderr(&wrong).contains("unknown metric 'half-turn' (single-tile or multi-tile)"), "{}", stderr(&wrong));
    let parity = sandbox.run(&["solve", "--metric", "multi-tile", "2 1 3 / 4 5 6 / 7 8 0"]).code(1);
    assert!(String::from_utf8_lossy(&parity.get_output().stdout).contains("no solution"));
}

#[test]
fn a_scramble_is_the_inverse_of_a_shortest_solution_in_its_metric() {
    let sandbox = Sandbox::new();
    let goal = notation::parse("1 2 3 / 4 5 6 / 7 8 0", None).unwrap();
    let arguments = ["random", "--size", "3x3", "-n", "5", "--seed", "7"];
    let boards = sandbox.output(&arguments);
    let scrambles = sandbox.output(&[&arguments[..], &["--scramble", "--metric", "multi-tile"]].concat());
    assert_eq!(scrambles.lines().count(), 5);
    for (board, scramble) in boards.lines().zip(scrambles.lines()) {
        let path = Path::parse(scramble, Convention::Tile).unwrap();
        assert_eq!(path.replay(&goal).unwrap().last().unwrap().to_string(), board);
        let [record]: [Value; 1] = records(&sandbox, &["--metric", "multi-tile", board]).try_into().unwrap();
        assert_eq!(record["length"].as_u64(), Some(path.len_in(Metric::MultiTile) as u64));
    }
    let large = ["random", "--size", "5x5", "--scramble", "--metric", "multi-tile"];
    assert!(stderr(&sandbox.run(&large).code(2)).contains("of up to 16 cells"));
}
