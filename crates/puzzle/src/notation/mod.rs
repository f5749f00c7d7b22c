//! Notations of a board, read and written.
//!
//! One rule reads them all: the cells in reading order, the ends of rows kept, whatever stands between them. `scan.rs`
//! cuts a text into words with the ends of rows between them, `cells.rs` makes cells of words, and `layout.rs` finds the
//! size. A text that is no board so may be one by a guess (`guess.rs`), such as a `-` for the blank, which
//! [`Reading::guess`] tells. A text with two readings is refused.
//!
//! [`Notation::write`] prints a board, which [`read`] reads back; [`Board`]'s `Display` is [`Notation::Rows`].

mod cells;
mod guess;
mod layout;
mod scan;

pub use layout::other_size;

use crate::{ANY, Board, ParseError, Size};
use cells::{Alphabet, Sign};
use scan::Word;

/// A way to write a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Numbers in one line, rows separated by ` / `: `1 2 3 / 4 5 0`.
    Rows,
    /// Numbers in one line: `1 2 3 0`.
    Line,
    /// One line for each row, the numbers aligned, the blank as `_`.
    Grid,
    /// One digit for each cell, hexadecimal up to 4x4: `123456789ABCDEF0`, or `123/450`.
    Digits,
    /// An array: `[1,2,3,0]`.
    Json,
    /// An array of rows: `[[1,2,3],[4,5,0]]`.
    JsonRows,
}

crate::named!(
    Notation, "notation":
    Rows = "rows", Line = "line", Grid = "grid", Digits = "digits", Json = "json", JsonRows = "json-rows"
);

impl Notation {
    /// The board in this notation, without a final newline. Unless it is a square, its rows are marked in any notation,
    /// so that it is read back.
    pub fn write(self, board: &Board) -> String {
        let is_square = board.size().width() == board.size().height();
        let numbers =
            |between: &str, rows: &str| board.written(|tile| tile.to_string(), between, rows);
        let digit = |tile: u8| {
            char::from_digit(tile.into(), 36)
                .into_iter()
                .collect::<String>()
                .to_ascii_uppercase()
        };
        match self {
            Self::Line if is_square => numbers(" ", " "),
            Self::Rows | Self::Line => board.to_string(),
            Self::Grid => board.grid(),
            Self::Digits => board.written(digit, "", if is_square { "" } else { "/" }),
            Self::Json if is_square => format!("[{}]", numbers(",", ",")),
            Self::Json | Self::JsonRows => format!("[[{}]]", numbers(",", "],[")),
        }
    }
}

/// A board that was read from a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The board.
    pub board: Board,
    /// The way in which it is written: [`NUMBERS`], `hexadecimal digits`, `an array`, ...
    pub form: &'static str,
    /// The guess that was made, as a sentence.
    pub guess: Option<String>,
}

/// The form of numbers in one line, which needs no explanation.
pub const NUMBERS: &str = "numbers";

/// The reason why a text is no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", place.map_or_else(String::new, |(line, column)| format!("line {}, column {column}: ", line + 1)))]
pub struct Fault {
    /// The line, from 0, and the column, from 1, of the bad cell in a text of several lines.
    pub place: Option<(usize, usize)>,
    /// The reason, for a person.
    pub message: String,
    /// The board, if all that is wrong is that tiles repeat and others are missing.
    pub repeated: Option<Board>,
}

impl Fault {
    /// A fault of the whole text.
    fn of_text(message: impl Into<String>) -> Self {
        Self {
            place: None,
            message: message.into(),
            repeated: None,
        }
    }

    /// The line and the column of a word, if the words stand on several lines.
    fn place(words: &[Word], number: usize) -> Option<(usize, usize)> {
        let has_lines = words.first().map(|word| word.line) != words.last().map(|word| word.line);
        words
            .get(number)
            .filter(|_| has_lines)
            .map(|word| (word.line, word.column))
    }
}

impl From<Fault> for ParseError {
    fn from(fault: Fault) -> Self {
        Self(fault.to_string())
    }
}

/// Reads a board.
///
/// # Errors
/// Those of [`read`].
pub fn parse(text: &str, size: Option<Size>) -> Result<Board, ParseError> {
    Ok(read(text, size)?.board)
}

/// Reads a board, and tells how it is written.
///
/// The size comes from the rows if they are marked, else from `size`, else from a square count (4, 9, 16 or 25).
/// Marked rows must agree with `size` where both are given.
///
/// # Errors
/// An unknown word, rows or a count that fit no board, numbers that are not a permutation, or two readings.
pub fn read(text: &str, size: Option<Size>) -> Result<Reading, Fault> {
    let (board, has_columns) = match text.trim().rsplit_once(':') {
        Some((columns, board)) if are_columns(columns) => (board, true),
        _ => (text, false),
    };
    let reading = guess::read(board, &scan::words(board)?, size)?;
    Ok(if has_columns {
        Reading {
            form: "columns, the board after the colon",
            ..reading
        }
    } else {
        reading
    })
}

/// The fault of a goal that leaves a choice, with the board: `*` or `?`, or `.` more than once, is any tile.
pub(crate) fn with_any(text: &str, size: Option<Size>) -> Option<Fault> {
    let counts = [("*", 1), ("?", 1), (".", 2)];
    let (sign, _) = counts
        .into_iter()
        .find(|&(sign, least)| text.matches(sign).count() >= least)?;
    of_words(
        &scan::shown(&scan::words(text).ok()?),
        size,
        Some((sign, ANY)),
    )
    .err()
}

/// The words of a text that may be cells.
pub fn words(text: &str) -> Vec<&str> {
    scan::cut(text)
        .words
        .into_iter()
        .map(|word| word.text)
        .filter(|word| !word.is_empty())
        .collect()
}

/// True for the columns before a board: numbers, at least one.
fn are_columns(text: &str) -> bool {
    !text.trim().is_empty()
        && text
            .split([' ', '\t'])
            .all(|word| word.is_empty() || word.parse::<u64>().is_ok())
}

/// The board of words, with another sign for the blank, or for any tile.
fn of_words(words: &[Word], size: Option<Size>, sign: Option<Sign>) -> Result<Reading, Fault> {
    if words.is_empty() {
        return Err(Fault::of_text(
            "the board is empty; write its numbers row by row, 0 for the blank",
        ));
    }
    if words
        .iter()
        .skip(1)
        .any(|word| word.before & scan::BOARD != 0)
    {
        return Err(Fault::of_text(
            "expected one board, but an empty line separates boards",
        ));
    }
    let (mut fault, mut has_cells) = (None, false);
    for alphabet in Alphabet::ALL {
        let cells = match alphabet.cells(words, sign) {
            Ok(cells) => cells,
            Err(error) => {
                fault.get_or_insert(error);
                continue;
            }
        };
        match layout::board(&cells, words, size) {
            Ok(board) => {
                let guess = alphabet == Alphabet::Letters;
                let guess =
                    guess.then(|| "letters are read as tiles in alphabetical order".to_owned());
                return Ok(Reading {
                    board,
                    form: alphabet.form(words, board.size()),
                    guess,
                });
            }
            // What is no number may be a digit, but a letter is a tile only where it makes a board.
            Err(error)
                if !has_cells && (alphabet != Alphabet::Letters || error.repeated.is_some()) =>
            {
                fault = Some(error)
            }
            Err(_) => (),
        }
        has_cells = true;
    }
    Err(fault.unwrap_or_else(|| Fault::of_text("expected numbers row by row, 0 for the blank")))
}
