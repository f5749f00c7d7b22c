//! `fifteen play`, in a terminal: what is seen, what keys do, and that the terminal is given back.

#![cfg(unix)] // a terminal of Unix

use crate::support::Sandbox;
use crate::terminal::Terminal;

/// Two moves from the goal: 5 to the left, 6 up.
const EASY: &str = "1 2 3 / 4 0 5 / 7 8 6";
const UP: &str = "\x1b[A";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const ESCAPE: &str = "\x1b";
const CONTROL_C: &str = "\x03";
const CONTROL_Z: &str = "\x1a";

/// The game in a terminal of the usual size.
fn play(arguments: &[&str]) -> Terminal {
    Terminal::start(&[&["play"], arguments].concat(), (24, 80), &[])
}

/// Ends the game by a key, after which the terminal is as before.
fn quit(mut game: Terminal, key: &str) {
    game.press(key);
    assert_eq!(game.end(), 0);
    assert!(game.is_restored());
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut game = play(&[EASY]);
    game.see("0 moves   optimum 2   0:00");
    game.wait("the other screen", |screen| {
        screen.alternate_screen() && screen.hide_cursor()
    });
    assert!(!game.is_restored());
    game.press(LEFT);
    game.see("1 move ");
    game.press("u");
    game.see("0 moves");
    game.press("y");
    game.see("1 move ");
    game.press("\x7f");
    game.see("0 moves");
    // Capital letters move too, and what cannot move does not.
    game.press("DD");
    game.see("1 move ");
    game.press("AA");
    game.see("3 moves");
    game.press(UP);
    game.see("Solved in 4 moves; 2 would do.");
    game.press("r");
    game.see("0 moves   optimum 2   0:00");
    game.press(LEFT);
    game.press(UP);
    game.see("Solved in 2 moves, the fewest there are.");
    quit(game, "q");
}

#[test]
fn hints_and_a_solution_that_is_watched() {
    let mut game = play(&[EASY]);
    game.press("h");
    game.see("move 5 ←; 2 moves to the goal");
    game.press(RIGHT);
    game.see("1 move ");
    game.press("s+");
    game.see("move 3 of 3, solved");
    game.press("s");
    game.see("1 move   optimum 2");
    quit(game, ESCAPE);
}

#[test]
fn a_seed_means_the_same_boards() {
    let boards = Sandbox::new().output(&["random", "--size", "3x3", "-n", "2", "--seed", "7"]);
    let mut game = play(&["--size", "3x3", "--seed", "7"]);
    for (number, board) in (1..).zip(boards.lines()) {
        let title = format!("3x3, seed 7, board {number}");
        let tiles: Vec<&str> = board
            .split([' ', '/'])
            .filter(|word| !word.is_empty() && *word != "0")
            .collect();
        game.wait(&title, |screen| {
            let text = screen.contents();
            let shown: Vec<&str> = text
                .lines()
                .skip(2)
                .take(9)
                .flat_map(|line| line.split(['│', '║', ' ']))
                .collect();
            text.contains(&title)
                && shown
                    .into_iter()
                    .filter(|w| w.parse::<u8>().is_ok())
                    .eq(tiles.iter().copied())
        });
        game.press("n");
    }
    game.see("board 3");
    quit(game, CONTROL_C);
}

#[test]
fn a_search_that_takes_too_long_is_left() {
    let mut game = play(&[
        "--heuristic",
        "zero",
        "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1",
    ]);
    game.press("s");
    game.see("searching for a shortest solution");
    quit(game, "q");
}

/// The fifth of Korf's 50 boards of the 24-puzzle, with the blank first in the goal.
#[test]
fn a_hint_and_a_solution_do_not_wait_for_the_proof() {
    let board = "17 1 20 9 16 / 2 22 19 14 5 / 15 21 0 3 24 / 23 18 13 12 7 / 10 8 6 4 11";
    let mut game = play(&["--goal", "first", "--heuristic", "linear-conflict", board]);
    game.press("h");
    game.see(" moves to the goal by the best solution found so far");
    game.press("s");
    game.see("the best solution found so far: move 0 of ");
    game.press("s");
    game.see("0 moves   optimum ");
    quit(game, "q");
}

#[test]
fn the_window_may_change() {
    let mut game = play(&["--size", "5x5", "--seed", "1"]);
    game.see("q quit");
    game.see("╰─────╯");
    game.resize(12, 30);
    game.wait("one box", |screen| {
        let text = screen.contents();
        text.matches('╰').count() == 1 && text.contains("5x5, seed 1, board 1")
    });
    game.resize(6, 30);
    game.see("The window is too small");
    game.resize(24, 80);
    game.see("╰─────╯");
    quit(game, "q");
}

#[test]
fn a_request_to_terminate_leaves_the_terminal_in_order() {
    let mut game = play(&[EASY]);
    game.see("optimum 2");
    game.send("-TERM");
    assert_eq!(game.end(), 143);
    assert!(game.is_restored());
}

#[test]
fn stopped_and_continued() {
    let mut game = play(&[EASY]);
    game.see("optimum 2");
    game.press(CONTROL_Z);
    game.wait_until_stopped();
    game.wait("the other screen", |screen| {
        !screen.alternate_screen() && !screen.hide_cursor()
    });
    assert!(game.is_restored());
    game.send("-CONT");
    game.wait("the game again", |screen| {
        screen.alternate_screen() && screen.contents().contains("optimum 2")
    });
    quit(game, "q");
}

#[test]
fn colours_are_those_asked_for() {
    let colours = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut game = Terminal::start(arguments, (24, 80), variables);
        game.see("optimum 2");
        game.press("q");
        assert_eq!(game.end(), 0);
        game.written.windows(4).any(|bytes| bytes == b"8;5;")
    };
    assert!(colours(&["play", EASY], &[]));
    assert!(!colours(&["play", EASY], &[("NO_COLOR", "1")]));
    assert!(!colours(&["play", EASY, "--color", "never"], &[]));
    assert!(colours(
        &["play", EASY, "--color", "always"],
        &[("NO_COLOR", "1")]
    ));
}

#[test]
fn missing_tables_are_reported_before_the_screen_is_taken() {
    for (option, value, said) in [
        ("--heuristic", "7-8", "pdb build"),
        ("--pdb", "there/is/none", "there/is/none"),
    ] {
        let mut game = play(&[option, value]);
        assert_eq!(game.end(), 2, "{option}");
        // Lines are broken by the terminal.
        let text = game.screen().contents().replace('\n', " ");
        assert!(text.contains(said), "{option}: {text}");
        assert!(!game.written.windows(8).any(|bytes| bytes == b"\x1b[?1049h"));
    }
}
