//! `fifteen blocks solve`: shortest solutions of block puzzles from a file.

use std::path::PathBuf;
use std::time::Instant;

use clap::ValueEnum;
use fifteen_blocks::format::PuzzleEntry;
use fifteen_blocks::{BlockMetric, BlockOptions, Progress, Puzzle, SolveError, reachable_states, solve};
use fifteen_solver::search::Limits;

use super::picture;
use super::record::Record;
use super::select;
use super::text::SideBySide;
use crate::args::{ThreadsArg, bytes};
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::output::{Format, FormatArg, Printer};
use crate::terminal::ui::Ui;
use crate::terminal::{human, interrupt};

/// Find shortest solutions of sliding-block puzzles
///
/// A file holds any number of puzzles. Each is a line '## name', a line with the words 'start' and 'goal', and below
/// them the two maps: '#' a wall, '.' an empty cell, a space outside the board, any other character a piece. The goal
/// map begins in the column of the word 'goal' and constrains only the pieces drawn in it; a map ends at an empty line.
///
/// What counts as one move is said by --metric. The default, unit, counts every cell that a piece moves. Rush Hour is
/// mostly counted in straight moves; Klotski's well-known 81 moves are any-path moves.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file; '-' is the standard input. A Rush Hour string of 36 characters is taken too
    #[arg(value_name = "FILE")]
    source: String,
    /// What counts as one move
    #[arg(long, value_enum, value_name = "METRIC", default_value = "unit")]
    metric: MetricName,
    /// Only the puzzle of this name, or beginning of a name, or number in the file
    #[arg(long, value_name = "NAME|#N")]
    name: Option<String>,
    /// Count all states that can be reached; give the largest distance and the hardest starting positions
    #[arg(long)]
    states: bool,
    /// Count the shortest solutions
    #[arg(long)]
    all_counts: bool,
    /// Find the number of moves only, in a fraction of the memory
    #[arg(long, conflicts_with_all = ["show", "svg", "gif"])]
    no_moves: bool,
    /// Print every position
    #[arg(long)]
    show: bool,
    /// Draw every position: a file for each solution into this folder, or one solution to FILE.svg
    #[arg(long, value_name = "DIR|FILE.svg")]
    svg: Option<PathBuf>,
    /// Draw one solution as a moving picture
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Give up before the states in memory take more, and say what is proven: 500M, 8G
    /// [default: half of the memory that is available]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory_limit: Option<u64>,
    #[command(flatten)]
    output: FormatArg,
}

const EXAMPLES: &str = "\
Examples:
  fifteen blocks solve data/blocks.txt --name \"L'Ane Rouge\" --metric all
  fifteen blocks solve data/blocks.txt --name \"#1\" --svg pictures --gif a.gif
  fifteen blocks solve --metric straight BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN
  fifteen blocks solve puzzles.txt --states --all-counts --format json

In JSON a move is {\"piece\":\"A\",\"path\":\"RRD\"}: the piece's character, and its way cell by cell.";

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MetricName {
    /// One piece, one cell
    Unit,
    /// One piece, any distance in one direction
    Straight,
    /// One piece, any path, corners allowed
    AnyPath,
    /// All three, side by side
    All,
}

impl MetricName {
    fn metrics(self) -> &'static [BlockMetric] {
        match self {
            MetricName::Unit => &[BlockMetric::Unit],
            MetricName::Straight => &[BlockMetric::Straight],
            MetricName::AnyPath => &[BlockMetric::AnyPath],
            MetricName::All => &BlockMetric::ALL,
        }
    }
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let format = args.output.format;
    if args.show && format != Format::Text {
        return Err(Failure::new("--show draws positions as text; leave it out, or leave out --format"));
    }
    let mut entries = select::read(&args.source)?;
    if let Some(name) = &args.name {
        entries = select::by_name(entries, name)?;
    }
    require_one_picture(args, entries.len())?;
    // From here on Ctrl-C stops the search and what is known is reported.
    let _watched = interrupt::watched();
    let mut printer = Printer::stdout(format);
    let mut exit = Exit::Done;
    for (i, entry) in entries.iter().enumerate() {
        if interrupt::requested() {
            return Ok(exit.max(Exit::Partial));
        }
        let records = Work { args, entry, ui }.records();
        if let Some(error) = records.iter().find(|r| r.exit() == Exit::Failed) {
            ui.error(format_args!("{}: {}", error.title(), error.error.as_deref().unwrap_or_default()));
        }
        exit = records.iter().map(Record::exit).fold(exit, Exit::max);
        if i > 0 && format == Format::Text && records.iter().any(|r| r.exit() != Exit::Failed) {
            printer.blank_line()?;
        }
        match (format, records.len()) {
            (Format::Text, 2..) => printer.print(&SideBySide(&records))?,
            _ => records.iter().try_for_each(|record| printer.print(record))?,
        }
        records.iter().try_for_each(|record| pictures(args, record, ui))?;
    }
    Ok(exit)
}

/// One file holds one picture.
fn require_one_picture(args: &Args, puzzles: usize) -> Result<(), Failure> {
    let several = puzzles > 1 || args.metric == MetricName::All;
    let svg_file = args.svg.as_deref().is_some_and(picture::is_svg_file);
    for (given, what) in [(args.gif.is_some(), "--gif FILE"), (svg_file, "--svg FILE.svg")] {
        if given && several {
            return Err(Failure::new(format!(
                "{what} holds one solution: choose a puzzle with --name, and one --metric; --svg DIR draws many"
            )));
        }
    }
    Ok(())
}

fn pictures(args: &Args, record: &Record, ui: &Ui) -> Result<(), Failure> {
    if let Some(path) = &args.svg {
        match picture::write_svg(path, record)? {
            Some(file) => ui.note(format_args!("drawn: {}", file.display())),
            None => ui.note(format_args!("{}: no solution to draw", record.title())),
        }
    }
    if let Some(file) = &args.gif {
        match picture::write_gif(file, record)? {
            true => ui.note(format_args!("drawn: {}", file.display())),
            false => ui.note(format_args!("{}: no solution to draw", record.title())),
        }
    }
    Ok(())
}

/// One puzzle of the file.
struct Work<'a> {
    args: &'a Args,
    entry: &'a PuzzleEntry,
    ui: &'a Ui,
}

impl Work<'_> {
    /// A record for each metric; only one if the puzzle is invalid.
    fn records(&self) -> Vec<Record> {
        let invalid = |error: String| vec![Record::invalid(self.entry, error, self.args.states)];
        let puzzle = match &self.entry.puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return invalid(error.to_string()),
        };
        if puzzle.goal().is_none() && !self.args.states {
            return invalid(format!("{}, or ask for --states", SolveError::NoGoal));
        }
        let records: Result<Vec<_>, _> = self.args.metric.metrics().iter().map(|&m| self.record(puzzle, m)).collect();
        records.unwrap_or_else(|error| invalid(error.to_string()))
    }

    fn record(&self, puzzle: &Puzzle, metric: BlockMetric) -> Result<Record, SolveError> {
        let mut record = Record::new(self.entry, puzzle, metric, self.args.states);
        record.drawn.show = self.args.show;
        let mut options = BlockOptions::new(metric);
        options.threads = self.args.threads.count();
        options.path = !self.args.no_moves;
        options.count = self.args.all_counts;
        options.limits = Limits { cancel: Some(interrupt::flag()), ..Limits::default() };
        options.memory = Some(self.args.memory_limit.unwrap_or_else(memory::sensible_limit));
        if puzzle.goal().is_some() {
            let (found, seconds) = self.timed(&format!("{} {metric}", self.label()), |p| solve(puzzle, &options, p));
            record.searched(puzzle, found?, seconds);
        }
        if self.args.states && !interrupt::requested() {
            let (found, seconds) =
                self.timed(&format!("{} states", self.label()), |p| reachable_states(puzzle, &options, p));
            record.counted(puzzle, &found?, seconds);
        }
        Ok(record)
    }

    fn label(&self) -> String {
        if self.entry.name.is_empty() { format!("puzzle {}", self.entry.index) } else { self.entry.name.clone() }
    }

    /// Does something that tells how far it is, with a bar on a terminal; and its seconds.
    fn timed<R>(&self, label: &str, work: impl FnOnce(&mut dyn FnMut(&Progress)) -> R) -> (R, f64) {
        let bar = self.ui.bar(label, None);
        let begun = Instant::now();
        let result = work(&mut |progress: &Progress| {
            bar.set_position(progress.states);
            let rate = human::rate(progress.states as f64 / begun.elapsed().as_secs_f64().max(1e-6));
            let bytes = human::bytes(progress.bytes);
            bar.set_message(format!("states, depth {}, {rate}, {bytes}", progress.depth));
        });
        let seconds = begun.elapsed().as_secs_f64();
        bar.finish_and_clear();
        (result, seconds)
    }
}
