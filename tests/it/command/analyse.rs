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
        (&[board, "R", "--moves", "tile"], "move 1 leaves the board"),
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
