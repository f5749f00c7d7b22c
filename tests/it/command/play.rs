//! `fifteen play` in a terminal: what the screen shows, what the keys do, and that the terminal is
//! restored at the end.

#![cfg(unix)] // a terminal of Unix

use crate::support::Sandbox;
use crate::terminal::Terminal;

/// A board that is two moves from the goal: tile 5 moves left, then tile 6 moves up.
const EASY: &str = "1 2 3 / 4 0 5 / 7 8 6";
const UP: &str = "\x1b[A";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const ESCAPE: &str = "\x1b";
const CONTROL_C: &str = "\x03";
const CONTROL_Z: &str = "\x1a";

/// Starts the game in a terminal of 24 lines and 80 columns.
fn play(arguments: &[&str]) -> Terminal {
    Terminal::start(&[&["play"], arguments].concat(), (24, 80), &[])
}

/// Ends the game with the given key, and checks that the terminal is restored.
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
    // Capital letters work like lower-case ones, and a key for an impossible move has no effect.
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
fn the_game_gives_hints_and_plays_a_solution() {
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
fn a_seed_gives_the_same_boards_as_fifteen_random() {
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
fn the_game_can_be_quit_during_a_long_search() {
    let mut game = play(&[
        "--heuristic",
        "zero",
        "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1",
    ]);
    game.press("s");
    game.see("searching for a shortest solution");
    quit(game, "q");
}

/// The board is the fifth of Korf's 50 boards of the 24-puzzle, whose goal has the blank first.
/// Proving that a solution is shortest would take far longer than the test waits.
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
fn the_game_adapts_to_the_size_of_the_window() {
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
fn a_termination_signal_restores_the_terminal() {
    let mut game = play(&[EASY]);
    game.see("optimum 2");
    game.send("-TERM");
    assert_eq!(game.end(), 143);
    assert!(game.is_restored());
}

#[test]
fn the_game_can_be_suspended_and_resumed() {
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
fn options_and_variables_control_colours() {
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
fn missing_tables_are_reported_on_the_normal_screen() {
    for (option, value, said) in [
        ("--heuristic", "7-8", "pdb build"),
        ("--pdb", "there/is/none", "there/is/none"),
    ] {
        let mut game = play(&[option, value]);
        assert_eq!(game.end(), 2, "{option}");
        // The terminal breaks long lines.
        let text = game.screen().contents().replace('\n', " ");
        assert!(text.contains(said), "{option}: {text}");
        assert!(!game.written.windows(8).any(|bytes| bytes == b"\x1b[?1049h"));
    }
}
