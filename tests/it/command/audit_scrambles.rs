//! `audit-scrambles`: our scrambles pass, random moves and boards with a fault fail, and bad input is named.

use fifteen_puzzle::{Goal, RandomBoards};
use serde_json::Value;

use crate::support::{Sandbox, stderr};

/// The output as text, after an exit code.
fn audited(sandbox: &Sandbox, arguments: &[&str], code: i32) -> String {
    let output = sandbox.run(&[&["audit-scrambles"], arguments].concat()).code(code);
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn write(sandbox: &Sandbox, name: &str, lines: impl IntoIterator<Item = String>) {
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    std::fs::write(sandbox.path(name), text).unwrap();
}

#[test]
fn our_boards_and_scrambles_pass() {
    let sandbox = Sandbox::new();
    let boards = sandbox.output(&["random", "--size", "3x3", "-n", "300", "--seed", "1"]);
    std::fs::write(sandbox.path("boards.txt"), boards).unwrap();
    let text = audited(&sandbox, &["--size", "3x3", "boards.txt"], 0);
    assert!(text.contains("No test speaks against these 300 scrambles"), "{text}");
    assert!(
        text.contains("mean length, single-tile") && text.contains("distribution of lengths, multi-tile"),
        "{text}"
    );
    for metric in ["single-tile", "multi-tile"] {
        let scrambles =
            sandbox.output(&["random", "--size", "3x3", "-n", "100", "--seed", "2", "--scramble", "--metric", metric]);
        std::fs::write(sandbox.path("scrambles.txt"), scrambles).unwrap();
        audited(&sandbox, &["--size", "3x3", "scrambles.txt", "--threads", "2"], 0);
    }
}

#[test]
fn random_moves_fail() {
    let sandbox = Sandbox::new();
    let goal = Goal::Last.board("3x3".parse().unwrap()).unwrap();
    // Each step of the walk goes where the blank can go, chosen by the tiles of random boards.
    let walk = |board: fifteen_puzzle::Board, moves: usize| {
        let mut there = goal;
        let mut text = String::new();
        for &tile in board.tiles().iter().cycle().take(moves) {
            let direction = fifteen_puzzle::MoveOrder::ULRD.directions()[usize::from(tile) % 4];
            if let Some(moved) = there.moved(direction) {
                there = moved;
                text.push(direction.opposite().letter());
            }
        }
        text
    };
    write(&sandbox, "moves.txt", RandomBoards::new(goal, 1).take(300).map(|board| walk(board, 20)));
    let text = audited(&sandbox, &["--size", "3x3", "moves.txt"], 2);
    assert!(text.contains("These 300 scrambles are not uniformly random boards"), "{text}");
    let records = audited(&sandbox, &["--size", "3x3", "--metric", "single-tile", "--json", "moves.txt"], 2);
    let records: Vec<Value> = records.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<_> = records.iter().map(|record| record["test"].as_str().unwrap()).collect();
    assert_eq!(names, ["tiles", "blank", "parity", "mean", "lengths"]);
    assert!(records.iter().any(|record| record["failed"] == true && record["p"].as_f64().unwrap() < 1e-6));
    assert!(records.iter().all(|record| record["adjusted"].as_f64() >= record["p"].as_f64()));
}

#[test]
fn boards_that_cannot_be_solved_fail() {
    let sandbox = Sandbox::new();
    let boards = sandbox.output(&["random", "--size", "3x3", "-n", "60", "--seed", "1"]);
    std::fs::write(sandbox.path("boards.txt"), boards + "2 1 3 / 4 5 6 / 7 8 0\n").unwrap();
    let text = audited(&sandbox, &["--size", "3x3", "boards.txt"], 2);
    assert!(text.contains("the number of boards that cannot be solved differs most clearly"), "{text}");
}

#[test]
fn bad_input_is_named() {
    let sandbox = Sandbox::new();
    let refused = |arguments: &[&str], expected: &str| {
        let output = sandbox.run(&[&["audit-scrambles"], arguments].concat()).code(2);
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    };
    refused(&["none.txt"], "cannot read none.txt");
    write(&sandbox, "few.txt", ["# nothing".to_owned(), "L R".to_owned()]);
    refused(&["few.txt"], "few.txt, line 2: move 1 leaves the board");
    write(&sandbox, "few.txt", ["R2 D2".to_owned()]);
    refused(&["few.txt"], "expected at least 50 scrambles, found 1");
    write(&sandbox, "few.txt", ["R2 Q".to_owned()]);
    refused(&["few.txt"], "few.txt, line 1: ");
    write(&sandbox, "few.txt", ["1 2 3 / 4 5 6 / 7 8 0".to_owned()]);
    refused(&["few.txt"], "few.txt, line 1: ");
    refused(&["few.txt", "--level", "2"], "expected a rate above 0 and below 1");
}
