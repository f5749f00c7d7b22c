//! The loop of a player's games: keys, searches and time change the game, and the screen shows it.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use fifteen_solver::{Board, RandomBoards};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::style::force_color_output;

use super::game::{Effect, Game};
use super::keys;
use super::search::{BackgroundSearches, SearchRoot};
use super::view::{self, DisplayOptions};
use crate::exit::Exit;
use crate::terminal::interrupt;

/// The longest wait for a key before the clock and the searches are polled again.
const TICK: Duration = Duration::from_millis(50);

/// A player's games, one after the other.
pub(super) struct Player {
    pub goal: Board,
    /// The board of the first game, from which the goal can be reached, unless it is random.
    pub first: Option<Board>,
    /// The seed of the random boards.
    pub seed: u64,
    pub random: RandomBoards,
    /// The number of random boards so far.
    pub number: u64,
    pub searches: BackgroundSearches,
    pub colours: bool,
}

impl Player {
    /// Takes the terminal and plays until the player quits or the program is interrupted. The terminal is restored at
    /// every end.
    pub(super) fn play(self) -> Result<Exit> {
        let mut terminal = take_terminal()?;
        let result = self.games(&mut terminal);
        drop(terminal);
        ratatui::restore();
        result
    }

    fn games(mut self, terminal: &mut DefaultTerminal) -> Result<Exit> {
        let began = Instant::now();
        force_color_output(self.colours);
        let (mut game, mut title) = self.next_game()?;
        while !interrupt::requested() {
            let now = began.elapsed();
            for event in self.searches.events()? {
                game.receive(event, now);
            }
            if game.waiting().is_none() {
                self.searches.stop(SearchRoot::Current);
            }
            game.tick(now);
            let options = DisplayOptions { title: &title, colours: self.colours };
            terminal.draw(|frame| view::draw(frame, &game, &options, now))?;
            if !event::poll(TICK)? {
                continue;
            }
            let Event::Key(key) = event::read()? else { continue };
            match keys::action(key).map_or(Effect::Nothing, |action| game.act(action, began.elapsed())) {
                Effect::Nothing => {}
                Effect::Search(root, board) => self.searches.begin(root, board)?,
                Effect::New => (game, title) = self.next_game()?,
                Effect::Suspend => suspend(terminal)?,
                Effect::Quit => return Ok(Exit::Done),
            }
        }
        Ok(Exit::Partial)
    }

    /// The next game and its title; starts the search for its optimum.
    fn next_game(&mut self) -> Result<(Game, String)> {
        let size = self.goal.size();
        let (start, title) = match self.first.take() {
            Some(board) => (board, format!("{size}")),
            None => {
                let goal = self.goal;
                let start = self.random.by_ref().find(|board| *board != goal).unwrap_or(goal);
                self.number += 1;
                (start, format!("{size}, seed {}, board {}", self.seed, self.number))
            }
        };
        self.searches.stop(SearchRoot::Current);
        self.searches.begin(SearchRoot::Start, start)?;
        Ok((Game::new(start, self.goal), title))
    }
}

/// Takes the whole screen until [`ratatui::restore`]; a panic restores it too.
fn take_terminal() -> Result<DefaultTerminal> {
    ratatui::try_init().map_err(|error| {
        ratatui::restore();
        anyhow!("cannot take the terminal: {error}")
    })
}

/// Restores the terminal and suspends the program, as Ctrl-Z does elsewhere, until the shell continues it.
#[cfg(unix)]
fn suspend(terminal: &mut DefaultTerminal) -> Result<()> {
    terminal.show_cursor()?;
    ratatui::restore();
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    // A screen that was just taken is empty, and so is ratatui's record of it: the next frame is drawn whole.
    *terminal = take_terminal()?;
    Ok(())
}

/// Does nothing: other systems do not suspend programs.
#[cfg(not(unix))]
fn suspend(_: &mut DefaultTerminal) -> Result<()> {
    Ok(())
}
