//! `fifteen random --scramble`, and moves written as slides.

use crate::support::{Sandbox, stderr, stdout};

#[test]
fn scrambles_lead_to_the_boards_of_the_same_seed() {
    let sandbox = Sandbox::new();
    for (size, goal, solved) in [
        ("3x3", "last", "1 2 3 / 4 5 6 / 7 8 0"),
        ("4x2", "first", "0 1 2 3 / 4 5 6 7"),
        ("5x5", "last", "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 24 0"),
    ] {
        let run = ["random", "-n", "3", "--seed", "7", "--size", size, "--goal", goal];
        let boards = stdout(&sandbox.run(&run).code(0));
        for moves in ["tile", "blank"] {
            let scrambles = stdout(&sandbox.run(&[&run[..], &["--scramble", "--letters", moves]].concat()).code(0));
            assert_eq!(scrambles.lines().count(), 3);
            for (board, scramble) in boards.lines().zip(scrambles.lines()) {
                let applied = ["apply", "--letters", moves, "--goal", goal, solved, scramble];
                assert!(stdout(&sandbox.run(&applied).code(0)).contains(board), "{scramble}");
                // Slides in one direction are one word.
                let letters: Vec<char> = scramble.split(' ').filter_map(|word| word.chars().next()).collect();
                assert!(letters.windows(2).all(|pair| pair[0] != pair[1]), "{scramble}");
            }
        }
    }
}

#[test]
fn slides_that_no_board_has_are_refused() {
    let sandbox = Sandbox::new();
    let board = "1 2 3 / 4 5 6 / 7 8 0";
    let error = stderr(&sandbox.run(&["apply", board, "R0 D"]).code(2));
    assert!(error.contains("'0' behind 'R' is no number of tiles that slide together: write 1 to 24"), "{error}");
    let error = stderr(&sandbox.run(&["apply", board, "R3 D"]).code(2));
    assert!(error.contains("move 3 of 4 is 'R'"), "{error}");
    let error = stderr(&sandbox.run(&["random", "--letters", "blank"]).code(2));
    assert!(error.contains("--scramble"), "{error}");
}
