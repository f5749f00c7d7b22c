//! `fifteen play`: the game in the terminal, with hints and shortest solutions.
//!
//! The loop of a [`Player`] joins four parts: `keys` turns keys into actions; `game` is the state of a game, without
//! terminal and threads; `search` finds solutions on threads; `view` draws.

mod game;
mod keys;
mod player;
mod search;
mod terminal;
mod view;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{Result, bail};
use fifteen_solver::{Board, Goal, HeuristicSpec, Limits, Setup, Size, notation};

use self::player::Player;
use crate::args;
use crate::cmd::random::drawn_seed;
use crate::exit::Exit;
use crate::memory;
use crate::terminal::color;
use crate::terminal::ui::Ui;

/// Play in the terminal, with hints and solutions
///
/// An arrow key slides a tile in its direction into the blank; so do the capital letters W A S D and H J K L. The
/// bottom of the screen names the other keys: u or Backspace undoes a move, y makes it again, h or ? shows the next
/// move of a shortest solution, s plays a shortest solution (space pauses, + and - change the speed, the left and right
/// arrows step, s returns to your own board), r restarts the board, n draws another one, q, Esc or Ctrl-C quits.
///
/// The clock starts with the first move. The optimum, the fewest moves from the start, is searched in the background.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The first board [default: a random one]
    #[arg(value_name = "BOARD", allow_negative_numbers = true)]
    board: Vec<String>,
    /// Width x height [default: the board's or the goal's, else 4x4]
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// The goal: last (1, 2, 3 ... blank), first (blank, 1, 2 ...), spiral, or a board
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// The seed of the random boards, as for `random`
    ///
    /// [default: drawn anew]
    #[arg(long, value_name = "S", value_parser = args::number::<u64>)]
    seed: Option<u64>,
    /// A table, or a folder of tables, to use instead of the default folders
    ///
    /// May be repeated.
    #[arg(long, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// The heuristic of hints and solutions, as for `solve`
    ///
    /// [default: the strongest tables found]
    #[arg(long, value_name = "H", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Option<HeuristicSpec>,
}

const EXAMPLES: &str = "\
Examples:
  fifteen play
  fifteen play --size 3x3 --goal spiral
  fifteen play --seed 7
  fifteen play \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let (first, goal) = boards(args)?;
    if let Some(board) = &first
        && let Err(reason) = fifteen_solver::puzzle::parity::check(board, &goal)
    {
        ui.error(format_args!("{reason}{}", args::solvable_with(board)));
        return Ok(Exit::Partial);
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("play needs a terminal for its input and its output; `fifteen solve` works with files and pipes");
    }
    let setup = Setup {
        goal: Goal::Board(goal),
        heuristic: args.heuristic.clone(),
        tables: args.pdb.clone(),
        limits: Limits { memory: Some(memory::default_limit()), ..Limits::default() },
        ..Setup::default()
    };
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let player = Player::new(goal, first, seed, setup, color::seen_on(&io::stdout()));
    if !args.pdb.is_empty() || args.heuristic.is_some() {
        // Tables that are missing are reported before the screen is taken.
        player.open_solver()?;
    }
    // From here on a request to terminate is polled, so that the terminal is restored.
    player.play()
}

/// The given board, and the goal.
fn boards(args: &Args) -> Result<(Option<Board>, Board)> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let size = args.size.or(if let Goal::Board(board) = goal { Some(board.size()) } else { None });
    if args.board.is_empty() {
        return Ok((None, goal.board(size.map_or_else(|| Size::new(4, 4), Ok)?)?));
    }
    let board = notation::parse(&args.board.join(" "), size)?;
    Ok((Some(board), goal.board(board.size())?))
}
