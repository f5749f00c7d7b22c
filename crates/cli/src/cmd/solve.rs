//! `fifteen solve`: shortest solutions of boards from the arguments or a file.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use fifteen::{Convention, Goal, HeuristicSpec, MoveOrder, Options, Size, Solver, SolverBuilder};

use crate::args::ThreadsArg;
use crate::batch::Batch;
use crate::exit::{Exit, Failure};
use crate::input::{self, Lines};
use crate::interrupt;
use crate::output::{Format, FormatArg};
use crate::record::{Look, Wording};
use crate::solvers::Solvers;
use crate::ui::Ui;

/// Find shortest solutions
///
/// A board is its numbers row by row, separated by spaces or commas, 0 for the blank; '/' may end a row. Each quoted
/// argument is a board, or all arguments together are one.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Boards to solve
    #[arg(value_name = "BOARD", conflicts_with = "file", allow_negative_numbers = true)]
    boards: Vec<String>,
    /// Read boards from a file, one a line; '-' is the standard input, '#' starts a comment
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Leave out the first N boards of the file
    #[arg(long, value_name = "N", conflicts_with = "boards", default_value_t = 0, hide_default_value = true)]
    skip: usize,
    /// Width x height, where neither the rows nor a square count of numbers tell
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// The goal: last (1, 2, 3 ... blank), first (blank, 1, 2 ...), spiral, or a board
    #[arg(long, value_name = "G", default_value = "last")]
    goal: String,
    /// manhattan, or a partition: 7-8, 7-8:additive, 7-8:no-reflection, 1-8/9-15 [default: the strongest tables found]
    #[arg(long, value_name = "H")]
    heuristic: Option<HeuristicSpec>,
    /// The algorithm
    #[arg(long, value_enum, value_name = "A", default_value = "ida")]
    algorithm: Algorithm,
    /// A table, or a folder of tables, to be used instead of those found by themselves (may be repeated)
    #[arg(long, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// Check the digests of the tables first, which reads them whole
    #[arg(long)]
    check: bool,
    /// Find all shortest solutions; print at most MAX of them
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true)]
    all: Option<Option<usize>>,
    /// plain: the literature's search, whose counts of nodes can be compared
    #[arg(long, value_enum, value_name = "MODE", default_value = "plain")]
    mode: Mode,
    /// The order in which the blank's moves are tried
    #[arg(long, value_name = "ULRD", default_value_t = MoveOrder::ULRD)]
    order: MoveOrder,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies
    #[arg(long)]
    finish_iteration: bool,
    #[command(flatten)]
    threads: ThreadsArg,
    /// List the iterations: bound, nodes generated, nodes expanded
    #[arg(long)]
    stats: bool,
    /// Draw every board on the way
    #[arg(long)]
    show: bool,
    /// Give up after generating N nodes
    #[arg(long, value_name = "N")]
    node_limit: Option<u64>,
    /// Give up after S seconds for a board
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Look for no solution of more than D moves
    #[arg(long, value_name = "D")]
    depth_limit: Option<u32>,
    /// What the letters U, D, L, R mean: the tile's direction, or the blank's
    #[arg(long, value_name = "tile|blank", default_value = "tile")]
    moves: Convention,
    #[command(flatten)]
    output: FormatArg,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Algorithm {
    /// Iterative-deepening A*
    Ida,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Mode {
    /// The literature's search
    Plain,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) => Ok(duration),
        Err(_) if seconds.is_nan() => Err("not a number of seconds".to_owned()),
        Err(_) if seconds < 0.0 => Err("a time limit cannot be negative".to_owned()),
        Err(_) => Err("too many seconds; without the option there is no limit".to_owned()),
    }
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let format = args.output.format;
    if args.show && format != Format::Text {
        return Err(Failure::new("--show draws boards as text; leave it out, or leave out --format"));
    }
    if args.boards.is_empty() && args.file.is_none() {
        return Err(Failure::new(
            "no board given; write its numbers row by row, 0 for the blank, or name a file with --file",
        ));
    }
    let goal = Goal::parse(&args.goal, args.size)?;
    // A goal that is a board says how large the boards are.
    let size = args.size.or(if let Goal::Board(board) = goal { Some(board.size()) } else { None });
    let look = match (args.show, &args.file) {
        (true, _) => Look::Boards,
        (false, Some(_)) => Look::Line,
        (false, None) => Look::Block,
    };
    if args.heuristic.as_ref().is_some_and(|h| !h.needs_tables()) {
        for (given, option) in [(!args.pdb.is_empty(), "--pdb"), (args.check, "--check")] {
            if given {
                ui.note(format_args!("{option} is not used: this heuristic needs no tables"));
            }
        }
    }
    let batch = Batch {
        solvers: Solvers::new(builder(args, goal), ui),
        options: options(args),
        wording: Wording {
            goal: goal.to_string(),
            convention: args.moves,
            stats: args.stats,
            look,
            in_file: args.file.is_some(),
        },
        format,
        alone: false,
        threads: args.threads.count(),
        ui,
    };
    let Some(path) = &args.file else {
        let jobs = input::of_arguments(&args.boards, size);
        let batch = Batch { alone: jobs.len() == 1, ..batch };
        let total = jobs.len() as u64;
        return batch.run(jobs.into_iter().map(Ok), Some(total)).map(|(exit, _)| exit);
    };
    let lines = Lines::open(path, size)?;
    let name = lines.name().to_owned();
    // Only a bar needs to know how many there are, so only for one is the file read twice.
    let count = if ui.shows_bars() { input::count(path) } else { None };
    let total = count.map(|n| n.saturating_sub(args.skip as u64));
    let (exit, boards) = batch.run(lines.skip(args.skip), total)?;
    if boards == 0 && !interrupt::requested() {
        let after = if args.skip > 0 { format!(" after the first {}", args.skip) } else { String::new() };
        return Err(Failure::new(format!("no boards in {name}{after}")));
    }
    Ok(exit)
}

fn builder(args: &Args, goal: Goal) -> SolverBuilder {
    let builder = Solver::builder().goal(goal).check(args.check).order(args.order).threads(args.threads.count());
    let builder = args.pdb.iter().fold(builder, |builder, path| builder.tables(path));
    args.heuristic.iter().fold(builder, |builder, heuristic| builder.heuristic(heuristic.clone()))
}

fn options(args: &Args) -> Options {
    let mut options = Options::default();
    options.all = args.all.map(|most| most.unwrap_or(usize::MAX));
    options.finish_iteration = args.finish_iteration;
    options.nodes = args.node_limit;
    options.time = args.time_limit;
    options.depth = args.depth_limit;
    options.cancel = Some(interrupt::flag());
    options
}
