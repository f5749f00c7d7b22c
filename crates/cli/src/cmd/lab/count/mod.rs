//! `fifteen lab count`: the number of states at each depth.

mod record;

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Result;
use fifteen_lab::enumeration::{self, BoardLayers};
use fifteen_solver::Size;
use fifteen_solver::puzzle::Metric;
use fifteen_solver::search::Limits;

use self::record::Record;
use crate::args::{self, GoalArgs, ThreadsArg, bytes, number};
use crate::exit::Exit;
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
/// 60 MB, 7x2 in minutes and 5.5 GB (11 GB in the multi-tile metric). Of larger boards only the states near the goal are
/// counted, on one thread, until memory is full: about 20 depths of 4x4.
///
/// In JSON and CSV each depth is a record, with the states so far as 'total'. In the last record 'depth' is null, and
/// 'status' is 'complete' or 'limit'. The exit code is 1 if a limit or Ctrl-C came before all states were counted.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    goal: GoalArgs,
    /// The metric: the moves that count as one
    ///
    /// In the multi-tile metric, any number of tiles of a row or column that slide together are one move.
    #[arg(long, value_name = "single-tile|multi-tile", default_value = "single-tile", value_parser = args::metric(),
        hide_possible_values = true)]
    metric: Metric,
    /// Stop after depth D
    #[arg(long, value_name = "D", value_parser = number::<u32>)]
    depth_limit: Option<u32>,
    /// The memory that states may take
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
  fifteen lab count --size 4x3
  fifteen lab count --size 3x3 --metric multi-tile --goal spiral --json
  fifteen lab count --depth-limit 15";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let (goal, board) = (args.goal.goal()?, args.goal.board()?);
    let (metric, size) = (args.metric, board.size());
    let limit = memory::granted(args.memory_limit, ui);
    let planes = BoardLayers::bytes(&board, metric);
    let is_whole = planes <= limit;
    announce(size, metric, if is_whole { Ok(planes) } else { Err(limit) }, ui);

    // From here on Ctrl-C stops the count and keeps the complete depths.
    let limits =
        Limits { depth: args.depth_limit, memory: Some(limit), cancel: Some(interrupt::flag()), ..Limits::default() };
    let mut printer = Printer::stdout(args.output.format());
    let mut record = Record::new(size, goal, metric);
    let bar = ui.bar("depth 1", None);
    let begun = Instant::now();
    let mut failure = None;
    let on_depth = &mut |depth, states| {
        record.depth(depth, states, begun.elapsed());
        failure = ui.aside(|| printer.print(&record)).err();
        bar.set_prefix(format!("depth {}", depth + 1));
        bar.set_position(record.total());
        bar.set_message("states so far");
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let counted = if is_whole {
        enumeration::count(&board, metric, args.threads.count(), &limits, on_depth)?
    } else {
        enumeration::count_near(&board, metric, &limits, on_depth)
    };
    bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    let exit = record.end(counted.status, begun.elapsed());
    printer.print(&record)?;
    Ok(exit)
}

/// Announces the memory that planes take, or the limit if they do not fit.
fn announce(size: Size, metric: Metric, memory: Result<u64, u64>, ui: &Ui) {
    let states = enumeration::states(size);
    let states = u64::try_from(states).map_or_else(|_| format!("{:.1e}", states as f64), human::count);
    match memory {
        Ok(planes) => {
            let planes = human::bytes(planes);
            ui.say(format_args!("{size}, {metric} metric: a bit for each of {states} states, {planes} of memory"));
        }
        Err(limit) => ui.say(format_args!(
            "{size}, {metric} metric: {states} states are too many for a bit each; counting those near the goal, as far \
             as {} of memory last",
            human::bytes(limit)
        )),
    }
}
