//! Puzzles in the notations of other programs: recognised, read and written.
//!
//! [`PuzzleNotation::of`] recognises a text's [`PuzzleNotation`], [`PuzzleNotation::parse`] reads it, and
//! [`PuzzleNotation::write`] writes one puzzle. Each reader draws a [`PuzzleMaps`], which becomes a puzzle by the rules
//! of the text format.

mod gnome;
mod huarong;
mod js2;
mod puzzle_maps;
mod rows;
mod rush_lines;

use std::fmt;
use std::str::FromStr;

use super::{FormatError, MAX_BYTES, MAX_PUZZLES, Problem, PuzzleEntry};
use crate::puzzle::Puzzle;
use puzzle_maps::PuzzleMaps;

/// A way of writing puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PuzzleNotation {
    /// The text format of [`crate::format`].
    Text,
    /// Boards of Rush Hour, one a line: `60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332`, with or without the numbers.
    RushHour,
    /// Levels of GNOME Klotski, as text or in its source.
    GnomeKlotski,
    /// Huarong Dao codes of hexadecimal digits, or strings of twenty characters, one a line.
    HuarongDao,
    /// A configuration of Jim Leonard's js2.
    Js2,
    /// Two maps under the headings `% Start` and `% Goal`.
    Headings,
    /// The Rust source of lumi-a's sliding-blocks: `start: "..."` and `goal: "..."`.
    SlidingBlocks,
}

/// An unknown name of a notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is no notation: choose {}", PuzzleNotation::ALL.map(PuzzleNotation::name).join(", "))]
pub struct PuzzleNotationError {
    found: String,
}

impl FromStr for PuzzleNotation {
    type Err = PuzzleNotationError;

    fn from_str(name: &str) -> Result<Self, PuzzleNotationError> {
        PuzzleNotation::ALL
            .into_iter()
            .find(|n| n.name() == name)
            .ok_or_else(|| PuzzleNotationError { found: name.to_owned() })
    }
}

impl fmt::Display for PuzzleNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

impl PuzzleNotation {
    /// All notations.
    pub const ALL: [PuzzleNotation; 7] = [
        PuzzleNotation::Text,
        PuzzleNotation::RushHour,
        PuzzleNotation::GnomeKlotski,
        PuzzleNotation::HuarongDao,
        PuzzleNotation::Js2,
        PuzzleNotation::Headings,
        PuzzleNotation::SlidingBlocks,
    ];

    /// The name: `text`, `rush-hour`, `gnome-klotski`, `huarong-dao`, `js2`, `headings` or `sliding-blocks`.
    pub fn name(self) -> &'static str {
        match self {
            PuzzleNotation::Text => "text",
            PuzzleNotation::RushHour => "rush-hour",
            PuzzleNotation::GnomeKlotski => "gnome-klotski",
            PuzzleNotation::HuarongDao => "huarong-dao",
            PuzzleNotation::Js2 => "js2",
            PuzzleNotation::Headings => "headings",
            PuzzleNotation::SlidingBlocks => "sliding-blocks",
        }
    }

    /// A description for people.
    pub fn description(self) -> &'static str {
        match self {
            PuzzleNotation::Text => "puzzles with start and goal maps",
            PuzzleNotation::RushHour => "Rush Hour boards, one a line",
            PuzzleNotation::GnomeKlotski => {
                "levels of GNOME Klotski: '*' goes to the '.' cells, and only '*' passes '-'"
            }
            PuzzleNotation::HuarongDao => "Huarong Dao codes: the 2x2 piece goes to the middle of the bottom edge",
            PuzzleNotation::Js2 => "a js2 configuration",
            PuzzleNotation::Headings => "maps under the headings '% Start' and '% Goal'",
            PuzzleNotation::SlidingBlocks => {
                "maps of lumi-a's sliding-blocks: '#' is a piece, a space is outside the board"
            }
        }
    }

    /// The notation of a text: the first that fits, and [`PuzzleNotation::Text`] if none does.
    pub fn of(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let fits = |notation: &PuzzleNotation| match notation {
            PuzzleNotation::Text => text.lines().any(|line| is_start(line) || line.trim_start().starts_with("rush:")),
            PuzzleNotation::RushHour => rush_lines::fits(text),
            PuzzleNotation::GnomeKlotski => gnome::fits(text),
            PuzzleNotation::HuarongDao => huarong::fits(text),
            PuzzleNotation::Js2 => js2::fits(text),
            PuzzleNotation::Headings => rows::has_headings(text),
            PuzzleNotation::SlidingBlocks => rows::has_fields(text),
        };
        PuzzleNotation::ALL.into_iter().find(fits).unwrap_or(PuzzleNotation::Text)
    }

    /// Reads a text in this notation.
    ///
    /// # Errors
    /// As for [`crate::format::parse`], but [`Problem::NoneInNotation`] for a text without puzzles in another notation.
    pub fn parse(self, text: &str) -> Result<Vec<PuzzleEntry>, FormatError> {
        if text.len() > MAX_BYTES {
            return Err(Problem::TooLong.at(1, 1));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let none = || Problem::NoneInNotation { expected: self.description() }.at(1, 1);
        let sheets = match self {
            PuzzleNotation::Text => return super::parse(text),
            PuzzleNotation::RushHour => {
                return rush_lines::read(text).and_then(|read| if read.is_empty() { Err(none()) } else { Ok(read) });
            }
            PuzzleNotation::GnomeKlotski => gnome::read(text),
            PuzzleNotation::HuarongDao => huarong::read(text),
            PuzzleNotation::Js2 => js2::read(text),
            PuzzleNotation::Headings => rows::read_headings(text),
            PuzzleNotation::SlidingBlocks => rows::read_fields(text),
        };
        if sheets.is_empty() {
            return Err(none());
        }
        if sheets.len() > MAX_PUZZLES {
            return Err(Problem::TooMany.at(1, 1));
        }
        Ok((1..).zip(sheets).map(|(index, sheet)| entry(index, sheet)).collect())
    }

    /// A puzzle in this notation.
    ///
    /// # Errors
    /// The reason, if the notation cannot say the puzzle, or is not written by this program.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, String> {
        match self {
            PuzzleNotation::Text => Ok(puzzle.to_string()),
            PuzzleNotation::RushHour => rush_lines::write(puzzle),
            PuzzleNotation::GnomeKlotski => gnome::write(puzzle),
            PuzzleNotation::HuarongDao => huarong::write(puzzle),
            PuzzleNotation::Js2 => js2::write(puzzle),
            PuzzleNotation::Headings | PuzzleNotation::SlidingBlocks => {
                Err(format!("the notation '{}' is only read", self.name()))
            }
        }
    }
}

fn is_start(line: &str) -> bool {
    let mut words = super::uncommented(line).split_whitespace();
    words.next() == Some("start") && matches!(words.next(), None | Some("goal" | "floor"))
}

fn entry(index: usize, sheet: Result<PuzzleMaps, FormatError>) -> PuzzleEntry {
    match sheet {
        Ok(sheet) => {
            let (name, line) = (sheet.title(), sheet.line);
            PuzzleEntry { index, name, line, puzzle: sheet.puzzle() }
        }
        Err(error) => PuzzleEntry { index, name: String::new(), line: error.line, puzzle: Err(error) },
    }
}
