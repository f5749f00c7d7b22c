//! The loop of a player's games: keys, searches and time change the game, and the screen shows it.

use std::time::{Duration, Instant};

use fifteen_solver::{Board, RandomBoards, SolverBuilder};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::style::force_color_output;

use crate::game::{Effect, Game};
use crate::search::{BackgroundSearches, SearchRoot};
use crate::view::{self, DisplayOptions};
use crate::{PlayError, keys, terminal};

/// The longest wait for a key before the clock and the searches are polled again.
const TICK: Duration = Duration::from_millis(50);

/// The boards to be played, and the solver of hints.
#[derive(Debug)]
pub struct Setup {
    /// The goal; all boards have its size.
    pub goal: Board,
    /// The board of the first game, from which the goal can be reached; none for a random one.
    pub first: Option<Board>,
    /// The seed of the random boards.
    pub seed: u64,
    /// The builder of the solver for hints and solutions.
    pub solver: SolverBuilder,
    /// The screen has colours.
    pub colours: bool,
}

/// The cause of the end of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The player quit.
    Quit,
    /// The caller's `stop` returned true.
    Stopped,
}

/// A player's games, one after the other.
pub struct Player {
    goal: Board,
    /// The board of the first game, unless it is random.
    first: Option<Board>,
    seed: u64,
    random: RandomBoards,
    /// The number of random boards so far.
    number: u64,
    searches: BackgroundSearches,
    colours: bool,
}

impl Player {
    /// Prepares games; opens and draws nothing yet.
    pub fn new(setup: Setup) -> Self {
        let Setup { goal, first, seed, solver, colours } = setup;
        let searches = BackgroundSearches::new(solver, goal.size());
        Self { goal, first, seed, random: RandomBoards::new(goal, seed), number: 0, searches, colours }
    }

    /// Opens the solver now, so that errors are known before the screen is taken; otherwise the first search opens it.
    ///
    /// # Errors
    /// [`PlayError::Solver`] if the solver cannot be opened.
    pub fn open_solver(&self) -> Result<(), PlayError> {
        self.searches.open()
    }

    /// Takes the terminal and plays until the player quits or `stop` returns true. The terminal is restored at every
    /// end.
    ///
    /// # Errors
    /// [`PlayError`] if the terminal cannot be used, or a search cannot be started or panics.
    pub fn play(self, stop: &dyn Fn() -> bool) -> Result<Ending, PlayError> {
        let mut terminal = terminal::take()?;
        let result = self.games(&mut terminal, stop);
        drop(terminal);
        ratatui::restore();
        result
    }

    fn games(mut self, terminal: &mut DefaultTerminal, stop: &dyn Fn() -> bool) -> Result<Ending, PlayError> {
        let began = Instant::now();
        force_color_output(self.colours);
        let (mut game, mut title) = self.next_game()?;
        while !stop() {
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
                Effect::Suspend => terminal::suspend(terminal)?,
                Effect::Quit => return Ok(Ending::Quit),
            }
        }
        Ok(Ending::Stopped)
    }

    /// The next game and its title; starts the search for its optimum.
    fn next_game(&mut self) -> Result<(Game, String), PlayError> {
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
