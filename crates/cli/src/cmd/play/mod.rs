//! `fifteen play`: the game in the terminal, with hints and shortest solutions.
//!
//! The loop of a [`Player`] joins four parts: `keys` turns keys into actions; `game` is the state of a game, without
//! terminal and threads; `search` finds solutions on threads; `view` draws.

mod game;
mod keys;
mod player;
mod search;
mod view;

use std::io::{self, IsTerminal};

use anyhow::{Result, bail};
use fifteen_solver::{Board, Goal, Limits, RandomBoards, Setup};

use self::player::Player;
use self::search::BackgroundSearches;
use crate::args::{self, GoalArgs, HeuristicArg, TablesArg};
use crate::cmd::random::drawn_seed;
use crate::exit::Exit;
use crate::input;
use crate::memory;
use crate::terminal::{Ui, color};

/// Play in the terminal, with hints and solutions
///
/// An arrow key slides a tile in its direction into the blank; so do the capital letters W A S D and H J K L. The
/// bottom of the screen names the other keys: u or Backspace undoes a move, y makes it again, h or ? shows the next
/// move of a shortest solution, s plays a shortest solution (space pauses, + and - change the speed, the left and right
/// arrows step, s returns to your own board), r restarts the board, n draws another one, q, Esc or Ctrl-C quits.
///
/// The clock starts with the first move. The optimum, the fewest moves from the start, is searched in the background.
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
    board: Vec<String>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    heuristic: HeuristicArg,
    #[command(flatten)]
    tables: TablesArg,
    /// The seed of the random boards, as for `random`
    ///
    /// [default: another one each time]
    #[arg(long, value_name = "S", value_parser = args::number::<u64>)]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let (first, goal) = boards(args, ui)?;
    if let Some(board) = &first
        && let Err(reason) = fifteen_solver::puzzle::parity::check(board, &goal)
    {
        ui.error(format_args!("{}{}", reason.explanation(), args::solvable_with(board)));
        return Ok(Exit::Partial);
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("play needs a terminal for its input and its output; `fifteen solve` works with files and pipes");
    }
    let limits = Limits { memory: Some(memory::default_limit()), ..Limits::default() };
    let setup = Setup {
        goal: Goal::Board(goal),
        heuristic: args.heuristic.heuristic.clone(),
        tables: args.tables.pdb.clone(),
        limits,
        ..Setup::default()
    };
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let searches = BackgroundSearches::new(setup, goal.size());
    if !args.tables.pdb.is_empty() || args.heuristic.heuristic.is_some() {
        // Tables that are missing are reported before the screen is taken.
        searches.open()?;
    }
    let (random, colours) = (RandomBoards::new(goal, seed), color::seen_on(&io::stdout()));
    Player { goal, first, seed, random, number: 0, searches, colours }.play()
}

/// The given board, and the goal.
fn boards(args: &Args, ui: &Ui) -> Result<(Option<Board>, Board)> {
    if args.board.is_empty() {
        return Ok((None, args.goal.board()?));
    }
    let (board, goal) = input::one_board(&args.board, &args.goal, ui)?;
    Ok((Some(board), goal.board(board.size())?))
}
