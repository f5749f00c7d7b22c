//! `fifteen blocks check`: what can be said of a puzzle besides its solution.

use std::io::{self, Write};

use anstyle::Style;
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::{Arrangements, BlockMetric, StopReason, survey};
use fifteen_solver::record::{BlockCheckRecord, RecordStatus};
use serde::Serialize;

use super::search::{SearchArgs, timed};
use super::select::{self, SourceArgs};
use crate::exit::{Exit, Failure};
use crate::output::{FormatArg, Printer, Report};
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

const STRONG: Style = Style::new().bold();
/// Samples of the estimate of all arrangements: its standard error is a few percent.
const SAMPLES: u32 = 20_000;

/// Check block puzzles: can they be solved, which pieces never move, are they symmetric
///
/// All states that can be reached are visited. The exit code is 1 if a puzzle has no solution.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks check data/blocks.txt --name \"L'Ane Rouge\"
  fifteen blocks check puzzles.txt --format csv")]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let entries = args.source.entries(ui)?;
    let _watched = interrupt::watched();
    let mut printer = Printer::stdout(args.output.format());
    let mut exit = Exit::Done;
    for entry in &entries {
        if interrupt::requested() {
            return Ok(exit.max(Exit::Partial));
        }
        let record = checked(args, entry, ui);
        if record.status == RecordStatus::Invalid {
            let error = record.error.as_deref().unwrap_or_default();
            ui.error(format_args!("{}{}: {error}", args.source.prefix(), select::label(entry)));
        }
        exit = exit.max(Exit::of(record.status));
        printer.print(&CheckReport(&record))?;
    }
    Ok(exit)
}

fn checked(args: &Args, entry: &PuzzleEntry, ui: &Ui) -> BlockCheckRecord {
    let puzzle = match &entry.puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => return BlockCheckRecord::invalid(entry, error.to_string()),
    };
    let options = args.search.options(BlockMetric::Unit);
    let (found, _) = timed(puzzle, &select::label(entry), ui, |progress| survey(puzzle, &options, progress));
    match found {
        Ok(found) => {
            if found.stopped == Some(StopReason::Memory) {
                args.search.note_limit(&options, ui);
            }
            let arrangements = Arrangements::estimate(puzzle, SAMPLES, 1);
            BlockCheckRecord::new(entry, puzzle, &found, arrangements)
        }
        Err(error) => BlockCheckRecord::invalid(entry, error.to_string()),
    }
}

#[derive(Serialize)]
#[serde(transparent)]
struct CheckReport<'a>(&'a BlockCheckRecord);

impl Report for CheckReport<'_> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let record = self.0;
        if record.status == RecordStatus::Invalid {
            return Ok(());
        }
        let name = record.name.as_deref().unwrap_or("without a name");
        writeln!(out, "{STRONG}{}. {name}{STRONG:#}", record.index)?;
        let pieces = human::counted(record.pieces as u64, "piece", "pieces");
        writeln!(out, "{} cells, {pieces}", record.size.as_deref().unwrap_or_default())?;
        if let (Some(states), Some(arrangements)) = (record.states, record.arrangements) {
            let states = human::counted(states, "state", "states");
            let reached = if record.error.is_some() { "at least" } else { "in all" };
            writeln!(out, "{reached} {states}; about {} arrangements of the pieces", human::rough_count(arrangements))?;
        }
        match (record.solvable, &record.error) {
            (Some(true), _) => writeln!(out, "solvable")?,
            (Some(false), _) => writeln!(out, "no solution exists")?,
            (None, Some(error)) => writeln!(out, "{error}")?,
            (None, None) => writeln!(out, "no goal")?,
        }
        if let Some(symmetries @ 1..) = record.symmetries {
            writeln!(
                out,
                "symmetric: {}",
                human::counted(symmetries as u64, "mirror image or rotation", "mirror images and rotations")
            )?;
        }
        if !record.stuck.is_empty() {
            writeln!(out, "never moving: {}", record.stuck.join(" "))?;
        }
        record.remarks.iter().try_for_each(|remark| writeln!(out, "{remark}"))
    }
}
