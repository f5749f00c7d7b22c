//! Records of one command as the input of another.

use serde_json::Value;

use super::boards::piped;
use crate::support::{Sandbox, stderr, stdout};

const HARD: &str = "8 6 7 / 2 5 4 / 3 0 1\n";
const GOAL: &str = "1 2 3 / 4 5 6 / 7 8 0\n";

#[test]
fn recorded_moves_are_replayed_in_either_convention() {
    let sandbox = Sandbox::new();
    let solve = ["solve", "--json", "--heuristic", "manhattan"];
    for (moves, noted) in [("tile", false), ("blank", true)] {
        let record = stdout(&piped(&sandbox, &[&solve[..], &["--letters", moves]].concat(), HARD).code(0));
        let run = piped(&sandbox, &["apply"], &record).code(0);
        assert_eq!(stdout(&run), GOAL, "{moves}");
        assert_eq!(stderr(&run).contains("directions of the blank"), noted, "{}", stderr(&run));
        assert_eq!(stdout(&piped(&sandbox, &["apply", "--letters", moves], &record).code(0)), GOAL, "{moves}");
        let json = stdout(&piped(&sandbox, &["apply", "--json"], &record).code(0));
        let (json, record): (Value, Value) =
            (serde_json::from_str(&json).unwrap(), serde_json::from_str(&record).unwrap());
        assert_eq!(json["moves"], record["moves"]);
    }
    // An option decides, even if it is wrong; moves that are typed are the tile's.
    let record = stdout(&piped(&sandbox, &[&solve[..], &["--letters", "blank"]].concat(), HARD).code(0));
    piped(&sandbox, &["apply", "--letters", "tile"], &record).code(2);
    sandbox.run(&["apply", "1 2 3 / 4 5 6 / 7 8 0", "LU"]).code(2);
}

#[test]
fn a_batch_gets_one_note_on_its_convention() {
    let sandbox = Sandbox::new();
    let batch = HARD.repeat(3);
    let solve = ["solve", "--csv", "--heuristic", "manhattan", "--letters", "blank"];
    let run = piped(&sandbox, &["apply"], &stdout(&piped(&sandbox, &solve, &batch).code(0))).code(0);
    assert_eq!(stdout(&run), GOAL.repeat(3));
    assert_eq!(stderr(&run).lines().count(), 1, "{}", stderr(&run));
}
