//! `fifteen blocks check`: what can be said of a puzzle besides its solution.

use std::io::{self, Write};

use anstyle::Style;
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::{Arrangements, BlockMetric, StopReason, survey};
use fifteen_solver::record::{BlockCheckRecord, RecordStatus};

use super::search::{JointArg, PuzzleRecord, SearchArgs, each_puzzle, timed};
use super::select::{self, SourceArgs};
use crate::exit::{Exit, Failure};
use crate::output::{FormatArg, Report};
use crate::terminal::human;
use crate::terminal::ui::Ui;

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
    joint: JointArg,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    each_puzzle(&args.source, args.output.format(), &args.joint, ui, |entry, puzzle| {
        let options = args.search.options(BlockMetric::Unit, args.joint.joint_moves);
        // Before the search: what stops that would leave too few samples.
        let arrangements = Arrangements::estimate(puzzle, SAMPLES, 1, &options.limits);
        let (found, _) = timed(puzzle, &select::label(entry), ui, |progress| survey(puzzle, &options, progress));
        let found = found?;
        if found.stopped == Some(StopReason::Memory) {
            args.search.note_limit(&options, ui);
        }
        Ok(BlockCheckRecord::new(entry, puzzle, &found, arrangements))
    })
}

impl PuzzleRecord for BlockCheckRecord {
    fn invalid(entry: &PuzzleEntry, error: String) -> Self {
        Self::invalid(entry, error)
    }

    fn with_joint_moves(self, joint_moves: bool) -> Self {
        self.with_joint_moves(joint_moves)
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
        if let (Some(states), Some(arrangements)) = (self.states, self.arrangements) {
            let states = human::counted(states, "state", "states");
            let reached = if self.error.is_some() { "at least" } else { "in all" };
            let arrangements = match arrangements {
                f64::INFINITY => format!("more than {:.0e}", f64::MAX),
                number => format!("about {}", human::rough_count(number)),
            };
            writeln!(out, "{reached} {states}; {arrangements} arrangements of the pieces")?;
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
