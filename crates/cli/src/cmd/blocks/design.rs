//! `fifteen blocks check` and `fifteen blocks hardest`, two commands for designers of puzzles. The
//! first shows properties of a puzzle, such as pieces that never move. The second finds the hardest
//! puzzles with a given set of pieces.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::record::{BlockCheck, BlockHardest, DesignRecord};
use fifteen_blocks::{BlockMetric, HardestOutcome, Puzzle, hardest_puzzles, reachable_states};
use fifteen_solver::record::RecordStatus;

use super::shared::{self, BlockSearchArgs, SearchBar, SourceArgs, each_puzzle, label, write_name};
use super::text::{many, write_hardest};
use crate::exit::Exit;
use crate::output::{Format, FormatArg, Printer};
use crate::save;
use crate::terminal::{Ui, human};

/// Check if block puzzles can be solved, which pieces never move, and if they are symmetric
///
/// The command visits all states that can be reached. The exit code is 1 if a puzzle has no solution.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks check data/blocks.txt --name \"L'Ane Rouge\"
  fifteen blocks check puzzles.txt --csv")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    search: BlockSearchArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(super) fn check(args: &CheckArgs, ui: &Ui) -> Result<Exit> {
    let search = |entry: &PuzzleEntry, puzzle: &Puzzle| {
        let mut options = args.search.options(BlockMetric::Unit);
        (options.hardest, options.stuck) = (0, true);
        let bar = SearchBar::new(&label(entry), ui);
        let found = reachable_states(puzzle, &options, &mut |progress| bar.show(progress))?;
        drop(bar);
        args.search.note_memory(found.stopped, &options, ui);
        Ok(DesignRecord::checked(entry, puzzle, &found))
    };
    each_puzzle(
        &args.source,
        Printer::stdout(args.output.format()),
        ui,
        search,
        write_check,
    )
}

fn write_check(out: &mut dyn Write, record: &DesignRecord<BlockCheck>) -> io::Result<()> {
    let found = &record.found;
    let Some(size) = &found.size else {
        return Ok(());
    };
    write_name(out, record)?;
    writeln!(out, "{size} cells, {}", many(found.pieces as u64, "piece"))?;
    if let Some(states) = found.states {
        let reached = if record.error.is_some() {
            "at least"
        } else {
            "in all"
        };
        writeln!(out, "{reached} {}", many(states, "state"))?;
    }
    match (found.solvable, &record.error) {
        (Some(true), _) => writeln!(out, "solvable")?,
        (Some(false), _) => writeln!(out, "no solution exists")?,
        (None, Some(error)) => writeln!(out, "{error}")?,
        (None, None) => writeln!(out, "no goal")?,
    }
    if let Some(number @ 1..) = found.symmetries {
        let images = human::counted(
            number as u64,
            "mirror image or rotation",
            "mirror images and rotations",
        );
        writeln!(out, "symmetric: {images}")?;
    }
    if !found.stuck.is_empty() {
        writeln!(out, "never moving: {}", found.stuck.join(" "))?;
    }
    found
        .remarks
        .iter()
        .try_for_each(|remark| writeln!(out, "{remark}"))
}

/// Find the hardest puzzles with a given set of pieces
///
/// The command searches all arrangements of the puzzle's pieces at once, beginning at its goal. They include arrangements
/// that cannot be reached from its start. A locked piece stays on its line, and any piece stays on the cells to which it
/// could slide if it were alone.
///
/// If the puzzle has no goal, the command finds the hardest goals from its start instead. Such a goal is one piece in one
/// place, where pieces of the same shape can stand for each other.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen blocks hardest data/blocks.txt --name \"L'Ane Rouge\" --metric any-path
  fifteen blocks hardest puzzles.txt --save hardest.txt")]
pub(crate) struct HardestArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", default_value = "unit", value_parser = shared::metric())]
    metric: BlockMetric,
    /// Maximum number of positions to print
    #[arg(long, value_name = "N", default_value = "8", value_parser = crate::args::number::<usize>)]
    most: usize,
    /// Also write the positions to a puzzle file
    ///
    /// The name '-' stands for standard output.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    search: BlockSearchArgs,
    #[command(flatten)]
    output: FormatArg,
}

pub(super) fn hardest(args: &HardestArgs, ui: &Ui) -> Result<Exit> {
    let format = args.output.format();
    let file: Vec<(&'static str, &Path)> = args
        .save
        .iter()
        .map(|path| ("--save", path.as_path()))
        .collect();
    file.iter()
        .try_for_each(|file| args.source.refuse_as_output(*file))?;
    let stream = save::prepare(&file, format == Format::Text, ui)?;
    let puzzles = RefCell::new(Vec::new());
    let search = |entry: &PuzzleEntry, puzzle: &Puzzle| {
        let mut options = args.search.options(args.metric);
        options.hardest = args.most;
        let bar = SearchBar::new(&label(entry), ui);
        let found = hardest_puzzles(puzzle, &options, &mut |progress| bar.show(progress))?;
        drop(bar);
        let stop = match found {
            HardestOutcome::Stopped(stop) => Some(stop),
            HardestOutcome::Found(_) | HardestOutcome::Unsolvable => None,
        };
        args.search.note_memory(stop, &options, ui);
        let record = DesignRecord::hardest(entry, args.metric, found);
        puzzles
            .borrow_mut()
            .extend(record.found.puzzles.iter().map(ToString::to_string));
        Ok(record)
    };
    let exit = each_puzzle(
        &args.source,
        Printer::to(format, stream),
        ui,
        search,
        write_found,
    )?;
    if let Some(path) = &args.save {
        save::content(
            path,
            puzzles.into_inner().join("\n").as_bytes(),
            "written",
            ui,
        )?;
    }
    Ok(exit)
}

fn write_found(out: &mut dyn Write, record: &DesignRecord<BlockHardest>) -> io::Result<()> {
    if record.status == RecordStatus::Invalid {
        return Ok(());
    }
    write_name(out, record)?;
    if let Some(error) = &record.error {
        writeln!(out, "{error}")?;
    }
    let BlockHardest {
        metric: Some(metric),
        distance: Some(distance),
        count: Some(count),
        positions,
        ..
    } = &record.found
    else {
        return Ok(());
    };
    let (noun, from) = if record.found.has_goals {
        ("goal", "start")
    } else {
        ("arrangement", "goal")
    };
    let moves = format!(
        "{distance} {metric} {}",
        human::plural((*distance).into(), "move", "moves")
    );
    write_hardest(
        out,
        *count,
        noun,
        &format!("{moves} from the {from}"),
        positions,
    )
}
