//! `fifteen blocks hardest`: the hardest puzzles of a set of pieces.

use std::io::{self, Write};

use anyhow::Result;
use fifteen_blocks::record::{BlockHardest, DesignRecord};
use fifteen_blocks::{BlockMetric, hardest_arrangements};
use fifteen_solver::record::RecordStatus;

use super::search::{self, SearchArgs, each_puzzle, timed, write_name};
use super::select::{self, SourceArgs};
use super::show::write_hardest;
use crate::exit::Exit;
use crate::output::{FormatArg, Report};
use crate::terminal::human;
use crate::terminal::ui::Ui;

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
    each_puzzle(&args.source, args.output.format(), ui, |entry, puzzle| {
        let mut options = args.search.options(args.metric);
        options.hardest = args.most;
        let (found, _) = timed(&select::label(entry), ui, |progress| hardest_arrangements(puzzle, &options, progress));
        let found = found?;
        args.search.note_memory(found.as_ref().err().copied(), &options, ui);
        Ok(DesignRecord::hardest(entry, args.metric, puzzle, found))
    })
}

impl Report for DesignRecord<BlockHardest> {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.status == RecordStatus::Invalid {
            return Ok(());
        }
        write_name(out, self.index, self.name.as_deref())?;
        if let Some(error) = &self.error {
            writeln!(out, "{error}")?;
        }
        let BlockHardest { metric: Some(metric), distance: Some(distance), count: Some(count), positions, .. } =
            &self.found
        else {
            return Ok(());
        };
        let moves = format!("{distance} {metric} {}", human::plural((*distance).into(), "move", "moves"));
        write_hardest(out, (*count, "arrangement"), &moves, positions)
    }
}
