//! Maps keys to actions.

use fifteen_solver::Direction;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// An action of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Slide a tile in this direction into the blank. During a playback, left and right step back
    /// and forward.
    Move(Direction),
    Undo,
    Redo,
    /// Show the next move of a shortest solution.
    Hint,
    /// Start or leave the playback of a shortest solution.
    Playback,
    Pause,
    Faster,
    Slower,
    /// Start a game with a different board.
    New,
    /// Restart the game with the same board.
    Restart,
    Quit,
    /// Suspend the program until the shell resumes it.
    Suspend,
}

/// The keys during a game, as shown at the bottom of the screen.
pub(crate) const PLAYING: [(&str, &str); 8] = [
    ("←↑↓→", "move"),
    ("u", "undo"),
    ("y", "redo"),
    ("h", "hint"),
    ("s", "solve"),
    ("n", "new"),
    ("r", "restart"),
    ("q", "quit"),
];

/// The keys during a playback, as shown at the bottom of the screen.
pub(crate) const WATCHING: [(&str, &str); 6] = [
    ("space", "pause"),
    ("+ -", "speed"),
    ("← →", "step"),
    ("s", "back"),
    ("n", "new"),
    ("q", "quit"),
];

/// Returns the action for a key, or `None` if the key has no meaning.
pub(crate) fn action(key: KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'C') => Some(Action::Quit),
            KeyCode::Char('z' | 'Z') => Some(Action::Suspend),
            _ => None,
        };
    }
    Some(match key.code {
        // Lower-case letters are commands, so the usual letters for moves (WASD, HJKL) are
        // upper-case.
        KeyCode::Up | KeyCode::Char('W' | 'K') => Action::Move(Direction::Up),
        KeyCode::Left | KeyCode::Char('A' | 'H') => Action::Move(Direction::Left),
        KeyCode::Down | KeyCode::Char('S' | 'J') => Action::Move(Direction::Down),
        KeyCode::Right | KeyCode::Char('D' | 'L') => Action::Move(Direction::Right),
        KeyCode::Char('u') | KeyCode::Backspace => Action::Undo,
        KeyCode::Char('y') => Action::Redo,
        KeyCode::Char('h' | '?') => Action::Hint,
        KeyCode::Char('s') => Action::Playback,
        KeyCode::Char(' ') => Action::Pause,
        KeyCode::Char('+' | '=') => Action::Faster,
        KeyCode::Char('-' | '_') => Action::Slower,
        KeyCode::Char('n') => Action::New,
        KeyCode::Char('r') => Action::Restart,
        KeyCode::Char('q') | KeyCode::Esc => Action::Quit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_agree_with_the_help() {
        let plain = |code| action(KeyEvent::new(code, KeyModifiers::NONE));
        for (codes, direction) in [
            (
                [KeyCode::Up, KeyCode::Char('W'), KeyCode::Char('K')],
                Direction::Up,
            ),
            (
                [KeyCode::Left, KeyCode::Char('A'), KeyCode::Char('H')],
                Direction::Left,
            ),
            (
                [KeyCode::Down, KeyCode::Char('S'), KeyCode::Char('J')],
                Direction::Down,
            ),
            (
                [KeyCode::Right, KeyCode::Char('D'), KeyCode::Char('L')],
                Direction::Right,
            ),
        ] {
            assert!(
                codes
                    .into_iter()
                    .all(|code| plain(code) == Some(Action::Move(direction)))
            );
        }
        for (name, _) in PLAYING
            .into_iter()
            .chain(WATCHING)
            .filter(|(name, _)| name.len() == 1)
        {
            assert!(
                name.chars().all(|c| plain(KeyCode::Char(c)).is_some()),
                "{name}"
            );
        }
        assert_eq!(plain(KeyCode::Char('x')), None);
    }
}
