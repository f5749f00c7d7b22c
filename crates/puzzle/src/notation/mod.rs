//! Reads and writes boards in all common notations.
//!
//! All of these examples show the same board. Only the last example, which is a table with an empty
//! cell, requires a guess about the blank:
//!
//! ```text
//! 1 2 3 / 4 5 6 / 7 8 0    123456780    [[1,2,3],[4,5,6],[7,8,0]]    1 2 3    | 1 | 2 | 3 |
//!                                                                    4 5 6    | 4 | 5 | 6 |
//!                                                                    7 8 _    | 7 | 8 |   |
//! ```
//!
//! Every notation is read in the same three steps, each in its own module:
//!
//! 1. `scan.rs` splits the text into words and records the separators between them. For example,
//!    the text `1 2 / 3 0` becomes the words `1`, `2`, `3` and `0`, with the end of a row before
//!    `3`.
//! 2. `cells.rs` converts words to cells. Either each word is a number, or each character is a
//!    digit or a letter.
//! 3. `layout.rs` determines the size of the board, from the ends of rows or from the number of
//!    cells. The example has two rows of two cells.
//!
//! If these steps fail, `guess.rs` tries other interpretations, such as `-` for the blank, and
//! reports its assumption in [`Reading::guess`]. Text that could mean two different boards is
//! rejected.
//!
//! [`Notation::write`] writes a board in a form that [`read`] can read back. The `Display`
//! implementation of [`Board`] uses [`Notation::Rows`].

mod cells;
mod foreign;
mod guess;
mod layout;
mod log_line;
mod scan;

pub use cells::{LineCells, cells_of_line};
pub use foreign::foreign_format;
pub use layout::{TileRows, other_size};

use crate::board::write_rows;
use crate::{Board, Goal, ParseError, Size, TileGrid, goal_beside_board};
use cells::{ANY, Alphabet, ExtraSign, ReadCell, tile_number};
use scan::TextWord;

/// A notation for boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Numbers on one line, with ` / ` between rows: `1 2 3 / 4 5 0`.
    Rows,
    /// Numbers on one line, without separators between rows: `1 2 3 0`.
    Line,
    /// Right-aligned numbers, one line per row, with `_` for the blank.
    Grid,
    /// One digit per cell, such as `123456789ABCDEF0`. Boards of up to 16 cells use hexadecimal
    /// digits, and larger boards use base 36.
    Digits,
    /// A JSON array of all cells: `[1,2,3,0]`.
    Json,
    /// A JSON array of rows: `[[1,2,3],[4,5,0]]`.
    JsonRows,
}

crate::named!(
    Notation, "notation":
    Rows = "rows", Line = "line", Grid = "grid", Digits = "digits", Json = "json", JsonRows = "json-rows"
);

impl Notation {
    /// Writes a board in this notation, without a final newline.
    ///
    /// If the board is not square, the ends of rows are marked, even in a notation that usually
    /// omits them. Without these marks, [`read`] could not determine the size.
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

/// A board that was read from text, and how the text was interpreted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The board that was read.
    pub board: Board,
    /// Description of the notation, such as [`NUMBERS`], `hexadecimal digits` or `an array`.
    pub form: &'static str,
    /// The assumption under which the text was read, such as "- is read as the blank". It is `None`
    /// if no guess was necessary.
    pub guess: Option<String>,
    /// The goal that the lines before the board specify, or `None` if they do not specify one.
    pub goal: Option<Goal>,
}

/// Value of [`Reading::form`] for plain numbers on one line. This is the usual notation, so user
/// interfaces do not need to mention it.
pub const NUMBERS: &str = "numbers";

/// Error for text that cannot be read as a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", place.map_or_else(String::new, |(line, column)| format!("line {}, column {column}: ", line + 1)))]
pub struct NotationError {
    /// Line and column of the invalid cell, or `None` if the text has only one line. The line is
    /// counted from 0, and the column from 1.
    pub place: Option<(usize, usize)>,
    /// The error message, written for users.
    pub message: String,
    /// The size and the tiles, if the text has the form of a board but its tiles are not a
    /// permutation. `None` for all other errors.
    ///
    /// Such tiles can still form a goal pattern, in which [`ANY`] stands for any tile.
    tiles: Option<(Size, Vec<u8>)>,
}

impl NotationError {
    /// Creates an error about the text as a whole, without a position.
    fn new(message: impl Into<String>) -> Self {
        Self {
            place: None,
            message: message.into(),
            tiles: None,
        }
    }

    /// Replaces the message of this error.
    pub(crate) fn with_message(self, message: String) -> Self {
        Self { message, ..self }
    }

    /// Returns the tiles that were read if the only error is that some tiles repeat. Returns `None`
    /// for any other error.
    ///
    /// A puzzle with interchangeable tiles can start at such a position.
    pub fn repeated_tiles(&self) -> Option<TileGrid> {
        let (size, tiles) = self.tiles.as_ref()?;
        TileGrid::new(*size, tiles).ok()
    }

    /// Returns the size and the cells of a goal pattern, or `None` if the text cannot be a goal
    /// pattern. In the cells, `None` stands for any tile.
    pub(crate) fn pattern_cells(&self) -> Option<(Size, Vec<Option<u8>>)> {
        let (size, tiles) = self.tiles.as_ref()?;
        let is_cell = |&tile: &u8| tile == ANY || usize::from(tile) < size.cells();
        let cells = tiles.iter().map(|&tile| (tile != ANY).then_some(tile));
        tiles.iter().all(is_cell).then(|| (*size, cells.collect()))
    }

    /// Returns the line and column of the word with index `number`. Returns `None` if the text has
    /// only one line.
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

/// Reads a board in any common notation. `size` is used if the text does not reveal the board's
/// size.
///
/// # Errors
/// Returns an error if the text cannot be read as a board or could mean two different boards. The
/// message includes the position of an invalid cell. Also returns an error if the text specifies a
/// goal other than the default one, because this function returns only the board.
pub fn parse(text: &str, size: Option<Size>) -> Result<Board, ParseError> {
    let Reading { board, goal, .. } = read(text, size)?;
    match goal {
        None | Some(Goal::Last) => Ok(board),
        Some(goal) => Err(goal_beside_board(goal)),
    }
}

/// Reads a board in any common notation, and reports how the text was interpreted.
///
/// If the text marks the ends of rows, they determine the size of the board. If `size` is given,
/// the board must have this size. If the text does not mark the ends of rows, the board has the
/// given `size`, or is square if `size` is `None`.
///
/// # Errors
/// Returns an error if a word is not a valid cell, if rows have unequal lengths, if the tiles are
/// not a permutation, or if the text could mean two different boards.
pub fn read(text: &str, size: Option<Size>) -> Result<Reading, NotationError> {
    if let Some(format) = foreign_format(text) {
        return Err(NotationError::new(format));
    }
    let (board, form) = match text.trim().rsplit_once(':') {
        Some((columns, board)) if are_columns(columns) => {
            (board, Some("columns, the board after the colon"))
        }
        _ => (text, None),
    };
    let error = match scan::words(board).and_then(|words| guess::read(board, &words, size)) {
        Ok(reading) => {
            return Ok(Reading {
                form: form.unwrap_or(reading.form),
                ..reading
            });
        }
        Err(error) => error,
    };
    let found = match log_line::after_size(text) {
        Some((found, board)) if size.is_none_or(|size| size == found) => {
            let words = scan::words(board);
            let reading = words.and_then(|words| guess::read(board, &words, Some(found)));
            let form = "a size, and the board after it";
            reading.ok().map(|reading| Reading { form, ..reading })
        }
        _ => log_line::board_among_words(text, size),
    };
    found.ok_or(error)
}

/// Reads the cells of a goal pattern. The signs `*` and `?` stand for any tile. If `.` occurs more
/// than once, it also stands for any tile. Returns `None` if the text contains no such sign.
///
/// A pattern is not a valid board, so its cells are returned inside a [`NotationError`], from which
/// [`NotationError::pattern_cells`] extracts them.
pub(crate) fn with_any(text: &str, size: Option<Size>) -> Option<NotationError> {
    // A single `.` means the blank, so `.` stands for any tile only if it occurs at least twice.
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

/// Reads a board of any size that is written in numbers. Rows end at the same separators as in
/// [`read`], but the numbers do not need to be the tiles of a board.
///
/// Returns every arrangement in rows of equal length that the separators permit. If no such
/// arrangement exists, returns the rows with unequal lengths, or a single row if the text does not
/// mark the ends of rows. Returns `None` if any word is neither a number nor the blank.
///
/// ```
/// use fifteen_puzzle::notation::rows_of_numbers;
///
/// assert_eq!(rows_of_numbers("| 30 | 1 |\n| 2 | _ |"), Some(vec![vec![vec![30, 1], vec![2, 0]]]));
/// assert_eq!(rows_of_numbers("30 1 2 0"), Some(vec![vec![vec![30, 1, 2, 0]]]));
/// ```
pub fn rows_of_numbers(text: &str) -> Option<Vec<TileRows>> {
    let words = scan::shown(&scan::words(text).ok()?);
    let cell = |(index, word): (usize, &TextWord)| {
        Some(ReadCell {
            tile: tile_number(word.text)?,
            before: word.before,
            word: index,
        })
    };
    let cells: Vec<ReadCell> = words.iter().enumerate().map(cell).collect::<Option<_>>()?;
    (!cells.is_empty()).then(|| layout::arrangements(&cells, &words))
}

/// Splits text into words, each of which contains one or more cells.
pub fn words(text: &str) -> Vec<&str> {
    scan::cut(text)
        .words
        .into_iter()
        .map(|word| word.text)
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns whether text consists only of numbers separated by spaces or tabs. In some data files,
/// such columns and a colon precede each board, as in `79 42: 0 1 9 7`.
fn are_columns(text: &str) -> bool {
    !text.trim().is_empty()
        && text
            .split([' ', '\t'])
            .all(|word| word.is_empty() || word.parse::<u64>().is_ok())
}

/// Reads words as a board. Tries numbers first, then digits, then letters. `extra` is a sign with
/// an assumed meaning, such as `-` for the blank.
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
                    goal: None,
                });
            }
            // An error about letters is rarely helpful, because nearly every word can be read as
            // letters. So report the error for the first alphabet that could convert all words to
            // cells.
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
