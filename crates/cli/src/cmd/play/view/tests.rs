//! Tests of what the game draws on the screen.

use super::*;
use crate::cmd::play::keys::Action;
use crate::cmd::play::search::GameSearchEvent;
use fifteen_solver::{Board, Convention, Direction, Goal, Path, Size, notation};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const NOW: Duration = Duration::from_secs(100);
const OPTIONS: DisplayOptions = DisplayOptions {
    title: "a title",
    colours: false,
};

/// Returns a game that is two moves from the goal: tile 5 moves left, then tile 6 moves up.
fn game() -> Game {
    Game::new(
        notation::parse("1 2 3 / 4 0 5 / 7 8 6", None).unwrap(),
        goal("3x3"),
    )
}

fn goal(size: &str) -> Board {
    Goal::Last.board(size.parse().unwrap()).unwrap()
}

fn lines(game: &Game, (width, height): (u16, u16)) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| draw(frame, game, &OPTIONS, NOW))
        .unwrap();
    let buffer = terminal.backend().buffer();
    let line = |row: u16| {
        (0..width)
            .map(|column| buffer[(column, row)].symbol())
            .collect::<String>()
    };
    (0..height).map(|row| line(row).trim().to_owned()).collect()
}

#[test]
fn a_board_is_drawn_in_80_columns_and_24_lines() {
    assert_eq!(
        lines(&game(), (80, 24))[..18],
        [
            "a title",
            "",
            "╔═════╗╔═════╗╔═════╗",
            "║  1  ║║  2  ║║  3  ║",
            "╚═════╝╚═════╝╚═════╝",
            "╔═════╗       ╭─────╮",
            "║  4  ║       │  5  │",
            "╚═════╝       ╰─────╯",
            "╔═════╗╔═════╗╭─────╮",
            "║  7  ║║  8  ║│  6  │",
            "╚═════╝╚═════╝╰─────╯",
            "",
            "0 moves   optimum …   0:00",
            "",
            "",
            "",
            "←↑↓→ move   u undo   y redo   h hint   s solve   n new   r restart   q quit",
            "",
        ]
    );
}

#[test]
fn every_size_of_board_is_drawn_or_refused() {
    for size in Size::all() {
        let board = Goal::Last.board(size).unwrap();
        for extent in [(200, 60), (80, 24), (40, 15), (10, 3), (0, 0)] {
            let text = lines(&Game::new(board, board), extent).join("\n");
            let last = (size.cells() - 1).to_string();
            assert!(
                extent != (200, 60) || text.contains(&last),
                "{size}\n{text}"
            );
        }
    }
}

#[test]
fn hints_and_messages_are_drawn_below_the_board() {
    let mut game = game();
    game.receive(GameSearchEvent::Bound(*game.shown(), 2), NOW);
    game.act(Action::Hint, NOW);
    let text = lines(&game, (80, 24)).join("\n");
    assert!(
        text.contains("optimum 2 or more …")
            && text.contains("searching for the next move (at least 2 moves) …"),
        "{text}"
    );
    let path = Path::parse("LU", Convention::Tile).unwrap();
    game.receive(
        GameSearchEvent::Solution {
            board: *game.shown(),
            path,
            is_shortest: true,
        },
        NOW,
    );
    let text = lines(&game, (80, 24)).join("\n");
    assert!(
        text.contains("┃ ← 5 ┃") && text.contains("move 5 ←; 2 moves to the goal"),
        "{text}"
    );
    assert!(lines(&game, (40, 11)).join("\n").contains("│  4     ← 5 │"));
    game.act(Action::Move(Direction::Up), NOW);
    game.receive(GameSearchEvent::Failed("no such table".to_owned()), NOW);
    assert!(
        lines(&game, (80, 24))
            .join("\n")
            .contains("no solution: no such table")
    );
}

#[test]
fn elapsed_times_are_written_as_clocks() {
    assert_eq!(
        [0, 59, 60, 3599, 3661].map(|s| clock(Duration::from_secs(s))),
        ["0:00", "0:59", "1:00", "59:59", "1:01:01"]
    );
}
