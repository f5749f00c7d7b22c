//! `fifteen split`: one iteration of the search for a board, as units for other processes and machines.

use std::path::{Path, PathBuf};

use fifteen_distributed::{Line, Split, SplitOptions};
use fifteen_solver::{Board, Goal, HeuristicSpec, Mode, MoveOrder, Size, SolveError, Solver, SolverBuilder};

use super::lines;
use crate::args::{self, ThreadsArg};
use crate::exit::{Exit, Failure};
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};
use crate::{input, save};

/// Split the search for one board into units for many machines
///
/// The small first iterations of IDA* are searched at once; the next one is cut into units of similar size, one a line. `work`
/// searches units in any order on any machine; `merge` combines their results into the solution and the counts of one
/// machine.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The board to solve
    #[arg(value_name = "BOARD", conflicts_with = "continue_from", required_unless_present = "continue_from")]
    board: Vec<String>,
    /// Split the next iteration of a job that `merge` has left unsolved; '-' is the standard input
    #[arg(long = "continue", value_name = "STATE", conflicts_with_all = ["size", "heuristic", "order", "finish_iteration", "first"])]
    continue_from: Option<PathBuf>,
    /// Width x height, where neither the rows nor a square count of numbers tell
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// The goal: last, first, spiral, or a board
    #[arg(long, value_name = "G", default_value = "last", conflicts_with = "continue_from",
        value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// The heuristic, as for `solve` [default: the strongest tables found]
    #[arg(long, value_name = "H", value_parser = args::heuristic(), hide_possible_values = true)]
    heuristic: Option<HeuristicSpec>,
    /// A table, or a folder of tables, to use instead of the default folders (may be repeated)
    #[arg(long, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    /// Check the digests of the tables first, which reads them whole
    #[arg(long)]
    check: bool,
    /// The mode of ida, as for `solve`
    #[arg(long,
        value_parser = args::mode(), value_name = "MODE", default_value = "fast", conflicts_with = "continue_from")]
    mode: Mode,
    /// The order in which the blank's moves are tried [default: ULRD]
    #[arg(long, value_name = "ULRD")]
    order: Option<MoveOrder>,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies
    #[arg(long)]
    finish_iteration: bool,
    /// Search iterations here until one expands N nodes; the next is split
    #[arg(long, value_name = "N", default_value_t = SplitOptions::default().first, value_parser = args::number::<u64>)]
    first: u64,
    /// Make about N units [default: units that take seconds each, at least 64]
    #[arg(long, value_name = "N", value_parser = args::number_in::<u32>(1..=1_000_000))]
    units: Option<u32>,
    /// Write the job and its units to a file instead of the standard output, '-'
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen split --out units.jsonl \"0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1\"
  fifteen work units.jsonl --out results.jsonl
  fifteen merge units.jsonl results.jsonl > state.jsonl
  fifteen split --continue state.jsonl --out units2.jsonl

docs/SCALE.md explains the use of many machines.";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let _watched = interrupt::watched();
    args.out.iter().try_for_each(|path| save::prepare(&[("--out", path)]).map(drop))?;
    let split = match &args.continue_from {
        Some(path) => {
            let (job, _) = lines::job_and_units(path)?;
            fifteen_distributed::resume(&job.search.open(&builder(args))?, &job, &options(args, None))
        }
        None => {
            let board = board(args)?;
            let goal = Goal::parse(&args.goal, Some(board.size()))?;
            let solver = args.order.iter().fold(builder(args).goal(goal), |builder, order| builder.order(*order));
            let solver = args.heuristic.iter().fold(solver, |builder, h| builder.heuristic(h.clone()));
            let solver = solver.open(board.size())?;
            solver.notes().iter().for_each(|note| ui.note(note));
            fifteen_distributed::split(&solver, &board, &options(args, Some(goal)))
        }
    };
    match split {
        Ok(split) => write(&split, args, ui),
        Err(fifteen_distributed::DistributedError::Interrupted) => {
            ui.note("interrupted; nothing was written");
            Ok(Exit::Partial)
        }
        Err(fifteen_distributed::DistributedError::Solve(SolveError::Unsolvable(reason))) => {
            ui.error(reason);
            Ok(Exit::Partial)
        }
        Err(error) => Err(error.into()),
    }
}

fn board(args: &Args) -> Result<Board, Failure> {
    let mut boards = input::of_arguments(&args.board, args.size);
    match (boards.pop(), boards.len()) {
        (Some(line), 0) => line.board.map_err(Failure::new),
        (_, others) => Err(Failure::new(format!("one board is split at a time, but {} were given", others + 1))),
    }
}

fn builder(args: &Args) -> SolverBuilder {
    let builder = Solver::builder().check(args.check).threads(args.threads.count()).cancel(interrupt::flag());
    builder.tables_in(&args.pdb)
}

fn options(args: &Args, goal: Option<Goal>) -> SplitOptions {
    SplitOptions {
        mode: args.mode.on(args.threads.count()),
        finish_iteration: args.finish_iteration,
        first: args.first,
        units: args.units.map(|units| units as usize),
        goal,
        cancel: Some(interrupt::flag()),
    }
}

fn write(split: &Split, args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let units = split.units.iter().cloned().map(Line::Unit);
    let mut lines = std::iter::once(Line::Job(split.job.clone())).chain(units);
    let path = args.out.as_deref().unwrap_or(Path::new("-"));
    save::with(path, |out| lines.try_for_each(|line| writeln!(out, "{line}")))?;
    let (nodes, bound) = (split.job.iterations.iter().map(|i| i.generated).sum(), split.job.search.bound);
    let nodes = human::counted(nodes, "node", "nodes");
    match split.units.len() as u64 {
        0 => ui.say(format_args!("solved in the first iterations: {bound} moves, {nodes}; merge prints the solution")),
        units => {
            let units = human::counted(units, "unit", "units");
            ui.say(format_args!("no solution below {bound} moves after {nodes}; the next iteration is in {units}"));
        }
    }
    Ok(Exit::Done)
}
