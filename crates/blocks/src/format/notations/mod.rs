//! The notations of other programs, which [`PuzzleNotation`] recognises, reads and writes.
//!
//! The readers of GNOME Klotski levels and Huarong Dao boards first convert each puzzle to a
//! [`DrawnPuzzle`], which consists of a start map and a goal map. These maps are then parsed in the
//! same way as the maps of the text format. The module `rows` decides which lines of the input
//! belong to the same board.

mod car;
mod car_list;
mod comments;
mod drawing;
mod exit;
mod expected_board;
mod gnome;
mod huarong;
mod levels;
mod lines;
mod names;
mod placing;
mod rows;
mod rush_lines;
mod scanner;
mod stated;
mod statements;
mod tree;

use std::fmt;
use std::str::FromStr;

use fifteen_puzzle::ParseError;
use fifteen_puzzle::notation::foreign_format;
use fifteen_puzzle::visible::is_hidden;

use super::keys::KeyValue;
use super::maps::{Map, PuzzleMaps, check_visible, map_words};
use super::{FormatError, MAX_PUZZLES, PuzzleEntry, Settings, checked, parse_with_car, too_many};
use crate::puzzle::Puzzle;
use comments::without_comments;

/// A notation in which puzzles can be read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PuzzleNotation {
    /// The text format described in [`crate::format`].
    Text,
    /// Rush Hour boards, optionally preceded by the number of moves and followed by the number of
    /// states, for example `60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332`. A board is written in
    /// one line, or with each row in a separate line and possibly a `K` for the exit beyond the
    /// wall. A line `car: P` names the car that must leave the board. Lists of cars with their
    /// positions, and the level packs of other programs, are read too.
    RushHour,
    /// Levels of GNOME Klotski, as maps or as the game's source code.
    GnomeKlotski,
    /// Huarong Dao boards, written as hexadecimal codes or as strings of twenty characters. Level
    /// packs of other programs that contain such boards are read too.
    HuarongDao,
}

fifteen_puzzle::named!(
    @names PuzzleNotation, "notation":
    Text = "text", RushHour = "rush-hour", GnomeKlotski = "gnome-klotski", HuarongDao = "huarong-dao"
);

impl FromStr for PuzzleNotation {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        Self::named(name)
    }
}

/// Writes a description for users, such as "Rush Hour boards, one a line".
impl fmt::Display for PuzzleNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PuzzleNotation::Text => "puzzles with start and goal maps",
            PuzzleNotation::RushHour => "Rush Hour boards, one a line",
            PuzzleNotation::GnomeKlotski => {
                "levels of GNOME Klotski: '*' goes to the '.' cells, and only '*' passes '-'"
            }
            PuzzleNotation::HuarongDao => {
                "Huarong Dao codes: the 2x2 piece goes to the middle of the bottom edge"
            }
        })
    }
}

impl PuzzleNotation {
    /// Guesses the notation of the input. Returns [`PuzzleNotation::Text`] if no other notation
    /// fits.
    pub fn of(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let code = without_comments(text);
        let fits = |notation: &PuzzleNotation| match notation {
            PuzzleNotation::Text => text
                .lines()
                .any(|line| map_words(line).is_some() || line.trim_start().starts_with("rush:")),
            PuzzleNotation::RushHour => rush_lines::fits(&code),
            PuzzleNotation::GnomeKlotski => gnome::fits(text),
            PuzzleNotation::HuarongDao => huarong::fits(&code),
        };
        PuzzleNotation::ALL
            .into_iter()
            .find(fits)
            .unwrap_or(PuzzleNotation::Text)
    }

    /// Returns the notation of a command-line argument if the argument is a board itself, rather
    /// than a file name. An argument of one line is recognised only if it is a Rush Hour board of
    /// 36 characters or a Huarong Dao board.
    pub fn of_board(text: &str) -> Option<Self> {
        if text.trim().contains('\n') {
            return Some(Self::of(text));
        }
        let is_usual = || text.chars().filter(|c| !c.is_whitespace()).count() == 36;
        Some(Self::of(text)).filter(|notation| match notation {
            PuzzleNotation::Text | PuzzleNotation::GnomeKlotski => false,
            PuzzleNotation::RushHour => is_usual(),
            PuzzleNotation::HuarongDao => true,
        })
    }

    /// Parses input in this notation.
    ///
    /// # Errors
    /// Returns an error if the input contains no puzzle, is longer than
    /// [`MAX_BYTES`](super::MAX_BYTES), or contains more than [`MAX_PUZZLES`] puzzles.
    pub fn parse(self, text: &str) -> Result<Vec<PuzzleEntry>, FormatError> {
        self.parse_with_car(text, None)
    }

    /// Parses input in this notation. For Rush Hour boards, `car` is the letter of the car that
    /// must leave. It takes precedence over a line such as `car: P`. Other puzzles ignore `car`.
    ///
    /// # Errors
    /// Returns the same errors as [`PuzzleNotation::parse`].
    pub fn parse_with_car(
        self,
        text: &str,
        car: Option<char>,
    ) -> Result<Vec<PuzzleEntry>, FormatError> {
        let text = checked(text)?;
        if let Some(format) = foreign_format(text) {
            return Err(FormatError::new(
                (1, 1),
                format.replace(", with 0 for the blank", ""),
            ));
        }
        let puzzles = match self {
            PuzzleNotation::Text => return parse_with_car(text, car),
            PuzzleNotation::RushHour => rush_lines::read(&without_comments(text), car),
            PuzzleNotation::GnomeKlotski => entries(gnome::read(text)),
            PuzzleNotation::HuarongDao => entries(huarong::read(&without_comments(text))),
        };
        match puzzles.len() {
            0 => {
                let none = format!("no puzzle found in this notation; expected {self}");
                Err(FormatError::new((1, 1), none))
            }
            1..=MAX_PUZZLES => Ok(puzzles),
            _ => Err(too_many(1)),
        }
    }

    /// Formats a puzzle in this notation.
    ///
    /// # Errors
    /// Returns the reason why this notation cannot represent the puzzle.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, String> {
        match self {
            PuzzleNotation::Text => Ok(puzzle.to_string()),
            PuzzleNotation::RushHour => rush_lines::write(puzzle),
            PuzzleNotation::GnomeKlotski => gnome::write(puzzle),
            PuzzleNotation::HuarongDao => huarong::write(puzzle),
        }
    }
}

/// A puzzle from another notation, converted to maps of the text format.
struct DrawnPuzzle {
    name: String,
    /// A solution length that the input gives without saying what counts as a move.
    stated_moves: Option<u32>,
    /// The number of the line on which the puzzle begins, counted from 1.
    line: usize,
    /// The gates, written like the value of a `gate:` line in the text format. `None` if the puzzle
    /// has no gates.
    gate: Option<&'static str>,
    /// Rows of the start map, in the characters of the text format.
    start: Vec<Vec<char>>,
    /// Rows of the goal map, which has the same size as the start map.
    goal: Vec<Vec<char>>,
}

impl DrawnPuzzle {
    /// Builds the puzzle, and checks its maps by the rules of the text format.
    ///
    /// All errors are reported at the line where the puzzle begins.
    fn puzzle(self, name: &str) -> Result<Puzzle, FormatError> {
        let place = (self.line, 1);
        for row in &self.start {
            check_visible(row).map_err(|(_, message)| FormatError::new(place, message))?;
        }
        let gates = self.gate.map(|text| KeyValue {
            text,
            line: self.line,
            column: 1,
        });
        let settings = Settings {
            gates: gates.into_iter().collect(),
            ..Settings::default()
        };
        let maps = PuzzleMaps {
            start: Map::new(place, self.start),
            goal: Some(Map::new(place, self.goal)),
            floor: None,
        };
        let puzzle = maps.check_size().and_then(|()| maps.puzzle(&settings));
        let mut puzzle = puzzle.map_err(|error| FormatError::new(place, error.message))?;
        puzzle.state_moves(self.stated_moves);
        Ok(Puzzle {
            name: name.to_owned(),
            ..puzzle
        })
    }
}

/// Builds the puzzles from their maps. Returns one entry for each puzzle or error in the input,
/// numbered from 1.
fn entries(drawn: Vec<Result<DrawnPuzzle, FormatError>>) -> Vec<PuzzleEntry> {
    let entry = |(index, drawn): (usize, Result<DrawnPuzzle, FormatError>)| match drawn {
        Ok(drawn) => {
            // A name in the text format must not contain hidden characters, so replace them with
            // spaces.
            let words = drawn
                .name
                .split(|c: char| is_hidden(c) || c == ' ')
                .filter(|word| !word.is_empty());
            let name = words.collect::<Vec<_>>().join(" ");
            let puzzle = drawn.puzzle(&name);
            PuzzleEntry {
                index,
                name,
                puzzle,
                empty: None,
            }
        }
        Err(error) => PuzzleEntry {
            index,
            name: String::new(),
            puzzle: Err(error),
            empty: None,
        },
    };
    (1..).zip(drawn).map(entry).collect()
}

/// Returns the characters that can label pieces: first Latin letters and digits, then letters of
/// other scripts.
fn labels() -> impl Iterator<Item = char> {
    let plain = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    plain
        .chain('\u{391}'..='\u{3a1}')
        .chain('\u{410}'..='\u{44f}')
        .chain('\u{4e00}'..='\u{9fff}')
}

/// Returns a label for a piece: `wanted` if it is unused, and otherwise the first unused label.
fn free_label(taken: &[char], wanted: Option<char>) -> char {
    let is_free = |c: &char| !taken.contains(c) && !matches!(c, '#' | '.' | '-' | ' ');
    wanted
        .into_iter()
        .chain(labels())
        .find(is_free)
        .unwrap_or('?')
}
