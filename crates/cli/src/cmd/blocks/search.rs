//! The options that the commands of block puzzles share, their progress bar, and the loop of those with one record for
//! each puzzle.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fifteen_blocks::format::{PuzzleEntry, PuzzleNotation};
use fifteen_blocks::record::DesignRecord;
use fifteen_blocks::{BlockMetric, BlockOptions, Progress, Puzzle, SolveError};
use fifteen_solver::search::{LimitKind, Limits};
use serde::Serialize;

use super::select::{self, SourceArgs};
use crate::args::{ThreadsArg, bytes};
use crate::exit::Exit;
use crate::memory;
use crate::output::Printer;
use crate::terminal::ui::Ui;
use crate::terminal::{STRONG, human, interrupt};

/// The definitions of one move, each with its help.
pub(super) fn metrics() -> [PossibleValue; 3] {
    [
        PossibleValue::new("unit").help("One piece, one cell"),
        PossibleValue::new("straight").help("One piece, any distance in one direction"),
        PossibleValue::new("any-path").help("One piece, any path, corners allowed"),
    ]
}

/// Parses the definition of one move.
pub(super) fn metric() -> impl TypedValueParser<Value = BlockMetric> {
    PossibleValuesParser::new(metrics()).try_map(|name| name.parse())
}

/// Parses the name of a notation.
pub(super) fn notation() -> impl TypedValueParser<Value = PuzzleNotation> {
    PossibleValuesParser::new(PuzzleNotation::ALL.map(PuzzleNotation::name)).try_map(|name| name.parse())
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
        options.limits = Limits::cancelled_by(interrupt::flag());
        options.limits.memory = Some(self.memory_limit.unwrap_or_else(memory::most_of_available));
        options
    }

    /// Writes a note on the memory limit if a search has stopped there.
    pub(super) fn note_memory(&self, stop: Option<LimitKind>, options: &BlockOptions, ui: &Ui) {
        if stop == Some(LimitKind::Memory) {
            let limit = human::bytes(options.limits.memory.unwrap_or_default());
            let origin = if self.memory_limit.is_some() { "" } else { ", three quarters of what is free" };
            ui.note(format_args!("the memory limit is {limit}{origin}; --memory-limit SIZE sets another"));
        }
    }
}

/// Searches each puzzle of a source and prints its record, until Ctrl-C.
pub(super) fn each_puzzle<T: Default + Serialize>(
    source: &SourceArgs,
    mut printer: Printer,
    ui: &Ui,
    search: impl Fn(&PuzzleEntry, &Puzzle) -> Result<DesignRecord<T>, SolveError>,
    text: impl Fn(&mut dyn Write, &DesignRecord<T>) -> io::Result<()>,
) -> Result<Exit> {
    let mut exit = Exit::Done;
    for entry in &source.entries(ui)? {
        if interrupt::requested() {
            return Ok(exit.max(Exit::Partial));
        }
        let found = match &entry.puzzle {
            Ok(puzzle) => search(entry, puzzle).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let record = found.unwrap_or_else(|error| {
            ui.error(format_args!("{}{}: {error}", source.prefix(), select::label(entry)));
            DesignRecord::invalid(entry, error)
        });
        exit = exit.max(Exit::of(record.status));
        printer.print(&record, |out| text(out, &record))?;
    }
    Ok(exit)
}

/// Writes the heading of a puzzle's results.
pub(super) fn write_name(out: &mut dyn Write, index: usize, name: Option<&str>) -> io::Result<()> {
    writeln!(out, "{STRONG}{index}. {}{STRONG:#}", name.unwrap_or("without a name"))
}

/// Runs work that reports its progress, shown as a bar on a terminal; returns the result and the seconds.
pub(super) fn timed<R>(label: &str, ui: &Ui, work: impl FnOnce(&mut dyn FnMut(&Progress)) -> R) -> (R, f64) {
    let bar = ui.bar(label, None);
    let begun = Instant::now();
    let result = work(&mut |progress: &Progress| {
        bar.set_position(progress.states);
        let rate = human::rate(progress.states as f64 / begun.elapsed().as_secs_f64().max(1e-6));
        let bytes = human::bytes(progress.bytes);
        bar.set_message(format!("states, depth {}, {rate}, {bytes}", progress.depth));
    });
    let seconds = begun.elapsed().as_secs_f64();
    bar.finish_and_clear();
    (result, seconds)
}
