//! Puzzles in the notations of other programs: recognised, read and written.
//!
//! [`PuzzleNotation::of`] recognises a text's [`PuzzleNotation`], [`PuzzleNotation::parse`] reads it, and
//! [`PuzzleNotation::write`] writes one puzzle. Levels of GNOME Klotski and codes of Huarong Dao are drawn as
//! [`DrawnPuzzle`]s, which become puzzles by the rules of the text format. Where boards are one a line, they may have a
//! line for each row as well: see [`boards`].

mod gnome;
mod huarong;
mod rush_lines;

use std::fmt;
use std::str::FromStr;

use fifteen_puzzle::ParseError;
use fifteen_puzzle::visible::is_hidden;

use super::maps::map_words;
use super::{FormatError, MAX_PUZZLES, PuzzleEntry, checked, parse, too_many};
use crate::puzzle::Puzzle;

/// A way of writing puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PuzzleNotation {
    /// The text format of [`crate::format`].
    Text,
    /// Boards of Rush Hour, one a line: `60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332`, with or without the numbers; or
    /// with a line for each row.
    RushHour,
    /// Levels of GNOME Klotski, as text or in its source.
    GnomeKlotski,
    /// Huarong Dao codes of hexadecimal digits, or strings of twenty characters, one a line.
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

/// A description for people.
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
    /// The notation of a text: the first that fits, and [`PuzzleNotation::Text`] if none does.
    pub fn of(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let fits = |notation: &PuzzleNotation| match notation {
            PuzzleNotation::Text => text
                .lines()
                .any(|line| map_words(line).is_some() || line.trim_start().starts_with("rush:")),
            PuzzleNotation::RushHour => rush_lines::fits(text),
            PuzzleNotation::GnomeKlotski => gnome::fits(text),
            PuzzleNotation::HuarongDao => huarong::fits(text),
        };
        PuzzleNotation::ALL
            .into_iter()
            .find(fits)
            .unwrap_or(PuzzleNotation::Text)
    }

    /// The notation of a text that may be the name of a file: 36 characters of Rush Hour, or a board of Huarong Dao.
    pub fn of_board(text: &str) -> Option<Self> {
        let is_usual = || text.chars().filter(|c| !c.is_whitespace()).count() == 36;
        Some(Self::of(text)).filter(|notation| match notation {
            PuzzleNotation::Text | PuzzleNotation::GnomeKlotski => false,
            PuzzleNotation::RushHour => is_usual(),
            PuzzleNotation::HuarongDao => true,
        })
    }

    /// Reads a text in this notation.
    ///
    /// # Errors
    /// As for [`crate::format::parse`].
    pub fn parse(self, text: &str) -> Result<Vec<PuzzleEntry>, FormatError> {
        let text = checked(text)?;
        let puzzles = match self {
            PuzzleNotation::Text => return parse(text),
            PuzzleNotation::RushHour => rush_lines::read(text),
            PuzzleNotation::GnomeKlotski => entries(gnome::read(text)),
            PuzzleNotation::HuarongDao => entries(huarong::read(text)),
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

    /// A puzzle in this notation.
    ///
    /// # Errors
    /// The reason, if the notation cannot say the puzzle.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, String> {
        match self {
            PuzzleNotation::Text => Ok(puzzle.to_string()),
            PuzzleNotation::RushHour => rush_lines::write(puzzle),
            PuzzleNotation::GnomeKlotski => gnome::write(puzzle),
            PuzzleNotation::HuarongDao => huarong::write(puzzle),
        }
    }
}

/// The lines of a board, with their numbers.
type BoardLines<'a> = Vec<(usize, &'a str)>;

/// The boards of a text: a line each, or as many rows of one width below each other as a board of that `height` has.
/// Lines that are empty or comments are left out.
fn boards(text: &str, height: impl Fn(usize) -> Option<usize>) -> Vec<BoardLines<'_>> {
    let is_comment = |line: &str| line.trim() == "#" || line.trim_start().starts_with("# ");
    let mut boards: Vec<BoardLines<'_>> = Vec::new();
    for (number, line) in (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !is_comment(line))
    {
        let width = row_width(line);
        let goes_on = |board: &&mut BoardLines<'_>| {
            let is_beside = board
                .last()
                .is_some_and(|(before, row)| before + 1 == number && row_width(row) == width);
            is_beside
                && width
                    .and_then(&height)
                    .is_some_and(|height| board.len() < height)
        };
        match boards.last_mut().filter(goes_on) {
            Some(board) => board.push((number, line)),
            None => boards.push(vec![(number, line)]),
        }
    }
    boards
}

/// The number of cells of a row, which is a word, or has spaces between the cells.
fn row_width(line: &str) -> Option<usize> {
    let lengths: Vec<usize> = line
        .split_whitespace()
        .map(|word| word.chars().count())
        .collect();
    match lengths[..] {
        [length] => Some(length),
        _ => lengths
            .iter()
            .all(|&length| length == 1)
            .then_some(lengths.len()),
    }
}

/// A puzzle as a reader of another notation draws it.
struct DrawnPuzzle {
    name: String,
    /// The line of the source at which the puzzle begins.
    line: usize,
    /// The line `gate:`, if it has gates.
    gate: &'static str,
    /// Rows of the start map, and of the goal map, which is equally large.
    start: Vec<Vec<char>>,
    goal: Vec<Vec<char>>,
}

impl DrawnPuzzle {
    /// The puzzle, by the rules of the text format. Errors have the line at which the puzzle begins.
    fn puzzle(&self, name: &str) -> Result<Puzzle, FormatError> {
        let mut text = format!("##\n{}", self.gate);
        let width = self.start.iter().map(Vec::len).max().unwrap_or(0);
        let column = width.max("start".len()) + 4;
        text += &format!("{:column$}goal\n", "start");
        for (start, goal) in self.start.iter().zip(&self.goal) {
            let [start, goal] = [start, goal].map(|row| row.iter().collect::<String>());
            text += &format!("{start:column$}{goal}\n");
        }
        let puzzle = parse(&text).and_then(|mut entries| entries.remove(0).puzzle);
        let puzzle = puzzle.map_err(|error| FormatError::new((self.line, 1), error.message))?;
        Ok(Puzzle {
            name: name.to_owned(),
            ..puzzle
        })
    }
}

fn entries(drawn: Vec<Result<DrawnPuzzle, FormatError>>) -> Vec<PuzzleEntry> {
    let entry = |(index, drawn): (usize, Result<DrawnPuzzle, FormatError>)| match drawn {
        Ok(drawn) => {
            // The name on one line, as the text format has it: hidden characters count as spaces.
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

/// Characters for pieces: letters and digits first, then letters of other scripts.
fn labels() -> impl Iterator<Item = char> {
    let plain = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    plain
        .chain('\u{391}'..='\u{3a1}')
        .chain('\u{410}'..='\u{44f}')
        .chain('\u{4e00}'..='\u{9fff}')
}

/// A character that no piece has yet, the wanted one if it is free.
fn free_label(taken: &[char], wanted: Option<char>) -> char {
    let is_free = |c: &char| !taken.contains(c) && !matches!(c, '#' | '.' | '-' | ' ');
    wanted
        .into_iter()
        .chain(labels())
        .find(is_free)
        .unwrap_or('?')
}
