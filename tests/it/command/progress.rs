//! Messages that only appear in a terminal: estimates and progress of long searches, and the hint
//! if no board is given. `systems.transcript` tests what is printed without a terminal.

#![cfg(unix)] // a terminal of Unix

use crate::terminal::Terminal;

/// One of the hardest boards. With the Manhattan distance, solving it takes hours.
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
fn a_long_search_shows_an_estimate_and_one_progress_line() {
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
fn a_command_without_a_board_explains_how_to_give_one() {
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
fn a_long_breadth_first_search_shows_the_proven_bound() {
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
fn building_tables_shows_a_progress_bar() {
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
fn drawing_many_boards_shows_their_number() {
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
fn closing_the_terminal_ends_a_search_and_a_game() {
    let mut terminal = Terminal::start(&hard(&[]), (24, 100), &[]);
    terminal.see("searching");
    assert_eq!(terminal.hang_up(), 129);
    let mut game = Terminal::start(&["play", "1 2 3 / 4 5 6 / 7 0 8"], (24, 100), &[]);
    game.see("optimum 1");
    assert_eq!(game.hang_up(), 129);
}
