//! `fifteen play`: a board to be solved by hand in the terminal.
//!
//! [`game`] is the state and knows neither the terminal nor threads; [`keys`] says what keys mean; [`search`] finds solutions
//! on threads; [`view`] draws. Here is what joins them: the terminal, and the loop of events.

mod game;
mod keys;
mod search;
mod tiles;
mod view;
mod watch;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use fifteen::{Board, Goal, HeuristicSpec, RandomBoards, Size, Solver, notation};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::style::force_color_output;

use self::game::{Effect, Game};
use self::search::{Purpose, Searches};
use crate::cmd::random::drawn_seed;
use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use crate::{color, interrupt, memory};

/// How long a key is waited for before the clock and the searches are looked at again.
const TICK: Duration = Duration::from_millis(50);

/// Play in the terminal, with hints and solutions
///
/// An arrow key slides a tile in its direction into the blank; so do the capital letters W A S D and H J K L. The other keys are
/// named at the bottom of the screen: u or Backspace takes a move back, y makes it again, h or ? shows the next move of a shortest
/// solution, s plays such a solution (space pauses, + and - change the speed, the left and right arrows step, s goes
/// back to your own board), r restarts the board, n brings another one, q, Esc or Ctrl-C quits.
///
/// The clock starts with the first move. The optimum, the fewest moves from the start, is searched for meanwhile.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The board to begin with [default: a random one]
    #[arg(value_name = "BOARD", allow_negative_numbers = true)]
    board: Vec<String>,
    /// Width x height [default: the board's or the goal's, else 4x4]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// The goal: last (1, 2, 3 ... blank), first (blank, 1, 2 ...), spiral, or a board
    #[arg(long, value_name = "G", default_value = "last")]
    goal: String,
    /// The seed of the random boards, as for `random` [default: drawn anew]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// A table, or a folder of tables, to be used instead of those found by themselves (may be repeated)
    #[arg(long, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// The heuristic of hints and solutions, as for `solve` [default: the strongest tables found]
    #[arg(long, value_name = "H")]
    heuristic: Option<HeuristicSpec>,
}

const EXAMPLES: &str = "\
Examples:
  fifteen play
  fifteen play --size 3x3 --goal spiral
  fifteen play --seed 7
  fifteen play \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let (board, goal) = boards(args)?;
    if let Some(board) = &board
        && let Err(reason) = fifteen::puzzle::parity::check(board, &goal)
    {
        ui.error(reason);
        return Ok(Exit::Partial);
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::new(
            "play needs a terminal for its input and its output; `fifteen solve` works with files and pipes",
        ));
    }
    let builder = Solver::builder().goal(Goal::Board(goal)).memory(memory::sensible_limit());
    let builder = args.pdb.iter().fold(builder, |builder, path| builder.tables(path));
    let builder = args.heuristic.iter().fold(builder, |builder, heuristic| builder.heuristic(heuristic.clone()));
    let searches = Searches::new(builder, goal.size());
    if !args.pdb.is_empty() || args.heuristic.is_some() {
        // What was asked for and cannot be had is said before the screen is taken.
        searches.open()?;
    }
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let table = Table { goal, given: board, seed, random: RandomBoards::new(goal, seed), number: 0, searches };
    // From here on a request to terminate is looked for, so that the terminal is left as it was.
    let _watched = interrupt::watched();
    let mut terminal = taken()?;
    let result = table.play(&mut terminal);
    drop(terminal);
    ratatui::restore();
    result
}

/// The board given, and the goal.
fn boards(args: &Args) -> Result<(Option<Board>, Board), Failure> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let size = args.size.or(if let Goal::Board(board) = goal { Some(board.size()) } else { None });
    if args.board.is_empty() {
        return Ok((None, goal.board(size.map_or_else(|| Size::new(4, 4), Ok)?)?));
    }
    let board = notation::parse(&args.board.join(" "), size)?;
    Ok((Some(board), goal.board(board.size())?))
}

/// The whole screen, until [`ratatui::restore`]; a panic gives it back too.
fn taken() -> Result<DefaultTerminal, Failure> {
    ratatui::try_init().map_err(|error| {
        ratatui::restore();
        Failure::new(format!("cannot take the terminal: {error}"))
    })
}

/// What stays from one game to the next.
struct Table {
    goal: Board,
    /// The board of the first game, unless it is random.
    given: Option<Board>,
    seed: u64,
    random: RandomBoards,
    /// How many random boards there were.
    number: u64,
    searches: Searches,
}

impl Table {
    fn play(mut self, terminal: &mut DefaultTerminal) -> Result<Exit, Failure> {
        let began = Instant::now();
        let colours = color::seen_on(&io::stdout());
        force_color_output(colours);
        let (mut game, mut title) = self.next_game()?;
        while !interrupt::requested() {
            let now = began.elapsed();
            for news in self.searches.news()? {
                game.hear(news, now);
            }
            if game.waiting().is_none() {
                self.searches.stop(Purpose::Here);
            }
            game.tick(now);
            let look = view::Look { title: &title, colours };
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
                Effect::Quit => return Ok(Exit::Done),
            }
        }
        Ok(Exit::Partial)
    }

    /// A game and its title; its optimum is searched for from now on.
    fn next_game(&mut self) -> Result<(Game, String), Failure> {
        let size = self.goal.size();
        let (start, title) = match self.given.take() {
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
fn suspend(terminal: &mut DefaultTerminal) -> Result<(), Failure> {
    terminal.show_cursor()?;
    ratatui::restore();
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    // A new screen is empty, and so is what is known of it: the next drawing is whole.
    *terminal = taken()?;
    Ok(())
}

/// Other systems do not stop programs so.
#[cfg(not(unix))]
fn suspend(_: &mut DefaultTerminal) -> Result<(), Failure> {
    Ok(())
}
