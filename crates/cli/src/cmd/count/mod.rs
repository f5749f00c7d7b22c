//! `fifteen count`: the number of states at each depth.

mod record;

use std::ops::ControlFlow;
use std::time::Instant;

use fifteen_enumeration::{Enumeration, Event, Method, Options};
use fifteen_solver::puzzle::Metric;
use fifteen_solver::search::Limits;
use fifteen_solver::{Goal, Size};

use self::record::Record;
use crate::args::{self, ThreadsArg, bytes, number};
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::output::{FormatArg, Printer};
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Count the boards that need 0, 1, 2, ... moves
///
/// The search is breadth-first from the goal. Only the cell of the goal's blank matters: other tiles are other names.
/// Each depth is printed as soon as it is complete, so Ctrl-C and limits lose no complete depth.
///
/// If the memory limit allows it, every state has a bit: boards of up to 12 cells are counted completely in seconds and
/// 60 MB, 7x2 in minutes and 5.5 GB (11 GB in the multi-tile metric). Larger boards are counted layer by layer, in one
/// to three bytes per state, until memory is full.
///
/// In JSON and CSV each depth is a record, with the states so far as 'total'. In the last record 'depth' is null, and
/// 'status' is 'complete' or 'limit'. The exit code is 1 if a limit or Ctrl-C came before all states were counted.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Width x height [default: the goal's, else 4x4]
    #[arg(long, value_name = "WxH", value_parser = args::size(), hide_possible_values = true)]
    size: Option<Size>,
    /// The goal, of which only the blank's cell matters
    ///
    /// last, first, spiral, or a board.
    #[arg(long, value_name = "G", default_value = "last", value_parser = args::goal(), hide_possible_values = true)]
    goal: String,
    /// The metric: the moves that count as one
    ///
    /// In the multi-tile metric, any number of tiles of a row or column that slide together are one move.
    #[arg(long, value_name = "single-tile|multi-tile", default_value = "single-tile", value_parser = args::metric(),
        hide_possible_values = true)]
    metric: Metric,
    /// Stop after depth D
    #[arg(long, value_name = "D", value_parser = number::<u32>)]
    depth_limit: Option<u32>,
    /// Stop before states in memory take more
    ///
    /// A size such as 500M or 8G.
    ///
    /// [default: half of the memory that is available]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory_limit: Option<u64>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: FormatArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen count --size 4x3
  fifteen count --size 3x3 --metric multi-tile --goal spiral --format json
  fifteen count --memory-limit 4G";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let size = match (args.size, goal) {
        (Some(size), _) => size,
        (None, Goal::Board(board)) => board.size(),
        (None, _) => Size::new(4, 4)?,
    };
    let metric = args.metric;
    let enumeration = Enumeration::new(&goal.board(size)?, metric);
    let limit = memory::granted(args.memory_limit, ui);
    let method = enumeration.method(Some(limit));
    announce(&enumeration, method, &format!("{size}, {metric} metric"), limit, ui);
    let mut options = Options::default();
    options.method = Some(method);
    options.threads = args.threads.count();
    options.limits = Limits { depth: args.depth_limit, memory: Some(limit), ..Limits::default() };

    // From here on Ctrl-C stops the count and keeps the complete depths.
    let _watched = interrupt::watched();
    let mut printer = Printer::stdout(args.output.format());
    let mut record = Record::new(size, goal, metric, method);
    let bar = ui.bar("depth 0", None);
    let begun = Instant::now();
    let mut failure = None;
    let counted = enumeration.count(&options, &mut |event| {
        match event {
            Event::Depth { depth, states } => {
                record.depth(depth, states, begun.elapsed());
                failure = ui.aside(|| printer.print(&record)).err();
            }
            Event::Working { depth, states, bytes } => {
                bar.set_prefix(format!("depth {depth}"));
                bar.set_position(states);
                let rate = human::rate(states as f64 / begun.elapsed().as_secs_f64().max(1e-6));
                bar.set_message(format!("states, {rate}, {}", human::bytes(bytes)));
            }
            _ => (),
        }
        if failure.is_some() || interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    let exit = record.end(&counted?, begun.elapsed());
    printer.print(&record)?;
    Ok(exit)
}

/// Announces the memory that the count will take.
fn announce(enumeration: &Enumeration, method: Method, what: &str, limit: u64, ui: &Ui) {
    let states = enumeration.states();
    let states = u64::try_from(states).map_or_else(|_| format!("{:.1e}", states as f64), human::count);
    let planes = human::bytes(enumeration.planes_bytes());
    match method {
        Method::Planes => ui.say(format_args!("{what}: a bit for each of {states} states, {planes} of memory")),
        Method::Layers => ui.say(format_args!(
            "{what}: {states} states are too many for a bit each; counting layer by layer within {} of memory",
            human::bytes(limit)
        )),
    }
}
