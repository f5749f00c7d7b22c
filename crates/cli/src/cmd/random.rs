//! `fifteen random`: solvable boards from a seed.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use fifteen_solver::{Goal, RandomBoards, Size};

use crate::args;
use crate::exit::{Exit, Failure};
use crate::output::unwritten;
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// Print random solvable boards, one a line
///
/// Every solvable board is equally likely. The same seed gives the same boards in every version of this program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen random 5
  fifteen random --size 5x5 -n 100 --seed 1 > boards.txt
  fifteen random -n 1000 --goal first | fifteen solve --goal first --file -")]
pub(crate) struct Args {
    /// Width x height of the boards
    ///
    /// [default: the goal's, else 4x4]
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// The number of boards
    #[arg(short = 'n', value_name = "N", default_value = "1", value_parser = args::number::<u64>)]
    count: u64,
    /// The number of boards, as with -n
    #[arg(value_name = "N", conflicts_with = "count", value_parser = args::number::<u64>)]
    boards: Option<u64>,
    /// The seed [default: a random one, printed on the standard error]
    #[arg(long, value_name = "S", value_parser = args::number::<u64>)]
    seed: Option<u64>,
    /// The goal that the boards can reach
    ///
    /// last, first, spiral, or a board.
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let size = match (args.size, goal) {
        (Some(size), _) => size,
        (None, Goal::Board(board)) => board.size(),
        (None, _) => Size::new(4, 4)?,
    };
    let goal = goal.board(size)?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = drawn_seed();
        ui.note(format_args!("to draw the same boards again: --seed {seed}"));
        seed
    });
    let boards = RandomBoards::new(goal, seed);
    let _watched = interrupt::watched();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (_, board) in (0..args.boards.unwrap_or(args.count)).zip(boards) {
        if interrupt::requested() {
            break;
        }
        writeln!(out, "{board}").map_err(unwritten)?;
    }
    out.flush().map_err(unwritten)?;
    if interrupt::requested() {
        ui.note("interrupted; every line that was written is a whole board");
        return Ok(Exit::Partial);
    }
    Ok(Exit::Done)
}

/// A random seed of at most nine digits, from the randomness of the system.
pub(crate) fn drawn_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000_000
}
