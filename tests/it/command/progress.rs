//! Terminals: estimates and progress of long searches, and where a board is missing. Elsewhere: `systems.transcript`.

#![cfg(unix)] // a terminal of Unix

use crate::terminal::Terminal;

/// One of the hardest boards: with this heuristic it takes hours.
const HARD: [&str; 4] = [
    "solve",
    "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1",
    "--heuristic",
    "manhattan",
];

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
    let lines: Vec<&str> = screen
        .lines()
        .filter(|line| line.starts_with("searching"))
        .collect();
    let [line] = lines[..] else {
        panic!("not one line, but {lines:?}")
    };
    assert!(
        line.contains(" moves, at least ") && line.contains(" nodes/s, about "),
        "{line}"
    );
    terminal.send("-INT"); // not by a key, which the terminal would echo
    assert_eq!(terminal.end(), 130);
    let screen = terminal.screen().contents();
    assert!(
        !screen.contains("searching") && screen.contains(": interrupted"),
        "{screen}"
    );
}

#[test]
fn a_terminal_is_told_how_to_give_a_board() {
    let mut terminal = Terminal::start(&["solve"], (24, 100), &[]);
    assert_eq!(terminal.end(), 2);
    let shown = terminal.screen().contents();
    assert!(
        shown.contains("no board given") && shown.contains("0 for the blank"),
        "{shown}"
    );
}

#[test]
fn a_quiet_search_shows_no_progress() {
    let mut terminal = Terminal::start(&hard(&["-q", "--time-limit", "1.5"]), (24, 100), &[]);
    assert_eq!(terminal.end(), 1);
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    assert!(
        !written.contains("bound") && !written.contains("searching"),
        "{written}"
    );
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
    assert_eq!(terminal.end(), 130);
}

#[test]
fn a_bar_counts_the_states_of_tables_that_are_built() {
    let arguments = [
        "random",
        "--scramble",
        "--metric",
        "multi-tile",
        "-n",
        "100",
        "--seed",
        "1",
    ];
    let mut terminal = Terminal::start(&arguments, (24, 100), &[]);
    terminal.see("building tables");
    terminal.send("-INT");
    assert_eq!(terminal.end(), 130);
    let screen = terminal.screen().contents();
    assert!(
        screen.contains("interrupted") && !screen.contains("building tables"),
        "{screen}"
    );
}

#[test]
fn boards_that_are_drawn_are_counted() {
    let arguments = [
        "random",
        "--scramble",
        "--size",
        "5x5",
        "-n",
        "1M",
        "--seed",
        "1",
    ];
    let mut terminal = Terminal::start(&arguments, (24, 100), &[]);
    terminal.see(" of 1,000,000 drawn");
    terminal.send("-INT");
    assert_eq!(terminal.end(), 130);
    let screen = terminal.screen().contents();
    assert!(!screen.contains(" drawn"), "{screen}");
}

#[test]
fn a_terminal_that_is_gone_stops_a_search_in_order() {
    let mut terminal = Terminal::start(&hard(&[]), (24, 100), &[]);
    terminal.see("searching");
    assert_eq!(terminal.hang_up(), 129);
    let mut game = Terminal::start(&["play", "1 2 3 / 4 5 6 / 7 0 8"], (24, 100), &[]);
    game.see("optimum 1");
    assert_eq!(game.hang_up(), 129);
}
