//! A game in the terminal: sliding tiles by hand, with hints and solutions.
//!
//! `game` is the state and knows neither the terminal nor threads; `keys` says what keys mean; `search` finds solutions on
//! threads; `view` and `tiles` draw. [`Player`] joins them: the terminal, and the loop of events. Arguments, signals and exit
//! codes are the caller's.

mod game;
mod keys;
mod search;
mod tiles;
mod view;
mod watch;

use std::io;
use std::time::{Duration, Instant};

use fifteen_solver::{Board, RandomBoards, SolverBuilder};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::style::force_color_output;

use self::game::{Effect, Game};
use self::search::{Purpose, Searches};

/// How long a key is waited for before the clock and the searches are looked at again.
const TICK: Duration = Duration::from_millis(50);

/// What is played, and with what hints.
#[derive(Debug)]
pub struct Setup {
    /// The board to be reached; its size is that of all boards.
    pub goal: Board,
    /// The board of the first game; none for a random one. It must be able to reach the goal.
    pub first: Option<Board>,
    /// The seed of the random boards.
    pub seed: u64,
    /// How the solver of hints and solutions is opened.
    pub solver: SolverBuilder,
    /// Whether the screen has colours.
    pub colours: bool,
}

/// How playing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By a key.
    Quit,
    /// By the caller's wish.
    Stopped,
}

/// Why playing cannot begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The terminal cannot be made a screen.
    #[error("cannot take the terminal: {0}")]
    Terminal(io::Error),
    /// The screen cannot be drawn, or keys cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The solver of hints and solutions cannot be opened.
    #[error("{0}")]
    Solver(String),
    /// No thread for a search.
    #[error("cannot start a thread to search: {0}")]
    Thread(io::Error),
    /// A search panicked.
    #[error("the search ended by a fault of this program")]
    Search,
}

/// A player's games, one after the other.
pub struct Player {
    goal: Board,
    /// The board of the first game, unless it is random.
    first: Option<Board>,
    seed: u64,
    random: RandomBoards,
    /// Random boards so far.
    number: u64,
    searches: Searches,
    colours: bool,
}

impl Player {
    /// Prepares games; nothing is opened or drawn yet.
    pub fn new(setup: Setup) -> Self {
        let Setup { goal, first, seed, solver, colours } = setup;
        let searches = Searches::new(solver, goal.size());
        Self { goal, first, seed, random: RandomBoards::new(goal, seed), number: 0, searches, colours }
    }

    /// Opens the solver now, so that an error is known before the screen is taken; otherwise the first search opens it.
    ///
    /// # Errors
    /// If the solver cannot be opened.
    pub fn open_solver(&self) -> Result<(), PlayError> {
        self.searches.open()
    }

    /// Takes the terminal and plays until the player quits or `stop` says so; the terminal is given back at every end.
    ///
    /// # Errors
    /// If the terminal cannot be used, or a search cannot be started.
    pub fn play(self, stop: &dyn Fn() -> bool) -> Result<Ending, PlayError> {
        let mut terminal = taken()?;
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
            for news in self.searches.news()? {
                game.hear(news, now);
            }
            if game.waiting().is_none() {
                self.searches.stop(Purpose::Here);
            }
            game.tick(now);
            let look = view::Look { title: &title, colours: self.colours };
            terminal.draw(|frame| view::draw(frame, &game, &look, now))?;
            if !event::poll(TICK)? {
                continue;
            }
            let Event::Key(key) = event::read()? else { continue };
            match keys::action(key).map_or(Effect::Nothing, |action| game.act(action, began.elapsed())) {
                Effect::Nothing => {}
                Effect::Search(purpose, board) => self.searches.begin(purpose, board)?,
                Effect::New => (game, title) = self.next_game()?,
                Effect::Suspend => suspend(terminal)?,
                Effect::Quit => return Ok(Ending::Quit),
            }
        }
        Ok(Ending::Stopped)
    }

    /// A game and its title; its optimum is searched for from now on.
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
        self.searches.stop(Purpose::Here);
        self.searches.begin(Purpose::Start, start)?;
        Ok((Game::new(start, self.goal), title))
    }
}

/// Gives the terminal back and stops, as Ctrl-Z does elsewhere; goes on when the shell says so.
#[cfg(unix)]
fn suspend(terminal: &mut DefaultTerminal) -> Result<(), PlayError> {
    terminal.show_cursor()?;
    ratatui::restore();
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    // A new screen is empty, and so is what is known of it: the next drawing is whole.
    *terminal = taken()?;
    Ok(())
}

/// Other systems do not stop programs so.
#[cfg(not(unix))]
fn suspend(_: &mut DefaultTerminal) -> Result<(), PlayError> {
    Ok(())
}
/// The whole screen, until [`ratatui::restore`]; a panic gives it back too.
fn taken() -> Result<DefaultTerminal, PlayError> {
    ratatui::try_init().map_err(|error| {
        ratatui::restore();
        PlayError::Terminal(error)
    })
}
