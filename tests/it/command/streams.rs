//! Terminals: the width of texts, and where a board is missing.

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
fn a_terminal_is_told_how_to_give_a_board() {
    let mut terminal = Terminal::start(&["solve"], (24, 100), &[]);
    assert_eq!(terminal.end(), 2);
    let shown = terminal.screen().contents();
    assert!(shown.contains("no board given") && shown.contains("0 for the blank"), "{shown}");
}
