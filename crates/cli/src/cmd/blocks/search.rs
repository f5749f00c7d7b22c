//! The options that the commands of block puzzles share, their progress bar, and the loop of those with one record for
//! each puzzle.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::builder::PossibleValue;
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::{Arrangements, BlockMetric, BlockOptions, Progress, Puzzle, SolveError};
use fifteen_solver::record::RecordStatus;
use fifteen_solver::search::Limits;

use super::select::{self, SourceArgs};
use crate::args::{ThreadsArg, bytes};
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::output::{Format, Printer, Report};
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Samples of the estimate that stands beside a progress bar.
const SAMPLES: u32 = 2000;
/// The time for it: the search waits meanwhile.
const LONGEST_ESTIMATE: Duration = Duration::from_millis(200);

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

/// One definition of a move, or all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MetricName {
    One(OneMetric),
    All,
}

impl ValueEnum for MetricName {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::One(OneMetric::Unit), Self::One(OneMetric::Straight), Self::One(OneMetric::AnyPath), Self::All]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::One(metric) => metric.to_possible_value(),
            Self::All => Some(PossibleValue::new("all").help("All three, side by side")),
        }
    }
}

impl MetricName {
    /// The metrics, in the order of results.
    pub(super) fn metrics(self) -> Vec<BlockMetric> {
        match self {
            Self::One(metric) => vec![metric.into()],
            Self::All => BlockMetric::ALL.into(),
        }
    }
}

/// Moves of several pieces.
#[derive(Debug, clap::Args)]
pub(super) struct JointArg {
    /// Let several pieces move together by the same path, as one move
    ///
    /// The pieces need not touch. Such a search takes about ten times as long.
    #[arg(long)]
    pub joint_moves: bool,
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
    /// The options of a search that Ctrl-C stops; with `joint_moves`, several pieces may move together.
    pub(super) fn options(&self, metric: BlockMetric, joint_moves: bool) -> BlockOptions {
        let mut options = BlockOptions { joint_moves, ..BlockOptions::new(metric) };
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

/// The record of one puzzle.
pub(super) trait PuzzleRecord: Report {
    /// The record of a puzzle that cannot be read or searched.
    fn invalid(entry: &PuzzleEntry, error: String) -> Self;

    /// The record of a search in which several pieces may move together, or of one in which they may not.
    fn with_joint_moves(self, joint_moves: bool) -> Self;

    fn status(&self) -> RecordStatus;
}

/// Searches each puzzle of a source and prints its record, until Ctrl-C.
pub(super) fn each_puzzle<R: PuzzleRecord>(
    source: &SourceArgs,
    format: Format,
    joint: &JointArg,
    ui: &Ui,
    search: impl Fn(&PuzzleEntry, &Puzzle) -> Result<R, SolveError>,
) -> Result<Exit, Failure> {
    let entries = source.entries(ui)?;
    let _watched = interrupt::watched();
    let mut printer = Printer::stdout(format);
    let mut exit = Exit::Done;
    for entry in &entries {
        if interrupt::requested() {
            return Ok(exit.max(Exit::Partial));
        }
        let found = match &entry.puzzle {
            Ok(puzzle) => search(entry, puzzle).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let record = found.unwrap_or_else(|error| {
            ui.error(format_args!("{}{}: {error}", source.prefix(), select::label(entry)));
            R::invalid(entry, error)
        });
        let record = record.with_joint_moves(joint.joint_moves);
        exit = exit.max(Exit::of(record.status()));
        printer.print(&record)?;
    }
    Ok(exit)
}

/// Runs work that reports its progress, shown as a bar on a terminal beside an estimate of all states; returns the
/// result and the seconds.
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
    let deadline = Instant::now() + LONGEST_ESTIMATE;
    let limits = Limits { cancel: Some(interrupt::flag()), deadline: Some(deadline), ..Limits::default() };
    let number = Arrangements::estimate(puzzle, SAMPLES, 1, &limits).number;
    if number > 0.0 { format!(" of at most about {}", human::rough_count(number)) } else { String::new() }
}
