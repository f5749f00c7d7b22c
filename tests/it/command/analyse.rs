//! `fifteen analyse`: lost moves of a person's solution.

use serde_json::{Value, json};

use crate::support::{Sandbox, stderr, stdout};

#[test]
fn lost_moves_are_named() {
    let sandbox = Sandbox::new();
    let board = "1 2 3 / 4 5 6 / 0 7 8";
    let text = stdout(&sandbox.run(&["analyse", board, "D U L R L2"]).code(0));
    assert!(text.contains("6 moves; the shortest solution has 2"), "{text}");
    assert!(text.contains("move 1, D: 2 to go, 3 after it  1 2 3 / 4 5 6 / 0 7 8"), "{text}");
    assert!(text.contains("move 4, R: 1 to go, 2 after it"), "{text}");
    let text = stdout(&sandbox.run(&["analyse", board, "LL"]).code(0));
    assert!(text.contains("no move is lost"), "{text}");
    let text = stdout(&sandbox.run(&["analyse", board, "L"]).code(0));
    assert!(text.contains("1 move, and 1 to go; the shortest solution has 2"), "{text}");
    let record: Value =
        serde_json::from_str(&stdout(&sandbox.run(&["analyse", "--json", board, "D", "U", "L", "R", "L2"]).code(0)))
            .unwrap();
    assert_eq!(record["distances"], json!([2, 3, 2, 1, 2, 1, 0]));
    assert_eq!((&record["lost"], &record["solved"]), (&json!([1, 4]), &true.into()));
    assert_eq!((&record["moves"], &record["length"], &record["shortest"]), (&"DULRLL".into(), &6.into(), &2.into()));
}

#[test]
fn a_board_that_cannot_be_solved_has_a_record() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["analyse", "--json", "1 2 3 / 4 5 6 / 0 8 7", "LL"]).code(1);
    let record: Value = serde_json::from_str(&stdout(&run)).unwrap();
    assert_eq!((&record["solved"], &record["shortest"], &record["lost"]), (&false.into(), &Value::Null, &json!([])));
    assert_eq!(record["distances"], json!([null, null, null]));
    assert!(record["error"].as_str().unwrap().contains("odd number of swaps"), "{record}");
    assert_eq!(stderr(&run).matches("error:").count(), 1, "{}", stderr(&run));
    let csv = stdout(&sandbox.run(&["analyse", "--csv", "1 2 3 / 4 5 6 / 0 8 7", "LL"]).code(1));
    assert_eq!(csv.lines().count(), 2, "{csv}");
}

#[test]
fn the_convention_of_the_blank_is_noticed() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["analyse", "1 2 3 / 4 5 6 / 0 7 8", "RR"]).code(0);
    assert!(stderr(&run).contains("the moves are read as directions of the blank"), "{}", stderr(&run));
    assert!(stdout(&run).contains("no move is lost"));
}

#[test]
fn wrong_input_gets_a_word() {
    let sandbox = Sandbox::new();
    let board = "1 2 3 / 4 5 6 / 0 7 8";
    for (arguments, expected) in [
        (&[board][..], "expected moves at the end"),
        (&[board, "R", "--letters", "tile"], "move 1 leaves the board"),
        (&["1 2 3 / 4 5 6 / 0 8 7", "L"], "odd number of swaps"),
        (&["1 2 3 / 4 5 6", "L"], "0"),
        (&[board, "L9999"], "no number of tiles"),
        (&[], "BOARD"),
    ] {
        let run = sandbox.run(&[&["analyse"], arguments].concat());
        let (code, told) = (run.get_output().status.code(), stderr(&run));
        assert!(matches!(code, Some(1 | 2)) && told.contains(expected), "{arguments:?}: {code:?} {told}");
    }
    let run = sandbox
        .run(&["analyse", "--goal", "first", "--node-limit", "1", "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "D"])
        .code(1);
    assert!(stderr(&run).contains("2 positions were not solved within the limits"), "{}", stderr(&run));
}

#[test]
fn a_move_that_keeps_the_distance_is_lost() {
    let sandbox = Sandbox::new();
    let arguments = ["analyse", "--metric", "multi-tile", "1 2 3 / 0 5 6 / 4 7 8", "L2 R U L"];
    let record: Value =
        serde_json::from_str(&stdout(&sandbox.run(&[&arguments[..], &["--json"]].concat()).code(0))).unwrap();
    let distances: Vec<u64> = record["distances"].as_array().unwrap().iter().map(|d| d.as_u64().unwrap()).collect();
    assert_eq!(distances[..3], [2, 3, 3], "{record}");
    let lost: Vec<usize> = (1..distances.len()).filter(|&move_| distances[move_] >= distances[move_ - 1]).collect();
    assert_eq!(record["lost"], json!(lost));
    let text = stdout(&sandbox.run(&arguments).code(0));
    assert!(text.contains("move 2, R: 3 to go, 3 after it"), "{text}");
    assert!(text.contains(&format!("\nlost: {} moves\n", lost.len())), "{text}");
}

#[test]
fn boards_that_cannot_be_solved_end_as_in_solve() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["analyse", "1 2 3 / 4 5 6 / 0 8 7", "L"]).code(1);
    assert!(stderr(&run).contains("odd number of swaps"), "{}", stderr(&run));
    let limited = ["analyse", "--node-limit", "1", "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3", "D"];
    let text = stdout(&sandbox.run(&limited));
    assert!(!text.contains("has unknown"), "{text}");
}

#[test]
fn the_convention_that_is_taken_is_named_unless_it_is_certain() {
    let sandbox = Sandbox::new();
    // Both conventions allow the moves, and neither solves the board.
    let middle = "1 2 3 / 4 0 6 / 7 5 8";
    let run = sandbox.run(&["analyse", middle, "RL"]).code(0);
    assert!(stderr(&run).contains("read as directions of the tiles"), "{}", stderr(&run));
    assert!(stderr(&sandbox.run(&["analyse", middle, "UL"]).code(0)).is_empty());
    assert!(stderr(&sandbox.run(&["analyse", "--letters", "tile", middle, "RL"]).code(0)).is_empty());
    // Slides are the tile's, even where only the blank could make them.
    let run = sandbox.run(&["analyse", "1 2 3 / 4 5 6 / 0 7 8", "R2 U"]).code(2);
    assert!(stderr(&run).contains("move 1 leaves the board"), "{}", stderr(&run));
}
