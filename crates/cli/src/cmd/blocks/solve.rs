//! `fifteen blocks solve`: shortest solutions of block puzzles from a file.

use anyhow::{Result, bail};
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::record::BlockRecord;
use fifteen_blocks::{BlockMetric, BlockStatus, Puzzle, SolveError, StopReason, reachable_states, solve};
use fifteen_solver::record::RecordStatus;

use super::picture::PictureArgs;
use super::search::{Metrics, SearchArgs, timed};
use super::select::SourceArgs;
use super::text::{SideBySide, Single, title};
use crate::exit::Exit;
use crate::output::{Format, FormatArg, Printer};
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Find shortest solutions of sliding-block puzzles
///
/// A file holds any number of puzzles. Each is a line '## name', a line with the words 'start' and 'goal', and below
/// them the two maps: '#' a wall, '.' an empty cell, a space outside the board, any other character a piece. The goal
/// map begins in the column of the word 'goal' and constrains only the pieces drawn in it; a map ends at an empty line.
///
/// --metric defines one move. The default, unit, counts every cell that a piece moves. Rush Hour is mostly counted in
/// straight moves; Klotski's well-known 81 moves are any-path moves.
///
/// In JSON each result is one object: schema; index, the puzzle's number in the file; name; status (solved, unsolvable,
/// limit or invalid); metric; length, the fewest moves; visited, the states that the search saw; states, all that can
/// be reached; solutions, their number; moves; seconds; and error, the reason for no solution. What was not asked for or
/// is not known is null. With --states there are two more: largest, the largest distance from the start, and hardest,
/// the starting positions farthest from the goal (distance, count, positions).
///
/// A move is {"piece":"A","path":"RRD"}: the piece's character, and its path cell by cell.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// The definition of one move
    #[arg(long, value_name = "METRIC", default_value = "unit", value_parser = Metrics::parser())]
    metric: Metrics,
    /// Count all states that can be reached
    ///
    /// The largest distance and the hardest starting positions are given too.
    #[arg(long)]
    states: bool,
    /// Count the shortest solutions
    #[arg(long)]
    all_counts: bool,
    /// Find the number of moves only, in less memory
    #[arg(long, hide_short_help = true, conflicts_with = "show")]
    no_moves: bool,
    /// Print every position
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Compare the number of moves with the puzzle's line `optimum: unit=116`
    ///
    /// A difference is an error.
    #[arg(long, hide_short_help = true)]
    check: bool,
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
    args.pictures.require_one_solution(entries.len() > 1 || args.metric.0.len() > 1)?;
    let stream = args.pictures.prepare(format, ui)?;
    // From here on Ctrl-C stops the search, and the results so far are reported.
    let mut printer = Printer::to(format, stream);
    let mut exit = Exit::Done;
    for (i, entry) in entries.iter().enumerate() {
        if interrupt::requested() {
            return Ok(exit.max(Exit::Partial));
        }
        let records = Work { args, entry, ui }.records();
        if let Some(error) = records.iter().find(|r| r.status == RecordStatus::Invalid) {
            let text = error.error.as_deref().unwrap_or_default();
            ui.error(format_args!("{}{}: {text}", args.source.prefix(), title(error)));
        }
        exit = records.iter().map(|r| Exit::of(r.status)).fold(exit, Exit::max);
        if let (Ok(puzzle), Some(first)) = (&entry.puzzle, records.first()) {
            puzzle.remarks().iter().for_each(|remark| ui.note(format_args!("{}: {remark}", title(first))));
            let checked = records.iter().filter(|_| args.check);
            let mut errors: Vec<_> = checked.filter_map(|record| compare(puzzle, record).err()).collect();
            // A line that cannot be read is the same fault in all metrics.
            errors.dedup();
            for error in errors {
                ui.error(format_args!("{}: {error}", title(first)));
                exit = Exit::Failed;
            }
        }
        if i > 0 && format == Format::Text && records.iter().any(|r| r.status != RecordStatus::Invalid) {
            printer.blank_line()?;
        }
        match (format, records.len()) {
            (Format::Text, 2..) => printer.print(&SideBySide { records: &records, show: args.show })?,
            _ => records.iter().try_for_each(|record| printer.print(&Single { record, show: args.show }))?,
        }
        records.iter().try_for_each(|record| args.pictures.write(record, ui))?;
    }
    Ok(exit)
}

/// Compares a result with the puzzle's line `optimum:`; the error says how they differ.
fn compare(puzzle: &Puzzle, record: &BlockRecord) -> Result<(), String> {
    let optima = puzzle.optima().map_err(|error| error.to_string())?;
    let found = match record.status {
        RecordStatus::Solved | RecordStatus::Unsolvable => record.length,
        RecordStatus::Limit | RecordStatus::Invalid => return Ok(()),
    };
    let moves = |moves: Option<u32>| {
        moves.map_or_else(|| "no solution".to_owned(), |moves| human::counted(moves.into(), "move", "moves"))
    };
    match optima.into_iter().find(|&(metric, _)| Some(metric) == record.metric) {
        Some((metric, known)) if known != found => {
            Err(format!("'optimum:' says {}; found: {} ({metric})", moves(known), moves(found)))
        }
        _ => Ok(()),
    }
}

/// One puzzle of the file.
struct Work<'a> {
    args: &'a Args,
    entry: &'a PuzzleEntry,
    ui: &'a Ui,
}

impl Work<'_> {
    /// A record for each metric; only one if the puzzle is invalid.
    fn records(&self) -> Vec<BlockRecord> {
        let invalid = |error| vec![BlockRecord::invalid(self.entry, error, self.args.states)];
        let puzzle = match &self.entry.puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return invalid(error.to_string()),
        };
        if puzzle.goal().is_none() && !self.args.states {
            return invalid(format!("{}, or ask for --states", SolveError::NoGoal));
        }
        let records: Result<Vec<_>, _> = self.args.metric.0.iter().map(|&metric| self.record(puzzle, metric)).collect();
        records.unwrap_or_else(|error| invalid(error.to_string()))
    }

    fn record(&self, puzzle: &Puzzle, metric: BlockMetric) -> Result<BlockRecord, SolveError> {
        let mut record = BlockRecord::new(self.entry, metric, self.args.states);
        let mut options = self.args.search.options(metric);
        options.path = !self.args.no_moves;
        options.count = self.args.all_counts;
        let mut stopped = None;
        if puzzle.goal().is_some() {
            let label = format!("{} {metric}", self.label());
            let (found, seconds) = timed(&label, self.ui, |p| solve(puzzle, &options, p));
            let found = found?;
            stopped = match found.status {
                BlockStatus::Stopped(stop) => Some(stop),
                _ => None,
            };
            record.searched(puzzle, found, seconds);
        }
        if self.args.states && !interrupt::requested() {
            let label = format!("{} states", self.label());
            let (found, seconds) = timed(&label, self.ui, |p| reachable_states(puzzle, &options, p));
            let found = found?;
            stopped = stopped.or(found.stopped);
            record.counted(puzzle, &found, seconds);
        }
        if stopped == Some(StopReason::Memory) {
            self.args.search.note_limit(&options, self.ui);
        }
        Ok(record)
    }

    fn label(&self) -> String {
        if self.entry.name.is_empty() { format!("puzzle {}", self.entry.index) } else { self.entry.name.clone() }
    }
}
