//! `fifteen lab count`: counts the states at each depth.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use fifteen_lab::enumeration::{self, BoardLayers};
use fifteen_solver::record::{microseconds, stopped_by};
use fifteen_solver::search::{Limits, Status};
use fifteen_solver::{Goal, Metric, Size};
use serde::Serialize;

use crate::args::{GoalArgs, MetricArg, ThreadsArg, bytes, number};
use crate::exit::Exit;
use crate::memory;
use crate::output::{FormatArg, Printer};
use crate::terminal::{FAINT, Ui, human, interrupt};

/// Count the boards that need 0, 1, 2, ... moves
///
/// The counts come from a breadth-first search that begins at the goal. They depend only on the cell of the goal's
/// blank, because renaming tiles changes nothing. Each depth is printed as soon as it is complete, so nothing is lost if
/// you press Ctrl-C or a limit stops the search.
///
/// If the memory limit allows it, every state has a bit. Boards of up to 12 cells are then counted completely in seconds
/// with 60 MB of memory, and 7x2 in minutes with 5.5 GB (11 GB in the multi-tile metric). On larger boards, only states
/// near the goal are counted, on one thread, until the memory is full. On 4x4, that is about 20 depths.
///
/// In JSON and CSV, each depth is a record, whose field 'total' is the number of states so far. In the last record,
/// 'depth' is null and 'status' is 'complete' or 'limit'. The exit code is 1 if not all states were counted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen lab count --size 4x3
  fifteen lab count --size 3x3 --metric multi-tile --goal spiral --json
  fifteen lab count --depth-limit 15")]
pub(crate) struct Args {
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    metric: MetricArg,
    /// Stop after depth D
    #[arg(long, value_name = "D", value_parser = number::<u32>)]
    depth_limit: Option<u32>,
    /// Memory for the states
    ///
    /// The size is a number of bytes, or has a unit: 500M, 8G, 8GiB.
    ///
    /// [default: half of the available memory]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory_limit: Option<u64>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let (goal, board) = (args.goal.goal()?, args.goal.board()?);
    let (metric, size) = (args.metric.metric, board.size());
    let limit = memory::limit_for(args.memory_limit, ui);
    let planes = BoardLayers::bytes(&board, metric);
    let is_whole = planes <= limit;
    let states = size.reachable_boards();
    let states =
        u64::try_from(states).map_or_else(|_| format!("{:.1e}", states as f64), human::count);
    let plan = match is_whole {
        true => format!(
            "a bit for each of {states} states, {} of memory",
            human::bytes(planes)
        ),
        false => format!(
            "{states} states are too many for a bit each; counting those near the goal, as far as {} of memory last",
            human::bytes(limit)
        ),
    };
    ui.say(format_args!("{size}, {metric} metric: {plan}"));

    // Ctrl-C stops only the count below. The summary of the completed depths is still printed.
    let limits = Limits {
        depth: args.depth_limit,
        memory: Some(limit),
        cancel: Some(interrupt::flag()),
        ..Limits::default()
    };
    let mut printer = Printer::stdout(args.output.format());
    let mut record = DepthRecord::new(size, goal, metric);
    let bar = ui.bar("depth 1", None);
    let begun = Instant::now();
    let mut failure = None;
    let on_depth = &mut |depth, states| {
        record.depth(depth, states, begun.elapsed());
        failure = ui
            .with_bars_hidden(|| printer.print(&record, |out| write_text(out, &record)))
            .err();
        bar.set_prefix(format!("depth {}", depth + 1));
        bar.set_position(record.total);
        bar.set_message("states so far");
        if failure.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let counted = if is_whole {
        enumeration::count(&board, metric, args.threads.threads(), &limits, on_depth)?
    } else {
        enumeration::count_near(&board, metric, &limits, on_depth)
    };
    bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    let exit = record.end(counted.status, begun.elapsed());
    printer.print(&record, |out| write_text(out, &record))?;
    Ok(exit)
}

/// Version of the record format. It increases when a field is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// The result for one depth, or the summary at the end if `depth` is `None`. The fields are in
/// output order.
#[derive(Debug, Default, Serialize)]
struct DepthRecord {
    schema: u32,
    size: String,
    goal: String,
    metric: String,
    depth: Option<u32>,
    states: Option<u64>,
    /// Number of states at all depths so far.
    total: u64,
    /// The largest depth, once all states are counted.
    largest: Option<u32>,
    /// `complete` or `limit` in the summary at the end, and `None` in the records of single depths.
    status: Option<&'static str>,
    #[serde(serialize_with = "microseconds")]
    seconds: f64,
    error: Option<&'static str>,
    /// The last completed depth and its number of states, used only in text format.
    #[serde(skip)]
    last: Option<(u32, u64)>,
}

impl DepthRecord {
    fn new(size: Size, goal: Goal, metric: Metric) -> Self {
        let (size, goal, metric) = (size.to_string(), goal.to_string(), metric.to_string());
        Self {
            schema: SCHEMA,
            size,
            goal,
            metric,
            ..Self::default()
        }
    }

    /// Records a completed depth.
    fn depth(&mut self, depth: u32, states: u64, elapsed: Duration) {
        (self.depth, self.states, self.last) = (Some(depth), Some(states), Some((depth, states)));
        self.total += states;
        self.seconds = elapsed.as_secs_f64();
    }

    /// Turns the record into the summary at the end of the count, and returns the exit code.
    fn end(&mut self, status: Status, elapsed: Duration) -> Exit {
        (self.depth, self.states) = (None, None);
        self.seconds = elapsed.as_secs_f64();
        if let Status::Limit(kind) = status {
            (self.status, self.error) = (Some("limit"), Some(stopped_by(kind)));
            return Exit::Partial;
        }
        (self.status, self.largest) = (Some("complete"), self.last.map(|(depth, _)| depth));
        Exit::Done
    }
}

/// Writes a depth or the summary as text.
fn write_text(out: &mut dyn Write, record: &DepthRecord) -> io::Result<()> {
    if let (Some(depth), Some(states)) = (record.depth, record.states) {
        if depth == 0 {
            writeln!(out, "{:>5} {:>18}", "depth", "states")?;
        }
        return writeln!(out, "{depth:>5} {states:>18}");
    }
    let (depth, states) = record.last.unwrap_or_default();
    let total = human::counted(record.total, "state", "states");
    match &record.error {
        Some(error) => writeln!(out, "{error}; {total} up to depth {depth}")?,
        None => {
            let farthest = human::counted(states, "state", "states");
            writeln!(
                out,
                "{total} in all; the largest depth is {depth}, that of {farthest}"
            )?;
        }
    }
    writeln!(out, "{FAINT}{}{FAINT:#}", human::seconds(record.seconds))
}
