//! `fifteen blocks check`: what can be said of a puzzle besides its solution.

use std::io::{self, Write};

use anyhow::Result;
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::record::{BlockCheck, DesignRecord};
use fifteen_blocks::{BlockMetric, Puzzle, reachable_states};

use super::search::{SearchArgs, each_puzzle, timed, write_name};
use super::select::{self, SourceArgs};
use super::show::many;
use crate::exit::Exit;
use crate::output::{FormatArg, Printer};
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// Check block puzzles: can they be solved, which pieces never move, are they symmetric
///
/// All states that can be reached are visited. The exit code is 1 if a puzzle has no solution.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks check data/blocks.txt --name \"L'Ane Rouge\"
  fifteen blocks check puzzles.txt --csv")]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let check = |entry: &PuzzleEntry, puzzle: &Puzzle| {
        let mut options = args.search.options(BlockMetric::Unit);
        (options.hardest, options.stuck) = (0, true);
        let (found, _) = timed(&select::label(entry), ui, |progress| reachable_states(puzzle, &options, progress));
        let found = found?;
        args.search.note_memory(found.stopped, &options, ui);
        Ok(DesignRecord::checked(entry, puzzle, &found))
    };
    each_puzzle(&args.source, Printer::stdout(args.output.format()), ui, check, write_text)
}

fn write_text(out: &mut dyn Write, record: &DesignRecord<BlockCheck>) -> io::Result<()> {
    let found = &record.found;
    let Some(size) = &found.size else { return Ok(()) };
    write_name(out, record.index, record.name.as_deref())?;
    writeln!(out, "{size} cells, {}", many(found.pieces as u64, "piece"))?;
    if let Some(states) = found.states {
        let reached = if record.error.is_some() { "at least" } else { "in all" };
        writeln!(out, "{reached} {}", many(states, "state"))?;
    }
    match (found.solvable, &record.error) {
        (Some(true), _) => writeln!(out, "solvable")?,
        (Some(false), _) => writeln!(out, "no solution exists")?,
        (None, Some(error)) => writeln!(out, "{error}")?,
        (None, None) => writeln!(out, "no goal")?,
    }
    if let Some(number @ 1..) = found.symmetries {
        let images = human::counted(number as u64, "mirror image or rotation", "mirror images and rotations");
        writeln!(out, "symmetric: {images}")?;
    }
    if !found.stuck.is_empty() {
        writeln!(out, "never moving: {}", found.stuck.join(" "))?;
    }
    found.remarks.iter().try_for_each(|remark| writeln!(out, "{remark}"))
}
