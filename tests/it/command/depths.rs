//! `fifteen random --depth`: boards whose shortest solutions have a given length.

use std::collections::HashSet;

use crate::support::{Sandbox, stderr, stdout};

/// The lengths of the boards' shortest solutions.
fn lengths(sandbox: &Sandbox, goal: &str, boards: &str) -> Vec<u64> {
    sandbox.write("boards.txt", boards);
    let run = ["solve", "--json", "--goal", goal, "--heuristic", "walking-distance", "boards.txt"];
    let output = stdout(&sandbox.run(&run).code(0));
    let records = output.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    records.map(|record| record["length"].as_u64().unwrap()).collect()
}

#[test]
fn boards_have_the_depth() {
    let sandbox = Sandbox::new();
    for (size, goal, depth) in [
        ("3x3", "last", "0"),
        ("3x3", "spiral", "22"),
        ("3x3", "first", "31"),
        ("2x4", "last", "30"),
        ("4x3", "first", "25"),
        ("4x4", "last", "12"),
        ("4x4", "first", "42"),
        ("5x4", "last", "9"),
    ] {
        let run = ["random", "-n", "4", "--seed", "5", "--size", size, "--goal", goal, "--depth", depth];
        let boards = stdout(&sandbox.run(&run).code(0));
        assert_eq!(lengths(&sandbox, goal, &boards), [depth.parse::<u64>().unwrap(); 4], "{size} {goal}: {boards}");
        assert_eq!(stdout(&sandbox.run(&run).code(0)), boards, "{size} {goal}");
    }
}

/// Two boards of 3x3 need 31 moves; both are drawn.
#[test]
fn every_board_of_the_depth_is_drawn() {
    let sandbox = Sandbox::new();
    let run = ["random", "-n", "40", "--seed", "1", "--size", "3x3", "--depth", "31"];
    let boards = stdout(&sandbox.run(&run).code(0));
    let different: HashSet<&str> = boards.lines().collect();
    assert_eq!(different, HashSet::from(["8 6 7 / 2 5 4 / 3 0 1", "6 4 7 / 8 5 0 / 3 2 1"]));
    let share = boards.lines().filter(|line| line.starts_with('8')).count();
    assert!((10..=30).contains(&share), "{share} of 40");
}

#[test]
fn scrambles_have_the_depth() {
    let sandbox = Sandbox::new();
    let run = ["random", "--scramble", "--seed", "2", "--size", "3x3", "--depth", "17"];
    let scramble = stdout(&sandbox.run(&run).code(0));
    let number =
        |word: &str| word.get(1..).filter(|rest| !rest.is_empty()).map_or(1, |rest| rest.parse::<u32>().unwrap());
    assert_eq!(scramble.split_whitespace().map(number).sum::<u32>(), 17, "{scramble}");
}

#[test]
fn depths_that_no_board_has_are_refused() {
    let sandbox = Sandbox::new();
    let error = stderr(&sandbox.run(&["random", "--size", "3x3", "--depth", "32"]).code(2));
    assert!(error.contains("no 3x3 board needs 32 moves: with this goal, 31 are enough for all of them"), "{error}");
    for (size, goal, depth, enough) in [
        ("4x4", "last", "81", "80"),
        ("4x4", "spiral", "83", "82"),
        ("5x5", "last", "206", "205"),
        ("5x4", "first", "9999", ""),
    ] {
        let error = stderr(&sandbox.run(&["random", "--size", size, "--goal", goal, "--depth", depth]).code(2));
        let expected = format!("no {size} board needs {depth} moves: with this goal, {enough}");
        assert!(error.contains(&expected), "{error}");
    }
    let error = stderr(&sandbox.run(&["random", "--pdb", "."]).code(2));
    assert!(error.contains("--depth or --scramble"), "{error}");
}
