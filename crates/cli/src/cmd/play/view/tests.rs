//! Tests of the screen.

use super::*;
use crate::cmd::play::keys::Action;
use crate::cmd::play::search::SearchEvent;
use fifteen_solver::{Board, Convention, Direction, Goal, Path, Size, notation};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

const NOW: Duration = Duration::from_secs(100);
const OPTIONS: DisplayOptions = DisplayOptions { title: "a title", colours: false };

/// Two moves from the goal: 5 to the left, 6 up.
fn game() -> Game {
    Game::new(notation::parse("1 2 3 / 4 0 5 / 7 8 6", None).unwrap(), goal("3x3"))
}

fn goal(size: &str) -> Board {
    Goal::Last.board(size.parse().unwrap()).unwrap()
}

fn buffer(game: &Game, options: &DisplayOptions, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, game, options, NOW)).unwrap();
    terminal.backend().buffer().clone()
}

fn lines(game: &Game, extent: (u16, u16)) -> Vec<String> {
    let buffer = buffer(game, &OPTIONS, extent);
    let line = |row: u16| (0..extent.0).map(|column| buffer[(column, row)].symbol()).collect::<String>();
    (0..extent.1).map(|row| line(row).trim().to_owned()).collect()
}

#[test]
fn a_board_in_a_usual_terminal() {
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
fn a_small_window_has_a_compact_board() {
    assert_eq!(
        lines(&game(), (24, 11)),
        [
            "a title",
            "╭────────────╮",
            "│  1   2   3 │",
            "│  4       5 │",
            "│  7   8   6 │",
            "╰────────────╯",
            "0/…   0:00",
            "",
            "",
            "←↑↓→ move   u undo",
            "y redo   h hint",
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
            assert!(extent != (200, 60) || text.contains(&last), "{size}\n{text}");
        }
    }
}

#[test]
fn hints_and_messages() {
    let mut game = game();
    game.receive(SearchEvent::Bound(*game.shown(), 2), NOW);
    game.act(Action::Hint, NOW);
    let text = lines(&game, (80, 24)).join("\n");
    assert!(
        text.contains("optimum 2 or more …") && text.contains("searching for the next move (at least 2 moves) …"),
        "{text}"
    );
    let path = Path::parse("LU", Convention::Tile).unwrap();
    game.receive(SearchEvent::Solution { board: *game.shown(), path, is_shortest: true }, NOW);
    let text = lines(&game, (80, 24)).join("\n");
    assert!(text.contains("┃ ← 5 ┃") && text.contains("move 5 ←; 2 moves to the goal"), "{text}");
    assert!(lines(&game, (40, 11)).join("\n").contains("│  4     ← 5 │"));
    game.act(Action::Move(Direction::Up), NOW);
    game.receive(SearchEvent::Failed("no such table".to_owned()), NOW);
    assert!(lines(&game, (80, 24)).join("\n").contains("no solution: no such table"));
}

#[test]
fn solutions_that_are_not_proven() {
    let mut game = game();
    let path = Path::parse("RLLU", Convention::Tile).unwrap();
    game.receive(SearchEvent::Bound(*game.shown(), 2), NOW);
    game.receive(SearchEvent::Solution { board: *game.shown(), path, is_shortest: false }, Duration::ZERO);
    game.act(Action::Hint, NOW);
    let text = lines(&game, (80, 24)).join("\n");
    assert!(text.contains("optimum 2 to 4 …"), "{text}");
    assert!(text.contains("move 4 →; 4 moves to the goal by the best solution found so far"), "{text}");
    game.act(Action::Playback, NOW);
    let text = lines(&game, (80, 24)).join("\n");
    assert!(text.contains("the best solution found so far: move 0 of 4") && !text.contains("shortest"), "{text}");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let game = game();
    let coloured = |colours| {
        let buffer = buffer(&game, &DisplayOptions { colours, ..OPTIONS }, (80, 24));
        buffer.content.iter().filter(|cell| (cell.fg, cell.bg) != (Color::Reset, Color::Reset)).count()
    };
    assert_eq!((coloured(false), coloured(true)), (0, 8 * 21));
}

#[test]
fn clocks() {
    assert_eq!(
        [0, 59, 60, 3599, 3661].map(|s| clock(Duration::from_secs(s))),
        ["0:00", "0:59", "1:00", "59:59", "1:01:01"]
    );
}
