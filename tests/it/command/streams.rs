//! Terminals: the width of texts, and `^C`.

#![cfg(target_os = "linux")] // a terminal of Unix

use assert_cmd::assert::OutputAssertExt;

use crate::support::{Sandbox, stdout};
use crate::terminal::Terminal;

#[test]
fn sentences_of_check_obey_columns() {
    let sandbox = Sandbox::new();
    let board = "1 2 3 / 4 5 6 / 8 7 0";
    let checked =
        |columns: &str, board: &str| stdout(&sandbox.command(&["check", board]).env("COLUMNS", columns).assert());
    for board in [board, "8 6 7 / 2 5 4 / 3 0 1"] {
        let (narrow, wide) = (checked("30", board), checked("200", board));
        assert!(narrow.lines().all(|line| line.chars().count() <= 30 || line.starts_with("can")), "{narrow}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert!(words(&narrow) == words(&wide) && narrow.lines().count() > wide.lines().count(), "{narrow}\n{wide}");
    }
}

#[test]
fn ctrl_c_on_a_terminal_says_what_was_proven() {
    let hard = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
    let mut terminal = Terminal::start(&["solve", hard, "--heuristic", "manhattan"], (24, 100), &[]);
    terminal.see("nodes so far");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 1);
    let screen = terminal.screen().contents();
    assert!(screen.contains(": interrupted"), "{screen}");
}
