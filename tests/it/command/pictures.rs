//! `fifteen solve --svg` and `--gif`: what is drawn.

use std::fs;

use crate::support::Sandbox;

/// Two moves from the goal: 5 to the left, 6 up.
const EASY: &str = "1 2 3 / 4 0 5 / 7 8 6";
/// The start, and four pictures from a cell to the next.
const FRAMES: usize = 1 + 2 * 4;

/// Width, height, and how many frames there are.
fn film(bytes: &[u8]) -> (u16, u16, usize) {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    (decoder.width(), decoder.height(), frames)
}

#[test]
fn a_solution_is_a_film() {
    let sandbox = Sandbox::new();
    sandbox.run(&["solve", EASY, "--gif", "a.gif"]).code(0);
    let (width, height, frames) = film(&fs::read(sandbox.path("a.gif")).unwrap());
    assert_eq!((width, frames), (height, FRAMES));
}

#[test]
fn a_board_that_needs_no_move_and_one_that_is_no_square() {
    let sandbox = Sandbox::new();
    sandbox.run(&["solve", "1 2 3 0", "--gif", "done.gif", "-q"]).code(0);
    assert_eq!(film(&fs::read(sandbox.path("done.gif")).unwrap()).2, 1);
    sandbox.run(&["solve", "0 1 2 / 3 4 5", "--goal", "first", "--gif", "wide.gif"]).code(0);
    let (width, height, _) = film(&fs::read(sandbox.path("wide.gif")).unwrap());
    assert!(width > height);
}
