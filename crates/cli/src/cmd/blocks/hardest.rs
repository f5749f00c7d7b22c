//! `fifteen blocks hardest`: the hardest puzzles of a set of pieces.

use std::io::{self, Write};

use anstyle::Style;
use anyhow::Result;
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::record::BlockHardestRecord;
use fifteen_blocks::{BlockMetric, Puzzle, SolveError, StopReason, hardest_arrangements};
use fifteen_solver::record::RecordStatus;

use super::search::{self, PuzzleRecord, SearchArgs, each_puzzle, timed};
use super::select::{self, SourceArgs};
use super::show::write_beside;
use crate::exit::Exit;
use crate::output::{FormatArg, Report};
use crate::terminal::human;
use crate::terminal::ui::Ui;

const STRONG: Style = Style::new().bold();

/// Find the hardest puzzles of a set of pieces
///
/// All arrangements of the puzzle's pieces on its board are searched at once from its goal, those too that cannot be
/// reached from its start. A locked piece stays on its line, and a piece has only places to which it could slide if it
/// were alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks hardest data/blocks.txt --name \"L'Ane Rouge\" --metric any-path")]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// The definition of one move
    #[arg(long, value_name = "METRIC", default_value = "unit", value_parser = search::metric())]
    metric: BlockMetric,
    /// The most positions to print
    #[arg(long, value_name = "N", default_value = "8", value_parser = crate::args::number::<usize>)]
    most: usize,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    each_puzzle(&args.source, args.output.format(), ui, |entry, puzzle| search(args, entry, puzzle, ui))
}

fn search(args: &Args, entry: &PuzzleEntry, puzzle: &Puzzle, ui: &Ui) -> Result<BlockHardestRecord, SolveError> {
    let mut options = args.search.options(args.metric);
    options.hardest = args.most;
    let (found, _) = timed(&select::label(entry), ui, |progress| hardest_arrangements(puzzle, &options, progress));
    Ok(match found? {
        Err(stop) => {
            if stop == StopReason::Memory {
                args.search.note_limit(&options, ui);
            }
            BlockHardestRecord::stopped(entry, args.metric, stop)
        }
        Ok(starts) => BlockHardestRecord::starts(entry, args.metric, puzzle, starts.as_ref()),
    })
}

impl PuzzleRecord for BlockHardestRecord {
    fn invalid(entry: &PuzzleEntry, error: String) -> Self {
        Self::invalid(entry, error)
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
        let (Some(distance), Some(metric)) = (self.distance, self.metric) else { return Ok(()) };
        let moves = format!("{distance} {metric} {}", human::plural(distance.into(), "move", "moves"));
        let starts = human::counted(self.count.unwrap_or_default(), "arrangement", "arrangements");
        let some = match self.positions.len() as u64 {
            0 => String::new(),
            shown if self.count > Some(shown) => format!(", {} of them:", human::count(shown)),
            _ => ":".to_owned(),
        };
        writeln!(out, "hardest: {starts} at {moves} from the goal{some}")?;
        write_beside(out, &self.positions)
    }
}
