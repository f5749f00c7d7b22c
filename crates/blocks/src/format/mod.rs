//! The text format for puzzles, and the notations of other programs.
//!
//! A file in the text format contains any number of puzzles, each with its start map and its goal
//! map side by side:
//!
//! ```text
//! ## name
//! key: value
//! start    goal
//! A**B     ....
//! ACCB     .**.
//! ```
//!
//! In a map, `#` is a wall, `.` is an empty cell, and a space is outside the board. Any other
//! character is a piece, and all cells with the same character are one piece. If the puzzle has no
//! gates and its start map has no `.`, empty cells can be drawn as `_`, `0` or a full-width dot.
//!
//! The start map begins in the column of the word `start`, and the goal map in the column of the
//! word `goal`. Both end at the first empty line. The goal map shows where some of the pieces must
//! be at the end. All other pieces may be anywhere. The goal map may also omit the walls. Outside
//! of maps, `#` starts a comment.
//!
//! The following keys have a defined meaning. All other keys are only stored in
//! [`Puzzle::properties`](crate::Puzzle::properties):
//!
//! * `pieces: rush-hour` restricts each piece to movement along its long axis. `horizontal: AB` and
//!   `vertical: CD` restrict individual pieces to one axis.
//! * `gate: - for AB` turns the cells drawn as `-` into a [`Gate`](crate::Gate), which only the
//!   pieces `A` and `B` may enter. If pieces cover gates at the start, a third map below the word
//!   `floor` shows the board without pieces.
//! * `goal: by-shape` accepts any piece of the right shape in place of each piece of the goal map.
//!   `equal: 123 456` accepts any piece of the same group.
//! * `rush:`, followed by the 36 characters of a 6x6 board, defines a whole Rush Hour puzzle
//!   without maps. Other square boards, from 4x4 to 12x12, are also accepted. `car: P` names the
//!   car that must leave, if its letter is not X and its position does not show it.
//! * `optimum: unit=116 straight=90` records known solution lengths. `optimum: 8` records a length
//!   without saying what counts as a move.
//!
//! [`parse()`] returns a [`PuzzleEntry`] for each puzzle in the input. [`PuzzleNotation`] reads and
//! writes the files of other programs. A [`FormatError`] contains the position of an error.

mod draft;
mod goal;
mod grid;
mod keys;
mod maps;
mod notations;
mod rush;
mod write;

use std::iter::{Peekable, Zip};
use std::ops::RangeFrom;
use std::str::Lines;

use fifteen_puzzle::words::count;

use crate::Puzzle;
pub use crate::error::FormatError;
use crate::puzzle::optima::OPTIMUM;
use draft::{NO_MAP, PuzzleDraft, Settings};
use maps::MapsText;
pub use notations::PuzzleNotation;

/// Maximum length of the input, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// Maximum number of puzzles in the input.
pub const MAX_PUZZLES: usize = 100_000;

/// One puzzle of the input, or the error in its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleEntry {
    /// The number of the puzzle in the input: 1 for the first puzzle, 2 for the second, and so on.
    pub index: usize,
    /// The name of the puzzle, or empty if it is unnamed.
    pub name: String,
    /// The puzzle, or the first error in its text.
    pub puzzle: Result<Puzzle, FormatError>,
    /// The character that represents empty cells in the maps of the puzzle, or `None` if it is the
    /// usual `.`.
    pub empty: Option<char>,
}

impl PuzzleEntry {
    /// Returns warnings for the author of the puzzle, for example about a misspelt key or an
    /// unusual character for empty cells.
    pub fn remarks(&self) -> Vec<String> {
        let empty =
            |sign| format!("'{sign}' was read as an empty cell, since the start map has no '.'");
        self.empty
            .map(empty)
            .into_iter()
            .chain(self.puzzle.iter().flat_map(Puzzle::remarks))
            .collect()
    }
}

/// Parses all puzzles in the input. Each [`PuzzleEntry`] has its own result, so an error in one
/// puzzle does not affect the others.
///
/// # Errors
/// Returns an error if the input contains no puzzle, is longer than [`MAX_BYTES`], or contains more
/// than [`MAX_PUZZLES`] puzzles.
pub fn parse(text: &str) -> Result<Vec<PuzzleEntry>, FormatError> {
    parse_with_car(text, None)
}

/// Parses all puzzles in the input.
///
/// `car` is the letter of the car that must leave the board of a `rush:` line. It takes precedence
/// over a line such as `car: P`.
fn parse_with_car(text: &str, car: Option<char>) -> Result<Vec<PuzzleEntry>, FormatError> {
    let text = checked(text)?;
    let mut lines = (1..).zip(text.lines()).peekable();
    let mut entries = Vec::new();
    let mut draft: Option<PuzzleDraft> = None;
    while let Some((number, line)) = lines.next() {
        let trimmed = line.trim();
        if let Some(name) = heading(line) {
            entries.extend(draft.take().map(|d| d.finish(entries.len() + 1)));
            if entries.len() == MAX_PUZZLES {
                return Err(too_many(number));
            }
            draft = Some(PuzzleDraft::new(name, number, car));
            draft
                .iter_mut()
                .for_each(|draft| draft.visible(number, line));
        } else if trimmed.starts_with('#') {
            draft
                .iter_mut()
                .for_each(|draft| draft.comment(number, line));
        } else if !trimmed.is_empty() {
            let draft = draft.get_or_insert_with(|| PuzzleDraft::new("", number, car));
            if let Some(maps) = MapsText::read(number, line, &mut lines) {
                draft.map(number, maps);
            } else if let Err(error) = draft.property(number, line) {
                draft.error.get_or_insert(error);
            }
        }
    }
    entries.extend(draft.take().map(|d| d.finish(entries.len() + 1)));
    let none = "no puzzle found: a puzzle begins with '## name', followed by a line 'start goal' and the two maps";
    if entries.is_empty() {
        Err(FormatError::new((text.lines().count().max(1), 1), none))
    } else {
        Ok(entries)
    }
}

/// Checks that the input is not too long. Returns it without a byte order mark.
fn checked(text: &str) -> Result<&str, FormatError> {
    if text.len() > MAX_BYTES {
        let long = format!(
            "the text is longer than {} MiB: split the file",
            MAX_BYTES >> 20
        );
        return Err(FormatError::new((1, 1), long));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Creates the error for an input with too many puzzles, reported at the given line.
fn too_many(line: usize) -> FormatError {
    FormatError::new(
        (line, 1),
        format!(
            "more than {} puzzles: split the file",
            count(MAX_PUZZLES as u64)
        ),
    )
}

/// Returns the error message for an invisible character.
fn invisible(character: char) -> String {
    let code = u32::from(character);
    format!("a character that cannot be seen (U+{code:04X}); write a space, '.', '#' or a letter")
}

/// The lines of the input, with line numbers that start from 1.
type NumberedLines<'a> = Peekable<Zip<RangeFrom<usize>, Lines<'a>>>;

/// Returns the name in a heading such as `## name`, or `None` if the line is not a heading.
fn heading(line: &str) -> Option<&str> {
    let line = line.trim_end();
    if line == "##" {
        Some("")
    } else {
        line.strip_prefix("## ").map(str::trim)
    }
}

/// Keys that have a meaning in the text format. All other keys are only stored as properties of the
/// puzzle.
pub(crate) const KEYS: [&str; 8] = [
    "pieces",
    "goal",
    "equal",
    "rush",
    "gate",
    "horizontal",
    "vertical",
    OPTIMUM,
];
/// The words above maps, from left to right. Each word marks the column in which its map begins.
const MAP_WORDS: [&str; 3] = ["start", "goal", "floor"];

/// Removes the comment at the end of a line. A comment begins with a `#` that follows whitespace.
fn uncommented(line: &str) -> &str {
    let comment = line
        .char_indices()
        .find(|&(i, c)| c == '#' && line[..i].ends_with(char::is_whitespace));
    comment.map_or(line, |(i, _)| &line[..i])
}
