//! `fifteen blocks check`: what can be said of a puzzle besides its solution.

use std::io::{self, Write};

use anstyle::Style;
use anyhow::Result;
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::record::BlockCheckRecord;
use fifteen_blocks::{BlockMetric, StopReason, survey};
use fifteen_solver::record::RecordStatus;

use super::search::{PuzzleRecord, SearchArgs, each_puzzle, timed};
use super::select::{self, SourceArgs};
use crate::exit::Exit;
use crate::output::{FormatArg, Report};
use crate::terminal::human;
use crate::terminal::ui::Ui;

const STRONG: Style = Style::new().bold();

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
    each_puzzle(&args.source, args.output.format(), ui, |entry, puzzle| {
        let options = args.search.options(BlockMetric::Unit);
        let (found, _) = timed(&select::label(entry), ui, |progress| survey(puzzle, &options, progress));
        let found = found?;
        if found.stopped == Some(StopReason::Memory) {
            args.search.note_limit(&options, ui);
        }
        Ok(BlockCheckRecord::new(entry, puzzle, &found))
    })
}

impl PuzzleRecord for BlockCheckRecord {
    fn invalid(entry: &PuzzleEntry, error: String) -> Self {
        Self::invalid(entry, error)
    }

    fn status(&self) -> RecordStatus {
        self.status
    }
}

impl Report for BlockCheckRecord {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.status == RecordStatus::Invalid {
            return Ok(());
        }
        let name = self.name.as_deref().unwrap_or("without a name");
        writeln!(out, "{STRONG}{}. {name}{STRONG:#}", self.index)?;
        let pieces = human::counted(self.pieces as u64, "piece", "pieces");
        writeln!(out, "{} cells, {pieces}", self.size.as_deref().unwrap_or_default())?;
        if let Some(states) = self.states {
            let reached = if self.error.is_some() { "at least" } else { "in all" };
            writeln!(out, "{reached} {}", human::counted(states, "state", "states"))?;
        }
        match (self.solvable, &self.error) {
            (Some(true), _) => writeln!(out, "solvable")?,
            (Some(false), _) => writeln!(out, "no solution exists")?,
            (None, Some(error)) => writeln!(out, "{error}")?,
            (None, None) => writeln!(out, "no goal")?,
        }
        if let Some(symmetries @ 1..) = self.symmetries {
            writeln!(
                out,
                "symmetric: {}",
                human::counted(symmetries as u64, "mirror image or rotation", "mirror images and rotations")
            )?;
        }
        if !self.stuck.is_empty() {
            writeln!(out, "never moving: {}", self.stuck.join(" "))?;
        }
        self.remarks.iter().try_for_each(|remark| writeln!(out, "{remark}"))
    }
}
