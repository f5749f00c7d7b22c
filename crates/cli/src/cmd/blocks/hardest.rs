//! `fifteen blocks hardest`: the hardest puzzles of a set of pieces.

use std::io::{self, Write};

use anstyle::Style;
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::{HardestStarts, LongestPath, Puzzle, SolveError, StopReason, hardest_arrangements, longest_path};
use fifteen_solver::record::{BlockHardestRecord, RecordStatus};

use super::search::{JointArg, OneMetric, PuzzleRecord, SearchArgs, each_puzzle, timed};
use super::select::{self, SourceArgs};
use super::show::write_beside;
use crate::exit::{Exit, Failure};
use crate::output::{FormatArg, Report};
use crate::terminal::human;
use crate::terminal::ui::Ui;

const STRONG: Style = Style::new().bold();

/// Find the hardest puzzles of a set of pieces
///
/// All arrangements of the puzzle's pieces on its board are searched at once from its goal, those too that cannot be
/// reached from its start. A locked piece stays on its line, and a piece has only places to which it could slide if it
/// were alone. With --pairs the goal does not matter: the two positions that are farthest apart are found, among all
/// that can be reached from the start. If that is stopped, those are printed that were the farthest apart so far.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks hardest data/blocks.txt --name \"L'Ane Rouge\" --metric any-path
  fifteen blocks hardest data/blocks.txt --name \"Nine Blocks\" --pairs")]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// The definition of one move
    #[arg(long, value_enum, value_name = "METRIC", default_value = "unit")]
    metric: OneMetric,
    /// Find the two positions that are farthest apart
    #[arg(long)]
    pairs: bool,
    /// The most positions to print
    #[arg(long, value_name = "N", default_value = "8", value_parser = crate::args::number::<usize>)]
    most: usize,
    #[command(flatten)]
    joint: JointArg,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    each_puzzle(&args.source, args.output.format(), &args.joint, ui, |entry, puzzle| search(args, entry, puzzle, ui))
}

fn search(args: &Args, entry: &PuzzleEntry, puzzle: &Puzzle, ui: &Ui) -> Result<BlockHardestRecord, SolveError> {
    let metric = args.metric.into();
    let mut options = args.search.options(metric, args.joint.joint_moves);
    options.hardest = args.most;
    let label = select::label(entry);
    let found = if args.pairs {
        let (found, _) = timed(puzzle, &label, ui, |progress| longest_path(puzzle, &options, progress));
        found?.map(Found::Pair)
    } else {
        let (found, _) = timed(puzzle, &label, ui, |progress| hardest_arrangements(puzzle, &options, progress));
        found?.map(Found::Starts)
    };
    Ok(match found {
        Err(stop) => {
            if stop == StopReason::Memory {
                args.search.note_limit(&options, ui);
            }
            BlockHardestRecord::stopped(entry, metric, stop)
        }
        Ok(Found::Starts(starts)) => BlockHardestRecord::starts(entry, metric, puzzle, starts.as_ref()),
        Ok(Found::Pair(pair)) => BlockHardestRecord::pair(entry, metric, puzzle, &pair),
    })
}

enum Found {
    Starts(Option<HardestStarts>),
    Pair(LongestPath),
}

impl PuzzleRecord for BlockHardestRecord {
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

impl Report for BlockHardestRecord {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.status == RecordStatus::Invalid {
            return Ok(());
        }
        let name = self.name.as_deref().unwrap_or("without a name");
        writeln!(out, "{STRONG}{}. {name}{STRONG:#}", self.index)?;
        if let Some(error) = &self.error {
            writeln!(out, "{error}")?;
        }
        let Some(distance) = self.distance else { return Ok(()) };
        let moves = format!("{distance} {} {}", self.kind(), human::plural(distance.into(), "move", "moves"));
        match &self.to {
            Some(to) => {
                let what = if self.error.is_some() { "farthest apart of those compared" } else { "farthest apart" };
                writeln!(out, "{what}: {moves} between")?;
                let mut maps = self.positions.clone();
                maps.push(to.clone());
                write_beside(out, &maps)
            }
            None => {
                let starts = human::counted(self.count.unwrap_or_default(), "arrangement", "arrangements");
                let shown = self.positions.len() as u64;
                let some = match shown {
                    0 => String::new(),
                    shown if self.count > Some(shown) => format!(", {} of them:", human::count(shown)),
                    _ => ":".to_owned(),
                };
                writeln!(out, "hardest: {starts} at {moves} from the goal{some}")?;
                write_beside(out, &self.positions)
            }
        }
    }
}
