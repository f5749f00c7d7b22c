//! Reading boards from text in any common notation, and writing them.
//!
//! All of these are the same board. Only the last needs a guess, namely that its empty cell is the
//! blank:
//!
//! ```text
//! 1 2 3 / 4 5 6 / 7 8 0    123456780    [[1,2,3],[4,5,6],[7,8,0]]    1 2 3    | 1 | 2 | 3 |
//!                                                                    4 5 6    | 4 | 5 | 6 |
//!                                                                    7 8 _    | 7 | 8 |   |
//! ```
//!
//! One rule reads them all: take the cells in reading order, and note where rows end. It has three
//! steps, each in a module of its own:
//!
//! 1. `scan.rs` cuts the text into words and notes what stands between them: `1 2 / 3 0` becomes
//!    the words `1`, `2`, `3`, `0`, with the end of a row before `3`.
//! 2. `cells.rs` turns words into cells. Each word is a number, or each character is a digit or a
//!    letter.
//! 3. `layout.rs` finds the size from the ends of rows or from the number of cells: two rows of two
//!    cells here.
//!
//! If that fails, `guess.rs` tries other meanings, such as `-` for the blank. [`Reading::guess`]
//! then says what was assumed. A text that could be two different boards is refused.
//!
//! [`Notation::write`] writes a board in a form that [`read`] reads back. The `Display` of a
//! [`Board`] is [`Notation::Rows`].

mod cells;
mod guess;
mod layout;
mod rows;
mod scan;

pub use layout::other_size;
pub use rows::lines_of_one_board;

use crate::board::write_rows;
use crate::{Board, ParseError, Size, TileGrid};
use cells::{ANY, Alphabet, ExtraSign};
use scan::TextWord;

/// A form in which a board is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Numbers in one line, with ` / ` between rows: `1 2 3 / 4 5 0`.
    Rows,
    /// Numbers in one line: `1 2 3 0`.
    Line,
    /// Aligned numbers, one line for each row, with `_` for the blank.
    Grid,
    /// One digit for each cell, hexadecimal up to 4x4 and in base 36 beyond: `123456789ABCDEF0`.
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
    /// Writes a board, without a final newline.
    ///
    /// The rows of a board that is not square are marked in every notation, because [`read`] could
    /// not find the size otherwise.
    pub fn write(self, board: &Board) -> String {
        let is_square = board.size().width() == board.size().height();
        let (tiles, size) = (board.tiles(), board.size());
        let number = |tile: u8| tile.to_string();
        let numbers = |between_cells: &str, between_rows: &str| {
            write_rows(tiles, size, number, between_cells, between_rows)
        };
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
            Self::Digits => write_rows(tiles, size, digit, "", if is_square { "" } else { "/" }),
            Self::Json if is_square => format!("[{}]", numbers(",", ",")),
            Self::Json | Self::JsonRows => format!("[[{}]]", numbers(",", "],[")),
        }
    }
}

/// A board that was read from a text, and how the text was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The board.
    pub board: Board,
    /// The form in which it is written: [`NUMBERS`], `hexadecimal digits`, `an array` and so on.
    pub form: &'static str,
    /// The guess that was needed to read it, as a sentence.
    pub guess: Option<String>,
}

/// The value of [`Reading::form`] for numbers in one line, which no front end needs to mention.
pub const NUMBERS: &str = "numbers";

/// The error for a text that is no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", place.map_or_else(String::new, |(line, column)| format!("line {}, column {column}: ", line + 1)))]
pub struct NotationError {
    /// The place of the bad cell in a text of several lines: its line, counted from 0, and its
    /// column, counted from 1.
    pub place: Option<(usize, usize)>,
    /// The reason, for a person.
    pub message: String,
    /// The size and the tiles if the text is well formed, but the tiles are no permutation. [`ANY`]
    /// stands for any tile.
    tiles: Option<(Size, Vec<u8>)>,
}

impl NotationError {
    /// An error that concerns the whole text.
    fn new(message: impl Into<String>) -> Self {
        Self {
            place: None,
            message: message.into(),
            tiles: None,
        }
    }

    /// The same error with another message.
    pub(crate) fn with_message(self, message: String) -> Self {
        Self { message, ..self }
    }

    /// The tiles, if all that is wrong is that some repeat and others are missing.
    pub fn repeated_tiles(&self) -> Option<TileGrid> {
        let (size, tiles) = self.tiles.as_ref()?;
        TileGrid::new(*size, tiles).ok()
    }

    /// The size and the cells of a goal pattern, if all that is wrong is that they are no
    /// permutation.
    pub(crate) fn pattern_cells(&self) -> Option<(Size, Vec<Option<u8>>)> {
        let (size, tiles) = self.tiles.as_ref()?;
        let is_cell = |&tile: &u8| tile == ANY || usize::from(tile) < size.cells();
        let cells = tiles.iter().map(|&tile| (tile != ANY).then_some(tile));
        tiles.iter().all(is_cell).then(|| (*size, cells.collect()))
    }

    /// The line and the column of a word, or `None` if all words are on one line.
    fn place_of(words: &[TextWord], number: usize) -> Option<(usize, usize)> {
        let has_lines = words.first().map(|word| word.line) != words.last().map(|word| word.line);
        words
            .get(number)
            .filter(|_| has_lines)
            .map(|word| (word.line, word.column))
    }
}

impl From<NotationError> for ParseError {
    fn from(error: NotationError) -> Self {
        Self(error.to_string())
    }
}

/// Reads a board.
///
/// # Errors
/// Returns the error of [`read`] as a message.
pub fn parse(text: &str, size: Option<Size>) -> Result<Board, ParseError> {
    Ok(read(text, size)?.board)
}

/// Reads a board and says how it is written.
///
/// The size is that of the rows if they are marked, otherwise `size`, otherwise the square with as
/// many cells as there are numbers. If rows are marked and `size` is given, they must agree.
///
/// # Errors
/// Returns an error if a word is no cell, if the cells make no rectangle, if the numbers are no
/// permutation, or if the text could be two different boards.
pub fn read(text: &str, size: Option<Size>) -> Result<Reading, NotationError> {
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

/// Reads the cells of a goal pattern, in which `*`, `?`, or `.` if it occurs more than once, is any
/// tile.
///
/// Such cells are no permutation, so they are returned in an error. The result is `None` if no such
/// sign occurs in the text.
pub(crate) fn with_any(text: &str, size: Option<Size>) -> Option<NotationError> {
    // A single point is the blank.
    let least_counts = [("*", 1), ("?", 1), (".", 2)];
    let (sign, _) = least_counts
        .into_iter()
        .find(|&(sign, least)| text.matches(sign).count() >= least)?;
    read_words(
        &scan::shown(&scan::words(text).ok()?),
        size,
        Some(ExtraSign {
            text: sign,
            tile: ANY,
        }),
    )
    .err()
}

/// The words of a text, each of which may be a cell or several.
pub fn words(text: &str) -> Vec<&str> {
    scan::cut(text)
        .words
        .into_iter()
        .map(|word| word.text)
        .filter(|word| !word.is_empty())
        .collect()
}

/// True if a text consists of one or more numbers, as the columns before a board in files of `data`
/// do.
fn are_columns(text: &str) -> bool {
    !text.trim().is_empty()
        && text
            .split([' ', '\t'])
            .all(|word| word.is_empty() || word.parse::<u64>().is_ok())
}

/// Reads words as a board. `extra` is one more sign for the blank or for any tile.
fn read_words(
    words: &[TextWord],
    size: Option<Size>,
    extra: Option<ExtraSign>,
) -> Result<Reading, NotationError> {
    if words.is_empty() {
        return Err(NotationError::new(
            "the board is empty; write its numbers row by row, 0 for the blank",
        ));
    }
    if words
        .iter()
        .skip(1)
        .any(|word| word.before & scan::BOARD != 0)
    {
        return Err(NotationError::new(
            "expected one board, but an empty line separates boards",
        ));
    }
    let mut first_error = None;
    let mut has_cells = false;
    for alphabet in Alphabet::ALL {
        let cells = match alphabet.cells(words, extra) {
            Ok(cells) => cells,
            Err(error) => {
                first_error.get_or_insert(error);
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
            // The first alphabet that knows all words explains the error best. Nearly every word
            // could be letters, so an error about letters counts only if their tiles would make a
            // pattern.
            Err(error)
                if !has_cells
                    && (alphabet != Alphabet::Letters || error.pattern_cells().is_some()) =>
            {
                first_error = Some(error)
            }
            Err(_) => (),
        }
        has_cells = true;
    }
    Err(first_error
        .unwrap_or_else(|| NotationError::new("expected numbers row by row, 0 for the blank")))
}
