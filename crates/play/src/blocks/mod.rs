//! Block puzzles by hand: the loop of the games, with hints and solutions searched on a thread.

mod game;
mod search;
mod view;

use std::time::{Duration, Instant};

use fifteen_solver::blocks::{BlockOptions, Puzzle};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::style::force_color_output;

use self::game::{BlockAction, BlockGame};
use self::search::PositionSearch;
use crate::keys::Action;
use crate::{Ending, PlayError, keys, terminal};

/// The longest wait for a key before the clock and the search are polled again.
const TICK: Duration = Duration::from_millis(50);

/// The puzzles to be played, one after the other.
#[derive(Debug)]
pub struct BlockSetup {
    /// The puzzles, each with a goal; at least one.
    pub puzzles: Vec<Puzzle>,
    /// The metric, and the limits of searches for hints.
    pub options: BlockOptions,
    /// The screen has colours.
    pub colours: bool,
}

/// Takes the terminal and plays until the player quits or `stop` returns true. The terminal is restored at every end.
///
/// # Errors
/// [`PlayError`] if the terminal cannot be used, or a search cannot be started or panics.
pub fn play_blocks(setup: &BlockSetup, stop: &dyn Fn() -> bool) -> Result<Ending, PlayError> {
    let mut terminal = terminal::take()?;
    let result = games(setup, &mut terminal, stop);
    drop(terminal);
    ratatui::restore();
    result
}

fn games(setup: &BlockSetup, terminal: &mut DefaultTerminal, stop: &dyn Fn() -> bool) -> Result<Ending, PlayError> {
    let began = Instant::now();
    force_color_output(setup.colours);
    let mut number = 0;
    let has_next = setup.puzzles.len() > 1;
    let mut game = BlockGame::new(&setup.puzzles[0], setup.options.metric, has_next);
    let mut optimum = Some(PositionSearch::begin(&setup.puzzles[0], &setup.options)?);
    let mut search: Option<PositionSearch> = None;
    while !stop() {
        let now = began.elapsed();
        if let Some(found) = PositionSearch::ended(&mut optimum)? {
            game.know(&found);
        }
        if let Some(found) = PositionSearch::ended(&mut search)? {
            game.receive(found);
        }
        game.tick(now);
        terminal.draw(|frame| view::draw(frame, &game, number + 1, setup, now))?;
        if !event::poll(TICK)? {
            continue;
        }
        let Event::Key(key) = event::read()? else { continue };
        let Some(action) = action(key) else { continue };
        match action {
            BlockAction::Quit => return Ok(Ending::Quit),
            BlockAction::Suspend => terminal::suspend(terminal)?,
            BlockAction::Next if !has_next => {}
            BlockAction::Next => {
                number = (number + 1) % setup.puzzles.len();
                game = BlockGame::new(&setup.puzzles[number], setup.options.metric, has_next);
                optimum = Some(PositionSearch::begin(&setup.puzzles[number], &setup.options)?);
                search = None;
            }
            other => {
                game.act(other, began.elapsed());
                // A search answers for the position on the board alone.
                search = match (game.is_waiting(), search) {
                    (false, _) => None,
                    (true, Some(search)) => Some(search),
                    (true, None) => Some(PositionSearch::begin(&game.puzzle_from_here(), &setup.options)?),
                };
            }
        }
    }
    Ok(Ending::Stopped)
}

/// The action of a key: those of the tile game, and Tab for another piece.
fn action(key: KeyEvent) -> Option<BlockAction> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    match (key.code, key.modifiers) {
        (KeyCode::BackTab, _) => return Some(BlockAction::Select(false)),
        (KeyCode::Tab, modifiers) => return Some(BlockAction::Select(!modifiers.contains(KeyModifiers::SHIFT))),
        _ => {}
    }
    Some(match keys::action(key)? {
        Action::Move(direction) => BlockAction::Move(game::direction(direction)),
        Action::Undo => BlockAction::Undo,
        Action::Redo => BlockAction::Redo,
        Action::Hint => BlockAction::Hint,
        Action::Playback => BlockAction::Solve,
        Action::New => BlockAction::Next,
        Action::Restart => BlockAction::Restart,
        Action::Quit => BlockAction::Quit,
        Action::Suspend => BlockAction::Suspend,
        Action::Pause | Action::Faster | Action::Slower => return None,
    })
}
