//! Code that the block-puzzle commands share: the options for the puzzle source, `--name`, threads
//! and memory, the progress bar, and the loop that prints one record per puzzle.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fifteen_blocks::format::{self, PuzzleEntry, PuzzleNotation};
use fifteen_blocks::record::DesignRecord;
use fifteen_blocks::{BlockMetric, BlockOptions, BlockProgress, BlockSearchError, Puzzle};
use fifteen_solver::input;
use fifteen_solver::search::{LimitKind, Limits};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::args::{ThreadsArg, bytes};
use crate::exit::Exit;
use crate::memory;
use crate::output::Printer;
use crate::save::{self, OutputFile};
use crate::terminal::{STRONG, Ui, human, interrupt};

/// Returns the metrics, each with its help text. A metric defines what counts as a single move.
pub(super) fn metrics() -> [PossibleValue; 3] {
    [
        PossibleValue::new("unit").help("One piece, one cell"),
        PossibleValue::new("straight").help("One piece, any distance in one direction"),
        PossibleValue::new("any-path").help("One piece, any path, corners allowed"),
    ]
}

/// Returns a parser for a metric, which defines what counts as a single move.
pub(super) fn metric() -> impl TypedValueParser<Value = BlockMetric> {
    PossibleValuesParser::new(metrics()).try_map(|name| name.parse())
}

/// Returns a parser for the name of a puzzle notation.
pub(super) fn notation() -> impl TypedValueParser<Value = PuzzleNotation> {
    PossibleValuesParser::new(PuzzleNotation::ALL.map(PuzzleNotation::name))
        .try_map(|name| name.parse())
}

/// Threads and memory.
#[derive(Debug, clap::Args)]
pub(super) struct BlockSearchArgs {
    #[command(flatten)]
    threads: ThreadsArg,
    /// Stop when the states would take more than SIZE
    ///
    /// The proven bound is then reported. The size is a number of bytes, or has a unit: 500M, 8G, 8GiB.
    ///
    /// [default: three quarters of the free memory]
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = bytes)]
    memory_limit: Option<u64>,
}

impl BlockSearchArgs {
    /// Returns the options of a search in the given metric. Ctrl-C stops the search.
    pub(super) fn options(&self, metric: BlockMetric) -> BlockOptions {
        let mut options = BlockOptions::new(metric);
        options.threads = self.threads.threads();
        options.limits = Limits::cancelled_by(interrupt::flag());
        options.limits.memory = Some(self.memory_limit.unwrap_or_else(memory::most_of_available));
        options
    }

    /// If the memory limit stopped a search, prints a note that names the limit.
    pub(super) fn note_memory(&self, stop: Option<LimitKind>, options: &BlockOptions, ui: &Ui) {
        if stop == Some(LimitKind::Memory) {
            let limit = human::bytes(options.limits.memory.unwrap_or_default());
            let origin = if self.memory_limit.is_some() {
                ""
            } else {
                ", three quarters of what is free"
            };
            ui.note(format_args!(
                "the memory limit is {limit}{origin}; --memory-limit SIZE sets another"
            ));
        }
    }
}

/// Runs `search` on each puzzle of a source, and prints the resulting record. Ends early if the
/// user presses Ctrl-C.
pub(super) fn each_puzzle<T: Default + Serialize>(
    source: &SourceArgs,
    mut printer: Printer,
    ui: &Ui,
    search: impl Fn(&PuzzleEntry, &Puzzle) -> Result<DesignRecord<T>, BlockSearchError>,
    text: impl Fn(&mut dyn Write, &DesignRecord<T>) -> io::Result<()>,
) -> Result<Exit> {
    let mut exit = Exit::Done;
    for entry in &source.entries(ui)? {
        if interrupt::requested() {
            return Ok(exit.max(Exit::Partial));
        }
        let found = match &entry.puzzle {
            Ok(puzzle) => search(entry, puzzle).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let record = found.unwrap_or_else(|error| {
            ui.error(format_args!("{}{}: {error}", source.prefix(), label(entry)));
            DesignRecord::invalid(entry, error)
        });
        exit = exit.max(Exit::of(record.status));
        printer.print(&record, |out| text(out, &record))?;
    }
    Ok(exit)
}

/// Writes the heading of a puzzle's results: its number and name, and the car that leaves a Rush
/// Hour board.
pub(super) fn write_name<T>(out: &mut dyn Write, record: &DesignRecord<T>) -> io::Result<()> {
    let name = record.name.as_deref().unwrap_or("without a name");
    let car = record.car.heading_end();
    writeln!(out, "{STRONG}{}. {name}{STRONG:#}{car}", record.index)
}

/// The progress bar of a search, which is visible only on a terminal. Dropping this value removes
/// the bar.
pub(super) struct SearchBar {
    bar: ProgressBar,
    begun: Instant,
}

impl SearchBar {
    pub(super) fn new(label: &str, ui: &Ui) -> Self {
        Self {
            bar: ui.bar(label, None),
            begun: Instant::now(),
        }
    }

    pub(super) fn show(&self, progress: &BlockProgress) {
        self.bar.set_position(progress.states);
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-6);
        let rate = human::rate(progress.states as f64 / seconds);
        let bytes = human::bytes(progress.bytes);
        let message = format!("states, depth {}, {rate}, {bytes}", progress.depth);
        self.bar.set_message(message);
    }
}

impl Drop for SearchBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The puzzles of a command.
#[derive(Debug, clap::Args)]
pub(super) struct SourceArgs {
    /// A file, '-' for standard input, or a board of Rush Hour (36 characters) or Huarong Dao
    ///
    /// `fifteen blocks convert --help` lists the notations of other programs, which every command reads.
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    source: String,
    /// Select the puzzle with this name, part of a name, or number in the file
    #[arg(long, value_name = "NAME|#N")]
    name: Option<String>,
    /// The car that leaves a Rush Hour board
    ///
    /// [default: X, or the car in front of the exit]
    #[arg(long, hide_short_help = true, value_name = "LETTER")]
    car: Option<char>,
    /// The notation of the file, as for `blocks convert` [default: it is recognised]
    #[arg(long, hide_short_help = true, value_name = "NOTATION", value_parser = notation())]
    from: Option<PuzzleNotation>,
}

impl SourceArgs {
    /// Returns the puzzles of the source, or those that `--name` selects.
    pub(super) fn entries(&self, ui: &Ui) -> Result<Vec<PuzzleEntry>> {
        let mut entries = self.read(ui)?;
        for entry in &mut entries {
            if let Err(error) = &mut entry.puzzle
                && error.asks_for_car
            {
                error.message += "; --car also names it";
            }
        }
        match &self.name {
            Some(name) => by_name(entries, name),
            None => Ok(entries),
        }
    }

    /// Reads the puzzles from a file, from standard input (`-`), or from the argument itself.
    fn read(&self, ui: &Ui) -> Result<Vec<PuzzleEntry>> {
        let (source, from) = (&*self.source, self.from);
        if source.is_empty() {
            bail!("the name of the file is empty; name a file, or '-' for standard input");
        }
        let Some(name) = file_name(source) else {
            return Ok(PuzzleNotation::of(source).parse_with_car(source, self.car)?);
        };
        let input: Box<dyn Read> = match source {
            "-" => Box::new(io::stdin()),
            path => Box::new(File::open(path).map_err(|e| anyhow!("cannot open {name}: {e}"))?),
        };
        // Reading one byte more than allowed is enough to detect an input that is too long.
        let mut bytes = Vec::new();
        let most = format::MAX_BYTES as u64;
        input
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| anyhow!("cannot read {name}: {e}"))?;
        if bytes.len() as u64 > most {
            bail!("{name} is longer than {} MiB; split it", most >> 20);
        }
        let text = input::decode(&bytes).map_err(|e| anyhow!("{name}: {e}"))?;
        let notation = from.unwrap_or_else(|| PuzzleNotation::of(&text));
        if notation != PuzzleNotation::Text && from.is_none() {
            ui.note(format_args!("{name}: read as {notation}"));
        }
        notation
            .parse_with_car(&text, self.car)
            .map_err(|e| anyhow!("{name}: {e}"))
    }

    /// Returns an error if the output file is the file that contains the puzzles, because writing
    /// it would destroy the input.
    pub(super) fn refuse_as_output(&self, output: OutputFile<'_>) -> Result<()> {
        let is_file = Path::new(&self.source).is_file();
        if is_file {
            save::refuse_same(("FILE", Path::new(&self.source)), output)
        } else {
            Ok(())
        }
    }

    /// Returns the name of the puzzle file as the beginning of an error message, or an empty string
    /// if the puzzle itself was given as an argument.
    pub(super) fn prefix(&self) -> String {
        file_name(&self.source).map_or_else(String::new, |name| format!("{name}, "))
    }
}

/// Returns the puzzle's label in messages, such as `puzzle 3 (Klotski)`.
pub(super) fn label(entry: &PuzzleEntry) -> String {
    match &*entry.name {
        "" => format!("puzzle {}", entry.index),
        name => format!("puzzle {} ({name})", entry.index),
    }
}

/// Returns the name of the file from which the puzzles are read, for messages. Returns `None` if
/// the puzzle itself was given as an argument.
fn file_name(source: &str) -> Option<&str> {
    match source {
        "-" => Some("standard input"),
        text if PuzzleNotation::of_board(text).is_some() && !Path::new(text).exists() => None,
        path => Some(path),
    }
}

/// Returns the puzzles that `--name` selects. The name `#3` selects the third puzzle, and any other
/// name selects the puzzles whose names match best.
fn by_name(entries: Vec<PuzzleEntry>, name: &str) -> Result<Vec<PuzzleEntry>> {
    if let Some(number) = name
        .strip_prefix('#')
        .and_then(|n| n.trim().parse::<usize>().ok())
    {
        let all = entries.len();
        let found = entries.into_iter().find(|e| e.index == number);
        return Ok(vec![found.ok_or_else(|| {
            anyhow!("no puzzle #{number}: the file has {all}")
        })?]);
    }
    let name = name.trim().to_lowercase();
    let fit = |entry: &PuzzleEntry| fit(&entry.name.to_lowercase(), &name);
    let listed = |entries: &[PuzzleEntry]| {
        entries
            .iter()
            .map(|e| format!("#{} {}", e.index, e.name))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let Some(best) = entries.iter().filter_map(fit).min() else {
        let more = if entries.len() > 5 { ", ..." } else { "" };
        bail!(
            "no puzzle is called '{name}'; the file has {}{more}",
            listed(&entries[..entries.len().min(5)])
        );
    };
    let found: Vec<PuzzleEntry> = entries
        .into_iter()
        .filter(|entry| fit(entry) == Some(best))
        .collect();
    if best > 0 && found.len() > 1 {
        bail!(
            "'{name}' fits several names: {}; choose one by #N",
            listed(&found)
        );
    }
    Ok(found)
}

/// Returns how well a puzzle's name matches the requested name, or `None` if it does not match. The
/// value is 0 if the names are equal, 1 if one of several names separated by slashes is equal, 2 if
/// the puzzle's name starts with the requested one, and 3 if it contains the requested words.
fn fit(name: &str, wanted: &str) -> Option<usize> {
    let words = |text: &str| {
        format!(
            " {} ",
            text.split(|c: char| !c.is_alphanumeric())
                .collect::<Vec<_>>()
                .join(" ")
        )
    };
    let is_among = name.split('/').any(|one| one.trim() == wanted);
    let has_words = words(name).contains(&words(wanted));
    [
        name == wanted,
        is_among,
        name.starts_with(wanted),
        has_words,
    ]
    .iter()
    .position(|&fits| fits)
}
