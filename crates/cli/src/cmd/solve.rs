//! `fifteen solve`: shortest solutions of boards from the arguments or a file.

use std::path::PathBuf;
use std::sync::OnceLock;

use fifteen_solver::record::Request;
use fifteen_solver::{Algorithm, Convention, Goal, HeuristicSpec, MoveOrder, Options, Size, Solver, SolverBuilder};

use crate::args::{AlgorithmName, LimitArgs, ModeName, ThreadsArg};
use crate::ask;
use crate::batch::Batch;
use crate::exit::{Exit, Failure};
use crate::input::{self, Lines};
use crate::output::{Format, FormatArg};
use crate::picture::PictureArgs;
use crate::record::{Look, Wording};
use crate::solvers::Solvers;
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// Find shortest solutions
///
/// A board is its numbers row by row, separated by spaces or commas, 0 for the blank; '/' may end a row. Each quoted
/// argument is a board, or all arguments together are one. Solutions are shortest ones, unless it says otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
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
    /// zero, misplaced, manhattan, linear-conflict, walking-distance, a partition (7-8, 7-8:additive,
    /// 7-8:no-reflection, 1-8/9-15), a collection of partitions (7-8x2, or a file as in ./mine.txt), or several joined by
    /// '+' for the largest of them [default: the strongest tables found]
    #[arg(long, value_name = "H")]
    heuristic: Option<HeuristicSpec>,
    /// The algorithm
    #[arg(long, value_enum, value_name = "A", default_value = "ida")]
    algorithm: AlgorithmName,
    /// dfs: search to depth 0, then 1, then 2 and so on, which finds a shortest solution
    #[arg(long)]
    deepening: bool,
    /// A table, or a folder of tables, to be used instead of those found by themselves (may be repeated)
    #[arg(long, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// Check the digests of the tables first, which reads them whole
    #[arg(long)]
    check: bool,
    /// Find all shortest solutions; print at most MAX of them
    #[arg(long, value_name = "MAX", num_args = 0..=1, require_equals = true)]
    all: Option<Option<usize>>,
    /// How ida searches; both find shortest solutions
    #[arg(long, value_enum, value_name = "MODE", default_value = "fast")]
    mode: ModeName,
    /// The order in which the blank's moves are tried [default: ULRD for ida and astar, UDLR for bfs, bfs-tree and
    /// dfs, URDL for branch-and-bound]
    #[arg(long, value_name = "ULRD")]
    order: Option<MoveOrder>,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies
    #[arg(long)]
    finish_iteration: bool,
    #[command(flatten)]
    threads: ThreadsArg,
    /// List the iterations, or levels: bound, nodes generated, nodes expanded
    #[arg(long)]
    stats: bool,
    /// Draw every board on the way, numbered, and list what it took
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    pictures: PictureArgs,
    /// Ask for a board cell by cell; its size is --size, or 4x4
    #[arg(long, conflicts_with_all = ["boards", "file"])]
    interactive: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// What the letters U, D, L, R mean: the tile's direction, or the blank's
    #[arg(long, value_name = "tile|blank", default_value = "tile")]
    moves: Convention,
    #[command(flatten)]
    output: FormatArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen solve \"15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2\"
  fifteen solve --interactive --size 3x3 --show
  fifteen solve --algorithm astar --heuristic manhattan \"8 6 7 / 2 5 4 / 3 0 1\"
  fifteen solve --goal spiral --moves blank --all \"1 3 4 / 8 6 2 / 7 0 5\"
  fifteen solve --svg solution.svg --gif solution.gif \"8 6 7 / 2 5 4 / 3 0 1\"
  fifteen solve --file boards.txt --format json --heuristic manhattan+6-6-3";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let format = args.output.format;
    if args.show && format != Format::Text {
        return Err(Failure::new("--show draws boards as text; leave it out, or leave out --format"));
    }
    if args.boards.is_empty() && args.file.is_none() && !args.interactive {
        return Err(Failure::new(
            "no board given; write its numbers row by row, 0 for the blank, name a file with --file, or be asked with \
             --interactive",
        ));
    }
    args.pictures.require_one_board(0, args.file.is_some())?;
    let algorithm = algorithm(args)?;
    let goal = Goal::parse(&args.goal, args.size)?;
    // A goal that is a board says how large the boards are.
    let size = args.size.or(if let Goal::Board(board) = goal { Some(board.size()) } else { None });
    // Before Ctrl-C is taken as a wish to see what was found: while a question is open it ends the command.
    let asked = args.interactive.then(|| ask::board(size, goal, ui)).transpose()?;
    let look = match (args.show, &args.file) {
        (true, _) => Look::Boards,
        (false, Some(_)) => Look::Line,
        (false, None) => Look::Block,
    };
    if args.heuristic.as_ref().is_some_and(|h| !h.needs_tables()) || !algorithm.takes_heuristic() {
        for (given, option) in [(!args.pdb.is_empty(), "--pdb"), (args.check, "--check")] {
            if given {
                ui.note(format_args!("{option} is not used: no tables are needed"));
            }
        }
    }
    let batch = Batch {
        solvers: Solvers::new(builder(args, goal, algorithm), ui),
        options: options(args, 1),
        wording: Wording {
            request: Request {
                goal: goal.to_string(),
                algorithm,
                mode: args.mode.mode(algorithm, args.all.is_some(), 1),
                convention: args.moves,
                stats: args.stats,
            },
            look,
            in_file: args.file.is_some(),
        },
        format,
        alone: false,
        threads: args.threads.count(),
        first: OnceLock::new(),
        ui,
    };
    let Some(path) = &args.file else {
        let jobs = asked.map_or_else(|| input::of_arguments(&args.boards, size), |job| vec![job]);
        args.pictures.require_one_board(jobs.len(), false)?;
        args.limits.require_an_end(algorithm, jobs.iter().find_map(|job| Some(job.board.as_ref().ok()?.size())))?;
        let alone = jobs.len() == 1;
        let (at_a_time, each) = if alone { (1, args.threads.count()) } else { (args.threads.count(), 1) };
        let mode = args.mode.mode(algorithm, args.all.is_some(), each);
        let mut options = options(args, at_a_time);
        options.mode = mode;
        let mut batch = Batch { alone, options, ..batch };
        batch.wording.request.mode = mode;
        let total = jobs.len() as u64;
        let (exit, _) = batch.run(jobs.into_iter().map(Ok), Some(total))?;
        args.pictures.write(batch.first.get(), goal, args.moves, ui)?;
        return Ok(exit);
    };
    args.limits.require_an_end(algorithm, size)?;
    let batch = Batch { options: options(args, args.threads.count()), ..batch };
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

/// The algorithm asked for; options that it does not have are refused.
fn algorithm(args: &Args) -> Result<Algorithm, Failure> {
    let algorithm = args.algorithm.algorithm(args.deepening);
    if args.deepening && args.algorithm != AlgorithmName::Dfs {
        return Err(Failure::new(format!("--deepening is for dfs, not for {algorithm}")));
    }
    let is_ida = matches!(algorithm, Algorithm::Ida | Algorithm::IdaWrongWay);
    for (given, option) in [(args.all.is_some(), "--all"), (args.finish_iteration, "--finish-iteration")] {
        if given && !is_ida {
            return Err(Failure::new(format!("{option} is for ida and ida-wrong-way, not for {algorithm}")));
        }
    }
    Ok(algorithm)
}

fn builder(args: &Args, goal: Goal, algorithm: Algorithm) -> SolverBuilder {
    let builder = Solver::builder().goal(goal).algorithm(algorithm).check(args.check).threads(args.threads.count());
    let builder = builder.memory(args.limits.memory()).cancel(interrupt::flag());
    let builder = args.order.iter().fold(builder, |builder, order| builder.order(*order));
    let builder = args.pdb.iter().fold(builder, |builder, path| builder.tables(path));
    args.heuristic.iter().fold(builder, |builder, heuristic| builder.heuristic(heuristic.clone()))
}

/// The options of searches of which so many run at a time.
fn options(args: &Args, at_a_time: usize) -> Options {
    let mut options = args.limits.options(at_a_time);
    options.all = args.all.map(|most| most.unwrap_or(usize::MAX));
    options.finish_iteration = args.finish_iteration;
    options.mode = args.mode.mode(Algorithm::Ida, args.all.is_some(), 1);
    options
}
