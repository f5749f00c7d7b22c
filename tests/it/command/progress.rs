//! Terminals: estimates and progress of long searches, there and elsewhere, and where a board is missing.

#![cfg(unix)] // a terminal of Unix

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::support::{Sandbox, interrupt, stderr};
use crate::terminal::Terminal;
use assert_cmd::assert::OutputAssertExt;

/// One of the hardest boards: with this heuristic it takes hours.
const HARD: [&str; 4] = ["solve", "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1", "--heuristic", "manhattan"];

fn hard(more: &[&'static str]) -> Vec<&'static str> {
    [&HARD[..], more].concat()
}

#[test]
fn a_terminal_shows_the_estimate_then_one_line_that_is_rewritten() {
    let mut terminal = Terminal::start(&hard(&[]), (24, 100), &[]);
    terminal.see("nodes so far");
    terminal.see("note: the iteration to bound ");
    terminal.see("left of this iteration");
    let screen = terminal.screen().contents();
    let lines: Vec<&str> = screen.lines().filter(|line| line.starts_with("searching")).collect();
    let [line] = lines[..] else { panic!("not one line, but {lines:?}") };
    assert!(line.contains(" moves, at least ") && line.contains(" nodes/s, about "), "{line}");
    terminal.send("-INT"); // not by a key, which the terminal would echo
    assert_eq!(terminal.end(), 1);
    let screen = terminal.screen().contents();
    assert!(!screen.contains("searching") && screen.contains(": interrupted"), "{screen}");
}

#[test]
fn a_terminal_is_told_how_to_give_a_board() {
    let mut terminal = Terminal::start(&["solve"], (24, 100), &[]);
    assert_eq!(terminal.end(), 2);
    let shown = terminal.screen().contents();
    assert!(shown.contains("no board given") && shown.contains("0 for the blank"), "{shown}");
}

#[test]
fn a_quiet_search_shows_no_progress() {
    let mut terminal = Terminal::start(&hard(&["-q", "--time-limit", "1.5"]), (24, 100), &[]);
    assert_eq!(terminal.end(), 1);
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    assert!(!written.contains("bound") && !written.contains("searching"), "{written}");
}

#[test]
fn off_a_terminal_only_verbose_searches_show_progress() {
    let sandbox = Sandbox::new();
    let plain = sandbox.command(&hard(&["--time-limit", "2.5"])).assert().code(1);
    assert_eq!(stderr(&plain), "");

    let mut command = sandbox.command(&hard(&["-v", "--json"]));
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut wait = |text: &str| lines.find(|line| line.contains(text)).unwrap();
    // The line comes before the note if the first iteration that takes long begins late.
    let first = wait("bound ");
    assert!(first.starts_with("note: "), "{first}");
    let line = wait("left of this iteration");
    assert!(line.contains(" moves, at least ") && line.contains(" nodes/s, about "), "{line}");
    interrupt(&process);
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.starts_with("{\"schema\":1,") && out.lines().count() == 1, "{out}");
}

#[test]
fn other_algorithms_show_what_is_proven() {
    let board = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
    let mut terminal = Terminal::start(&["solve", board, "--algorithm", "bfs"], (24, 100), &[]);
    terminal.wait("a line with a bound", |screen| {
        let text = screen.contents();
        text.contains("searching") && text.contains("at least") && text.contains("nodes so far")
    });
    terminal.press("\x03");
    assert_eq!(terminal.end(), 1);
}
