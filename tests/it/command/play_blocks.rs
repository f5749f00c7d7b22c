//! `fifteen blocks play`, in a terminal.

#![cfg(unix)] // a terminal of Unix

use crate::support::{Sandbox, stderr};
use crate::terminal::Terminal;

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";

#[test]
fn a_block_puzzle_is_played_to_its_end() {
    let sandbox = Sandbox::new();
    let path = sandbox.write("two.txt", "## one\nstart goal\nAB.   ...\n...   ..A\n\n## two\nstart goal\nC.    .C\n");
    let mut game = Terminal::start(&["blocks", "play", path.to_str().unwrap()], (24, 80), &[]);
    game.see("1. one");
    game.see("0 moves   optimum 3 (unit)   0:00");
    game.press("h");
    game.see("move A D; 3 moves to the goal");
    game.press(DOWN);
    game.see("1 move ");
    // B is selected, and moves; then the move is taken back.
    game.press("\t");
    game.press(RIGHT);
    game.see("2 moves");
    game.press("u");
    game.see("1 move ");
    game.press("s");
    game.see("Solved in 3 moves, the fewest there are.");
    game.press("n");
    game.see("2. two");
    game.see("optimum 1 (unit)");
    game.press(UP);
    game.press(RIGHT);
    game.see("Solved in 1 move, the fewest there are.");
    game.press("r");
    game.see("0 moves");
    game.press("q");
    assert_eq!(game.end(), 0);
    assert!(game.is_restored());
}

#[test]
fn what_cannot_be_played_is_said() {
    let sandbox = Sandbox::new();
    sandbox.write("none.txt", "## no goal\nstart\nA.\n");
    let run = sandbox.run(&["blocks", "play", "none.txt"]).code(2);
    assert!(stderr(&run).contains("left out, it has no goal"), "{}", stderr(&run));
    sandbox.write("one.txt", "## one\nstart goal\nA.    .A\n");
    let run = sandbox.run(&["blocks", "play", "one.txt"]).code(2);
    assert!(stderr(&run).contains("play needs a terminal"), "{}", stderr(&run));
}
