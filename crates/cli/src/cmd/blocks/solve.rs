//! `fifteen blocks solve`: finds shortest solutions of block puzzles.

use std::io::Write;

use anyhow::{Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser};
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::record::{BlockRecord, BlockStage};
use fifteen_blocks::{BlockMetric, BlockProgress, BlockSearchError};
use fifteen_solver::record::RecordStatus;

use super::compare::{Comparison, Comparisons};
use super::picture::BlockPictureArgs;
use super::shared::{BlockSearchArgs, SearchBar, SourceArgs, label, metrics};
use super::text::{write_side_by_side, write_single};
use crate::exit::Exit;
use crate::output::{Format, FormatArg, Printer};
use crate::terminal::{Ui, interrupt};

/// Find shortest solutions of sliding-block puzzles
///
/// A file contains any number of puzzles. Each puzzle has a line '## name', a line with the words 'start' and 'goal', and
/// below them two maps. In a map, '#' is a wall, '.' is an empty cell, a space is outside the board, and any other
/// character is a piece. The goal map begins in the column of the word 'goal'; only the pieces in it have to reach a
/// place. A map ends at an empty line.
///
/// --metric says what counts as one move. The default, unit, counts every cell that a piece moves. Rush Hour is mostly
/// counted in straight moves. The well-known 81 moves of Klotski are any-path moves.
///
/// In JSON, a result has the fields schema, index (the number of the puzzle in the file), name, status (solved,
/// unsolvable, limit or invalid), metric, length (the fewest moves), visited (states seen by the search), states (all
/// states that can be reached), solutions (the number of shortest ones), moves, seconds, error (why there is no
/// solution), and for Rush Hour car and exit (which car leaves, and on which side). A field is null if its value is
/// unknown or was not requested. With --states, there are two more fields: largest, the largest distance from the start,
/// and hardest, the starting positions farthest from the goal.
///
/// A move is {"piece":"A","path":"RRD"}, which is the character of the piece, and its path cell by cell.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", default_value = "unit", value_parser = metrics_or_all())]
    metric: String,
    /// Count all states that can be reached
    ///
    /// The command then also prints the largest distance and the hardest starting positions.
    #[arg(long)]
    states: bool,
    /// Count the shortest solutions
    #[arg(long)]
    all_counts: bool,
    /// Find only the number of moves, which takes less memory
    #[arg(long, hide_short_help = true, conflicts_with = "show")]
    no_moves: bool,
    /// Draw every position on the way
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    pictures: BlockPictureArgs,
    #[command(flatten)]
    search: BlockSearchArgs,
    /// Compare the number of moves with the one that the file states
    ///
    /// Level packs from other programs state it in a field such as 'minMoves'. Puzzles drawn as maps state it on a line
    /// such as 'optimum: unit=116', 'optimum: 116' or 'optimum: unsolvable'. A difference is an error. If the file does
    /// not say what counts as a move, and the number is the minimum in another metric, a note says so.
    #[arg(long, hide_short_help = true)]
    compare: bool,
    #[command(flatten)]
    output: FormatArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen blocks solve data/blocks.txt --name \"L'Ane Rouge\" --metric all
  fifteen blocks solve data/blocks.txt --name \"#1\" --svg pictures --gif a.gif
  fifteen blocks solve --metric straight BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN
  fifteen blocks solve puzzles.txt --states --all-counts --json";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let format = args.output.format();
    if args.show && format != Format::Text {
        bail!("--show draws positions as text; leave it out, or leave out --json and --csv");
    }
    let entries = args.source.entries(ui)?;
    let metrics: Vec<BlockMetric> = BlockMetric::ALL
        .into_iter()
        .filter(|metric| [metric.name(), "all"].contains(&&*args.metric))
        .collect();
    args.pictures
        .require_one_solution(entries.len() > 1 || metrics.len() > 1)?;
    let stream = args.pictures.prepare(format, ui)?;
    // Ctrl-C stops only the searches below. The results so far are still printed.
    let mut printer = Printer::to(format, stream);
    let mut exit = Exit::Done;
    let mut comparisons = Comparisons::default();
    for (i, entry) in entries.iter().enumerate() {
        if interrupt::requested() {
            exit = exit.max(Exit::Partial);
            break;
        }
        let (name, prefix) = (label(entry), args.source.prefix());
        let records = records(args, entry, &metrics, ui).unwrap_or_else(|error| {
            ui.error(format_args!("{prefix}{name}: {error}"));
            vec![BlockRecord::invalid(entry, error, args.states)]
        });
        entry
            .remarks()
            .iter()
            .for_each(|remark| ui.note(format_args!("{name}: {remark}")));
        let comparison = match &entry.puzzle {
            Ok(puzzle) if args.compare => {
                let other = |metric| record(args, entry, metric, false, ui);
                comparisons.compare(puzzle, &records, other)
            }
            _ => Comparison::Unknown,
        };
        exit = exit.max(report(&comparison, &records, &name, ui));
        if i > 0
            && format == Format::Text
            && records.iter().any(|r| r.status != RecordStatus::Invalid)
        {
            printer.blank_line()?;
        }
        let show = entry.puzzle.as_ref().ok().filter(|_| args.show);
        let text = |out: &mut dyn Write| write_side_by_side(out, &records, show);
        match (format, &records[..]) {
            (Format::Text, [_, _, ..]) => printer.print(&(), text)?,
            (_, records) => records.iter().try_for_each(|record| {
                printer.print(record, |out| write_single(out, record, show))
            })?,
        }
        records
            .iter()
            .try_for_each(|record| args.pictures.write(entry, record, ui))?;
    }
    if args.compare {
        if entries.len() > 1 && !comparisons.is_empty() {
            ui.say(comparisons.summary());
        }
        if comparisons.is_empty() {
            // Print the note even with `--quiet`: the command fails, and only the note gives the
            // reason.
            ui.caution(format_args!(
                "--compare compared nothing; a line such as 'optimum: {}=9' says what is known, and a Rush Hour board of \
                 one line has the number in front of it",
                metrics[0]
            ));
            exit = exit.max(Exit::Partial);
        }
    }
    Ok(exit)
}

/// Reports how the number of moves in the file compares with the results, and returns the exit code.
fn report(comparison: &Comparison, records: &[BlockRecord], name: &str, ui: &Ui) -> Exit {
    let of_records = records.iter().map(|record| Exit::of(record.status)).max();
    let of_records = of_records.unwrap_or(Exit::Done);
    match comparison {
        Comparison::Unknown => of_records,
        // A result that agrees with the file is a success, even if the file says that no solution
        // exists.
        Comparison::Agrees
            if records
                .iter()
                .all(|record| record.status == RecordStatus::Unsolvable) =>
        {
            Exit::Done
        }
        Comparison::Agrees => of_records,
        Comparison::OtherMetric(message) => {
            ui.note(format_args!("{name}: {message}"));
            of_records
        }
        Comparison::Differs(message) => {
            ui.error(format_args!("{name}: {message}"));
            Exit::Failed
        }
    }
}

/// Returns a parser for the name of a metric, or `all`.
fn metrics_or_all() -> PossibleValuesParser {
    let all = PossibleValue::new("all").help("All three, side by side");
    PossibleValuesParser::new(metrics().into_iter().chain([all]))
}

/// Solves a puzzle in each metric. Returns an error if the puzzle cannot be read or searched.
fn records(
    args: &Args,
    entry: &PuzzleEntry,
    metrics: &[BlockMetric],
    ui: &Ui,
) -> Result<Vec<BlockRecord>, String> {
    let advised = |error| match error {
        BlockSearchError::NoGoal => format!("{error}, or ask for --states"),
        error => error.to_string(),
    };
    let record = |&metric| record(args, entry, metric, true, ui).map_err(advised);
    metrics.iter().map(record).collect()
}

/// Solves a puzzle in one metric. If `is_result` is false, computes only the number of moves, which
/// is then compared with the number in the file.
fn record(
    args: &Args,
    entry: &PuzzleEntry,
    metric: BlockMetric,
    is_result: bool,
    ui: &Ui,
) -> Result<BlockRecord, BlockSearchError> {
    let mut options = args.search.options(metric);
    options.path = is_result && !args.no_moves;
    options.count = is_result && args.all_counts;
    let name = if entry.name.is_empty() {
        label(entry)
    } else {
        entry.name.clone()
    };
    let with_states = is_result && args.states;
    let record = {
        let mut solving = None;
        let mut counting = None;
        let mut on_progress = |stage, progress: &BlockProgress| match stage {
            BlockStage::Solving => solving
                .get_or_insert_with(|| SearchBar::new(&format!("{name} {metric}"), ui))
                .show(progress),
            BlockStage::CountingStates => {
                solving = None;
                counting
                    .get_or_insert_with(|| SearchBar::new(&format!("{name} states"), ui))
                    .show(progress);
            }
        };
        BlockRecord::solve(entry, &options, with_states, &mut on_progress)?
    };
    args.search.note_memory(record.stopped, &options, ui);
    Ok(record)
}
