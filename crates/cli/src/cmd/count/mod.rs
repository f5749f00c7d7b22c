//! `fifteen count`: how many states a board has at each depth.

mod record;

use std::ops::ControlFlow;
use std::time::Instant;

use clap::ValueEnum;
use fifteen_enumeration::{Enumeration, Event, Method, Options};
use fifteen_solver::puzzle::Metric;
use fifteen_solver::search::Limits;
use fifteen_solver::{Goal, Size};

use self::record::Record;
use crate::args::{ThreadsArg, bytes};
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::output::{FormatArg, Printer};
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Count the states at each depth: how many boards need so many moves
///
/// Breadth first from the goal. Of the goal only the blank's cell matters: goals that differ in their tiles differ in names
/// alone. Each depth is printed as soon as it is complete, so an end by Ctrl-C or at a limit loses none.
///
/// Where the memory limit allows it, every state has its bit: boards of up to 12 cells are counted whole in seconds and 60
/// MB, 7x2 in minutes and 5.5 GB (11 GB in the multi-tile metric). Larger boards are counted layer by layer, in one to three
/// bytes a state, as deep as memory lasts.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Width x height [default: the goal's, else 4x4]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// The goal, of which the blank's cell matters: last, first, spiral or a board
    #[arg(long, value_name = "G", default_value = "last")]
    goal: String,
    /// What counts as one move
    #[arg(long, value_enum, value_name = "METRIC", default_value = "single-tile")]
    metric: MetricName,
    /// Count no depth beyond D
    #[arg(long, value_name = "D")]
    depth_limit: Option<u32>,
    /// Stop before states in memory take more: 500M, 8G [default: half of the memory that is available]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory_limit: Option<u64>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: FormatArg,
}

const EXAMPLES: &str = "\
In JSON and CSV each depth is a record, with the states so far as 'total'; in the last record 'depth' is null, and \
'status' says 'complete' or 'limit'. Exit code 1 if a limit or Ctrl-C came before all states were counted.

Examples:
  fifteen count --size 4x3
  fifteen count --size 3x3 --metric multi-tile --goal spiral --format json
  fifteen count --memory-limit 4G";

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MetricName {
    /// One tile
    SingleTile,
    /// Any number of tiles of a row or column, pushed together
    MultiTile,
}

impl MetricName {
    fn metric(self) -> Metric {
        match self {
            Self::SingleTile => Metric::SingleTile,
            Self::MultiTile => Metric::MultiTile,
        }
    }
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let goal = Goal::parse(&args.goal, args.size)?;
    let size = match (args.size, goal) {
        (Some(size), _) => size,
        (None, Goal::Board(board)) => board.size(),
        (None, _) => Size::new(4, 4)?,
    };
    let metric = args.metric.metric();
    let enumeration = Enumeration::new(&goal.board(size)?, metric);
    let limit = memory::granted(args.memory_limit, ui);
    let method = enumeration.method(Some(limit));
    announce(&enumeration, method, &format!("{size}, {metric} metric"), limit, ui);
    let mut options = Options::default();
    options.method = Some(method);
    options.threads = args.threads.count();
    options.limits = Limits { depth: args.depth_limit, memory: Some(limit), ..Limits::default() };

    // From here on Ctrl-C stops the count, and what is complete is known.
    let _watched = interrupt::watched();
    let mut printer = Printer::stdout(args.output.format);
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

/// Says what memory is going to be taken, before it is.
fn announce(enumeration: &Enumeration, method: Method, what: &str, limit: u64, ui: &Ui) {
    let states = enumeration.states();
    let states = u64::try_from(states).map_or_else(|_| format!("{:.1e}", states as f64), human::count);
    let planes = human::bytes(enumeration.planes_bytes());
    match method {
        Method::Planes => ui.say(format_args!("{what}: a bit for each of {states} states, {planes} of memory")),
        Method::Layers => ui.say(format_args!(
            "{what}: {states} states, too many to have a bit each; layer by layer within {} of memory",
            human::bytes(limit)
        )),
    }
}
