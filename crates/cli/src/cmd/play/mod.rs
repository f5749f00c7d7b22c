//! `fifteen play`: the game in the terminal, with hints and shortest solutions.
//!
//! The event loop in [`Player`] connects four parts: `keys` maps keys to actions, `game` is the
//! game state without terminal or threads, `search` finds solutions on background threads, and
//! `view` draws the screen.

mod game;
mod keys;
mod search;
mod view;

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use fifteen_solver::{Board, Goal, Limits, RandomBoards, Setup};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::style::force_color_output;

use self::game::{Effect, Game};
use self::search::{BackgroundSearches, SearchRoot};
use self::view::DisplayOptions;
use crate::args::{self, GoalArgs, HeuristicArg, TablesArg};
use crate::cmd::random::drawn_seed;
use crate::exit::Exit;
use crate::input;
use crate::memory;
use crate::terminal::{Ui, color, interrupt};

/// Play in the terminal, with hints and solutions
///
/// An arrow key slides a tile in its direction into the blank. The capital letters W A S D and H J K L do the same. The
/// bottom of the screen names the other keys:
///
/// u or Backspace undoes a move, and y makes it again. h or ? shows the next move of a shortest solution. s plays a
/// shortest solution: the space bar pauses, + and - change the speed, the left and right arrows step, and s returns to
/// your own board. r restarts the board, n draws another one, and q, Esc or Ctrl-C quits.
///
/// The clock starts with your first move. Meanwhile, the fewest moves from the start are searched in the background.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen play
  fifteen play --size 3x3 --goal spiral
  fifteen play --seed 7
  fifteen play \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"")]
pub(crate) struct Args {
    /// The first board [default: a random one]
    #[arg(value_name = "BOARD", allow_negative_numbers = true)]
    board: Vec<OsString>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    heuristic: HeuristicArg,
    #[command(flatten)]
    tables: TablesArg,
    /// Seed of the random boards, as for `random` [default: another one each time]
    #[arg(long, value_name = "S", value_parser = args::number::<u64>)]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let GameBoards { first, goal } = GameBoards::of(args, ui)?;
    if let Some(board) = &first
        && let Err(reason) = fifteen_solver::puzzle::parity::check(board, &goal)
    {
        ui.error(format_args!(
            "{}{}",
            reason.explanation(),
            args::solvable_with(board)
        ));
        return Ok(Exit::Partial);
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!(
            "play needs a terminal for its input and its output; `fifteen solve` works with files and pipes"
        );
    }
    let limits = Limits {
        memory: Some(memory::default_limit()),
        ..Limits::default()
    };
    let setup = Setup {
        goal: Goal::Board(goal),
        heuristic: args.heuristic.heuristic.clone(),
        tables: args.tables.pdb.clone(),
        missing_tables: args.tables.missing(),
        limits,
        ..Setup::default()
    };
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let searches = BackgroundSearches::new(setup, goal.size());
    if !args.tables.pdb.is_empty() || args.heuristic.heuristic.is_some() {
        // Report missing tables before the game takes over the screen.
        searches.open()?;
    }
    let (random, colours) = (RandomBoards::new(goal, seed), color::seen_on(&io::stdout()));
    Player {
        goal,
        first,
        seed,
        random,
        number: 0,
        searches,
        colours,
    }
    .play()
}

/// The boards that the arguments specify.
struct GameBoards {
    /// Board of the first game, or `None` to use a random board.
    first: Option<Board>,
    goal: Board,
}

impl GameBoards {
    fn of(args: &Args, ui: &Ui) -> Result<Self> {
        if args.board.is_empty() {
            return Ok(Self {
                first: None,
                goal: args.goal.board()?,
            });
        }
        let (board, goal) = input::one_board(&args.board, &args.goal, ui)?;
        Ok(Self {
            first: Some(board),
            goal: args::single_board(goal, board.size())?,
        })
    }
}

/// Maximum time to wait for a key before the clock and the searches are polled again.
const TICK: Duration = Duration::from_millis(50);

/// Plays one game after another.
struct Player {
    goal: Board,
    /// Board of the first game, from which the goal can be reached, or `None` to use a random
    /// board.
    first: Option<Board>,
    /// Seed of the random boards.
    seed: u64,
    random: RandomBoards,
    /// Number of random boards so far.
    number: u64,
    searches: BackgroundSearches,
    colours: bool,
}

impl Player {
    /// Switches to full-screen mode, and plays until the player quits or the program is
    /// interrupted. Then restores the terminal.
    fn play(self) -> Result<Exit> {
        // If the terminal is closed, end immediately: nothing needs to be restored, and reading
        // keys would never return.
        interrupt::hangup_ends_the_process();
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
            let options = DisplayOptions {
                title: &title,
                colours: self.colours,
            };
            terminal.draw(|frame| view::draw(frame, &game, &options, now))?;
            if !event::poll(TICK)? {
                continue;
            }
            let Event::Key(key) = event::read()? else {
                continue;
            };
            match keys::action(key)
                .map_or(Effect::Nothing, |action| game.act(action, began.elapsed()))
            {
                Effect::Nothing => {}
                Effect::Search(root, board) => self.searches.begin(root, board)?,
                Effect::New => (game, title) = self.next_game()?,
                Effect::Suspend => suspend(terminal)?,
                Effect::Quit => return Ok(Exit::Done),
            }
        }
        Ok(Exit::Partial)
    }

    /// Returns the next game and its title, and starts the search for a shortest solution.
    fn next_game(&mut self) -> Result<(Game, String)> {
        let size = self.goal.size();
        let (start, title) = match self.first.take() {
            Some(board) => (board, format!("{size}")),
            None => {
                let goal = self.goal;
                let start = self
                    .random
                    .by_ref()
                    .find(|board| *board != goal)
                    .unwrap_or(goal);
                self.number += 1;
                (
                    start,
                    format!("{size}, seed {}, board {}", self.seed, self.number),
                )
            }
        };
        self.searches.stop(SearchRoot::Current);
        self.searches.begin(SearchRoot::Start, start)?;
        Ok((Game::new(start, self.goal), title))
    }
}

/// Switches the terminal to full-screen mode. [`ratatui::restore`] switches back, and is also
/// called on a panic.
fn take_terminal() -> Result<DefaultTerminal> {
    ratatui::try_init().map_err(|error| {
        ratatui::restore();
        anyhow!("cannot take the terminal: {error}")
    })
}

/// Called when the player presses Ctrl-Z. Restores the terminal, suspends the program until the
/// shell resumes it, and then switches to full-screen mode again.
#[cfg(unix)]
fn suspend(terminal: &mut DefaultTerminal) -> Result<()> {
    terminal.show_cursor()?;
    ratatui::restore();
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    // The new terminal object assumes an empty screen, so the next frame is drawn completely.
    *terminal = take_terminal()?;
    Ok(())
}

/// Does nothing, because programs can be suspended only on Unix.
#[cfg(not(unix))]
fn suspend(_: &mut DefaultTerminal) -> Result<()> {
    Ok(())
}
