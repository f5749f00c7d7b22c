//! Selecting puzzles: the text that has them, and `--name`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use fifteen_blocks::format::{self, PuzzleEntry, PuzzleNotation};
use fifteen_solver::input;

use super::search::notation;
use crate::save::{self, OutputFile};
use crate::terminal::ui::Ui;

/// The puzzles of a command.
#[derive(Debug, clap::Args)]
pub(super) struct SourceArgs {
    /// The file, '-' for the standard input, or a board of Rush Hour (36 characters) or Huarong Dao
    ///
    /// Files of other programs are read too: see `fifteen blocks convert`.
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    source: String,
    /// Take only the puzzle with this name, part of a name, or number in the file
    #[arg(long, value_name = "NAME|#N")]
    name: Option<String>,
    /// The notation of the file, as for `blocks convert` [default: recognised]
    #[arg(long, hide_short_help = true, value_name = "NOTATION", value_parser = notation())]
    from: Option<PuzzleNotation>,
}

impl SourceArgs {
    /// The puzzles of the file, or those that `--name` selects.
    pub(super) fn entries(&self, ui: &Ui) -> Result<Vec<PuzzleEntry>> {
        let entries = read(&self.source, self.from, ui)?;
        match &self.name {
            Some(name) => by_name(entries, name),
            None => Ok(entries),
        }
    }

    /// Refuses a file of results that would replace the file of the puzzles.
    pub(super) fn refuse_as_output(&self, output: OutputFile<'_>) -> Result<()> {
        let is_file = Path::new(&self.source).is_file();
        if is_file { save::refuse_same(("FILE", Path::new(&self.source)), output) } else { Ok(()) }
    }

    /// The file's name before an error in it; empty for a board.
    pub(super) fn prefix(&self) -> String {
        file_name(&self.source).map_or_else(String::new, |name| format!("{name}, "))
    }
}

/// `puzzle 3 (Klotski)`.
pub(super) fn label(entry: &PuzzleEntry) -> String {
    match &*entry.name {
        "" => format!("puzzle {}", entry.index),
        name => format!("puzzle {} ({name})", entry.index),
    }
}

/// The puzzles of a file, of the standard input if it is `-`, or of a board.
fn read(source: &str, from: Option<PuzzleNotation>, ui: &Ui) -> Result<Vec<PuzzleEntry>> {
    if source.is_empty() {
        bail!("the name of the file is empty; name a file, or '-' for the standard input");
    }
    let Some(name) = file_name(source) else {
        return Ok(PuzzleNotation::of(source).parse(source)?);
    };
    let input: Box<dyn Read> = match source {
        "-" => Box::new(io::stdin()),
        path => Box::new(File::open(path).map_err(|e| anyhow!("cannot open {name}: {e}"))?),
    };
    // Of a text that is too long only one byte more than allowed is read.
    let mut bytes = Vec::new();
    let most = format::MAX_BYTES as u64;
    input.take(most + 1).read_to_end(&mut bytes).map_err(|e| anyhow!("cannot read {name}: {e}"))?;
    if bytes.len() as u64 > most {
        bail!("{name} is longer than {} MiB; split it", most >> 20);
    }
    let text = input::decode(&bytes).map_err(|e| anyhow!("{name}: {e}"))?;
    let notation = from.unwrap_or_else(|| PuzzleNotation::of(&text));
    if notation != PuzzleNotation::Text && from.is_none() {
        ui.note(format_args!("{name}: read as {notation}"));
    }
    notation.parse(&text).map_err(|e| anyhow!("{name}: {e}"))
}

/// The file that a source names, for messages; none for a board.
fn file_name(source: &str) -> Option<&str> {
    match source {
        "-" => Some("the standard input"),
        text if PuzzleNotation::of_board(text).is_some() && !Path::new(text).exists() => None,
        path => Some(path),
    }
}

/// The puzzles that `--name` selects: `#N`, or those whose names fit best.
fn by_name(entries: Vec<PuzzleEntry>, name: &str) -> Result<Vec<PuzzleEntry>> {
    if let Some(number) = name.strip_prefix('#').and_then(|n| n.trim().parse::<usize>().ok()) {
        let all = entries.len();
        let found = entries.into_iter().find(|e| e.index == number);
        return Ok(vec![found.ok_or_else(|| anyhow!("no puzzle #{number}: the file has {all}"))?]);
    }
    let name = name.trim().to_lowercase();
    let fit = |entry: &PuzzleEntry| fit(&entry.name.to_lowercase(), &name);
    let listed = |entries: &[PuzzleEntry]| {
        entries.iter().map(|e| format!("#{} {}", e.index, e.name)).collect::<Vec<_>>().join(", ")
    };
    let Some(best) = entries.iter().filter_map(fit).min() else {
        let more = if entries.len() > 5 { ", ..." } else { "" };
        bail!("no puzzle is called '{name}'; the file has {}{more}", listed(&entries[..entries.len().min(5)]));
    };
    let found: Vec<PuzzleEntry> = entries.into_iter().filter(|entry| fit(entry) == Some(best)).collect();
    if best > 0 && found.len() > 1 {
        bail!("'{name}' fits several names: {}; choose one by #N", listed(&found));
    }
    Ok(found)
}

/// The rank of a puzzle's name among those that fit: 0 if it is the name that is looked for, then if it has that between
/// slashes, begins with it, or has its words.
fn fit(name: &str, wanted: &str) -> Option<usize> {
    let words = |text: &str| format!(" {} ", text.split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>().join(" "));
    let is_among = name.split('/').any(|one| one.trim() == wanted);
    let has_words = words(name).contains(&words(wanted));
    [name == wanted, is_among, name.starts_with(wanted), has_words].iter().position(|&fits| fits)
}
