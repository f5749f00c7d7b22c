//! Work that is done once, and limits that are named.

use crate::support::{Sandbox, stderr, stdout};

#[test]
fn a_depth_and_scrambles_share_their_tables() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["random", "--depth", "44", "--scramble", "--seed", "1"]).code(0);
    assert_eq!(stderr(&run).matches("was built in memory").count(), 1, "{}", stderr(&run));
    assert_eq!(stdout(&run).lines().count(), 1);
}

#[test]
fn the_depth_at_which_a_beam_ends_is_named() {
    let sandbox = Sandbox::new();
    let board = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";
    let beam = ["solve", "--algorithm", "beam:2", "--heuristic", "manhattan", board];
    let text = stdout(&sandbox.run(&[&beam[..], &["--depth-limit", "50"]].concat()).code(1));
    let named = "stopped at the limit of depth: a beam of width 2 found no solution of at most 50 moves";
    assert!(text.contains(named), "{text}");
    let narrow = ["solve", "--algorithm", "beam:1", "--heuristic", "zero", board];
    let text = stdout(&sandbox.run(&narrow).code(1));
    assert!(text.contains("found no solution of at most 1000 moves"), "{text}");
}
