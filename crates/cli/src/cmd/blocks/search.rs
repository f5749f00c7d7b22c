//! The options that the commands of block puzzles share, and their progress bar.

use std::time::Instant;

use clap::ValueEnum;
use fifteen_blocks::{Arrangements, BlockMetric, BlockOptions, Progress, Puzzle};
use fifteen_solver::search::Limits;

use crate::args::{ThreadsArg, bytes};
use crate::memory;
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Samples of the estimate that stands beside a progress bar.
const SAMPLES: u32 = 2000;

/// The definition of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OneMetric {
    /// One piece, one cell
    Unit,
    /// One piece, any distance in one direction
    Straight,
    /// One piece, any path, corners allowed
    AnyPath,
}

impl From<OneMetric> for BlockMetric {
    fn from(name: OneMetric) -> Self {
        match name {
            OneMetric::Unit => BlockMetric::Unit,
            OneMetric::Straight => BlockMetric::Straight,
            OneMetric::AnyPath => BlockMetric::AnyPath,
        }
    }
}

/// Threads and memory.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    #[command(flatten)]
    threads: ThreadsArg,
    /// Stop before the states in memory take more
    ///
    /// A size such as 500M or 8G. The proven bound is reported.
    ///
    /// [default: three quarters of the memory that is free]
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = bytes)]
    memory_limit: Option<u64>,
}

impl SearchArgs {
    /// The options of a search that Ctrl-C stops.
    pub(super) fn options(&self, metric: BlockMetric) -> BlockOptions {
        let mut options = BlockOptions::new(metric);
        options.threads = self.threads.count();
        options.limits = Limits { cancel: Some(interrupt::flag()), ..Limits::default() };
        options.memory = Some(self.memory_limit.unwrap_or_else(memory::most_of_available));
        options
    }

    /// A sentence on the memory limit that a search reached.
    pub(super) fn note_limit(&self, options: &BlockOptions, ui: &Ui) {
        let limit = human::bytes(options.memory.unwrap_or_default());
        let origin = if self.memory_limit.is_some() { "" } else { ", three quarters of what is free" };
        ui.note(format_args!("the memory limit is {limit}{origin}; --memory-limit SIZE sets another"));
    }
}

/// Runs work that reports its progress, shown as a bar on a terminal beside an estimate of all states; returns the result
/// and the seconds.
pub(super) fn timed<R>(
    puzzle: &Puzzle,
    label: &str,
    ui: &Ui,
    work: impl FnOnce(&mut dyn FnMut(&Progress)) -> R,
) -> (R, f64) {
    let bar = ui.bar(label, None);
    let most = if ui.shows_bars() { estimate(puzzle) } else { String::new() };
    let begun = Instant::now();
    let result = work(&mut |progress: &Progress| {
        bar.set_position(progress.states);
        let rate = human::rate(progress.states as f64 / begun.elapsed().as_secs_f64().max(1e-6));
        let bytes = human::bytes(progress.bytes);
        bar.set_message(format!("states{most}, depth {}, {rate}, {bytes}", progress.depth));
    });
    let seconds = begun.elapsed().as_secs_f64();
    bar.finish_and_clear();
    (result, seconds)
}

/// ` of at most about 65.9K`: all arrangements of the pieces, most of which can often be reached.
fn estimate(puzzle: &Puzzle) -> String {
    let number = Arrangements::estimate(puzzle, SAMPLES, 1).number;
    if number > 0.0 { format!(" of at most about {}", human::rough_count(number)) } else { String::new() }
}
