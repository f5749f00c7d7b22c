//! `--color`, `NO_COLOR`, `CLICOLOR_FORCE` and `COLUMNS`.

use crate::support::{Sandbox, stderr, stdout};
use assert_cmd::assert::OutputAssertExt;

const EASY: &str = "1 2 3 / 4 0 5 / 7 8 6";
const UNSOLVABLE: &str = "1 2 3 / 4 5 6 / 8 7 0";

/// Colours in the results of a run, colours in its messages, and the width of its results.
fn run(arguments: &[&str], variables: &[(&str, &str)]) -> (bool, bool, usize) {
    let sandbox = Sandbox::new();
    let run = sandbox.command(arguments).envs(variables.iter().copied()).assert();
    let (out, err) = (stdout(&run), stderr(&run));
    (out.contains('\x1b'), err.contains('\x1b'), out.lines().map(|line| line.chars().count()).max().unwrap_or(0))
}

#[test]
fn colours_of_results_and_messages() {
    let colours = |arguments: &[&str], variables: &[(&str, &str)]| {
        let (out, err, _) = run(arguments, variables);
        (out, err)
    };
    // Bold figures, and a note that a picture could not be drawn.
    let solve = ["solve", UNSOLVABLE, "--svg", "a.svg"];
    let with = |option: [&'static str; 2]| [&solve[..], &option].concat();
    assert_eq!(colours(&solve, &[]), (false, false), "no terminal");
    assert_eq!(colours(&solve, &[("CLICOLOR_FORCE", "1")]), (true, true));
    assert_eq!(colours(&solve, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), (false, false));
    assert_eq!(colours(&with(["--color", "always"]), &[("NO_COLOR", "1")]), (true, true));
    assert_eq!(colours(&with(["--color", "never"]), &[("CLICOLOR_FORCE", "1")]), (false, false));
    assert_eq!(colours(&with(["--color", "auto"]), &[]), (false, false));
    // What is for programs has none.
    assert_eq!(colours(&["solve", EASY, "--json", "--color", "always"], &[]), (false, false));
}

#[test]
fn colours_of_help_and_of_what_is_wrong() {
    assert!(!run(&["solve", "--help"], &[]).0);
    assert!(run(&["solve", "--help", "--color=always"], &[]).0);
    assert!(run(&["--color", "always", "help", "solve"], &[]).0);
    assert!(run(&["--help"], &[("CLICOLOR_FORCE", "1")]).0);
    assert!(!run(&["--help", "--color", "never"], &[("CLICOLOR_FORCE", "1")]).0);
    assert!(run(&["solve", "--wrong", "--color", "always"], &[]).1);
    assert!(!run(&["solve", "--wrong"], &[]).1);
    let refused = Sandbox::new().run(&["solve", EASY, "--color", "sometimes"]).code(2);
    assert!(stderr(&refused).contains("[possible values: auto, always, never]"), "{}", stderr(&refused));
}

#[test]
fn texts_are_as_wide_as_columns_says() {
    for (columns, widest) in [("60", 60), ("80", 80), ("500", 100)] {
        let (_, _, width) = run(&["bench", "--help"], &[("COLUMNS", columns)]);
        assert!(width <= widest && width > widest / 2, "{width} of {columns}");
    }
    // Boards of 9 columns, with two between them.
    let board = "8 6 7 / 2 5 4 / 3 0 1";
    let sandbox = Sandbox::new();
    for (columns, widest) in [("1", 9), ("20", 20), ("30", 20), ("31", 31), ("97", 97), ("", 97), ("wide", 97)] {
        let text = stdout(&sandbox.command(&["solve", board, "--show"]).env("COLUMNS", columns).assert());
        let boards = text.lines().filter(|line| line.starts_with('┌')).map(|line| line.chars().count());
        assert_eq!(boards.max(), Some(widest), "{columns}");
    }
}
