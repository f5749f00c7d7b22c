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

#[test]
fn texts_are_as_wide_as_columns_says() {
    let sandbox = Sandbox::new();
    for (columns, widest) in [("60", 60), ("80", 80), ("500", 100)] {
        let help = stdout(&sandbox.command(&["bench", "--help"]).env("COLUMNS", columns).assert());
        let width = help.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(width <= widest && width > widest / 2, "{width} of {columns}");
    }
    // Boards of 9 columns, with two between them.
    let board = "8 6 7 / 2 5 4 / 3 0 1";
    for (columns, widest) in [("1", 9), ("20", 20), ("30", 20), ("31", 31), ("97", 97), ("", 97), ("wide", 97)] {
        let text = stdout(&sandbox.command(&["solve", board, "--show"]).env("COLUMNS", columns).assert());
        let boards = text.lines().filter(|line| line.starts_with('┌')).map(|line| line.chars().count());
        assert_eq!(boards.max(), Some(widest), "{columns}");
    }
}
