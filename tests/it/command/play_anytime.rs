//! `fifteen play` on a board whose proof takes long: hints and a solution that need not be the shortest.

#![cfg(unix)] // a terminal of Unix

use crate::terminal::Terminal;

/// The fifth of Korf's 50 boards of the 24-puzzle: 100 moves, with the blank first in the goal.
const HARD: &str = "17 1 20 9 16 / 2 22 19 14 5 / 15 21 0 3 24 / 23 18 13 12 7 / 10 8 6 4 11";

#[test]
fn a_hint_and_a_solution_do_not_wait_for_the_proof() {
    let arguments = ["play", "--goal", "first", "--heuristic", "linear-conflict", HARD];
    let mut game = Terminal::start(&arguments, (24, 80), &[]);
    game.press("h");
    game.see(" moves to the goal by the best solution found so far");
    game.press("s");
    game.see("the best solution found so far: move 0 of ");
    game.press("s");
    game.see("0 moves   optimum ");
    game.press("q");
    assert_eq!(game.end(), 0);
}
