//! Boards as they come: texts that are read line by line and may be endless.
//!
//! A [`BoardReader`] makes a [`BoardLine`] of each board in a text, and its [`Form`] says how the board was written:
//! in any [`Notation`] of one line, as rows on several lines, as a record in JSON or CSV that this project or another
//! program printed, or in columns as the files of `data/` have them.
//!
//! ```
//! use fifteen_solver::input::BoardReader;
//!
//! let text = "1 2 3 / 4 5 6 / 7 8 0\n123456708\n\n1 2 3\n4 5 6\n0 7 8\n";
//! let boards: Vec<_> = BoardReader::new(text.as_bytes(), None).map(|line| line.map(|line| line.board)).collect();
//! assert_eq!(boards.len(), 3);
//! ```

mod encoding;
mod reader;
mod record;
mod rows;
#[cfg(test)]
mod tests;

use std::fmt;

use fifteen_puzzle::{Board, Size, notation};

pub use encoding::{Encoding, EncodingError, decode};
pub use fifteen_puzzle::notation::Notation;
pub use reader::BoardReader;

/// A board of a text, or the reason why a line has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardLine {
    /// The name of the file, for whoever knows one.
    pub file: Option<String>,
    /// The line on which the board begins, from 1.
    pub line: u64,
    /// The board, or the error.
    pub board: Result<Board, String>,
    /// The way in which the board is written.
    pub form: Form,
    /// The moves that a record has beside the board.
    pub moves: Option<String>,
}

/// The way in which a board is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One line in that notation.
    Notation(Notation),
    /// One row a line.
    Rows,
    /// A JSON object with a field `board`.
    JsonRecord,
    /// A line of CSV with a column `board`.
    CsvRecord,
    /// Columns, the board after a colon.
    Columns,
}

impl Form {
    /// True for numbers on one line, which need no explanation.
    pub fn is_plain(self) -> bool {
        matches!(self, Self::Notation(Notation::Rows | Notation::Line | Notation::Grid))
    }

    /// The form in words; the size tells hexadecimal digits from others.
    pub fn describe(self, size: Size) -> &'static str {
        match self {
            Self::Notation(Notation::Rows | Notation::Line | Notation::Grid) => "numbers",
            Self::Notation(Notation::Digits) if size.cells() <= 10 => "one digit for each cell",
            Self::Notation(Notation::Digits) if size.cells() <= 16 => "hexadecimal digits",
            Self::Notation(Notation::Digits) => "digits in base 36",
            Self::Notation(Notation::Json | Notation::JsonRows) => "an array",
            Self::Rows => "rows, one a line",
            Self::JsonRecord => "a JSON record, by its field 'board'",
            Self::CsvRecord => "CSV, by its column 'board'",
            Self::Columns => "columns, the board after the colon",
        }
    }
}

impl BoardLine {
    /// Reads a board in any notation of one line.
    pub fn parse(line: u64, text: &str, size: Option<Size>) -> Self {
        match notation::read(text, size) {
            Ok((board, notation)) => {
                Self { file: None, line, board: Ok(board), form: Form::Notation(notation), moves: None }
            }
            Err(error) => Self::invalid(line, error),
        }
    }

    /// A line without a board.
    fn invalid(line: u64, error: impl fmt::Display) -> Self {
        let form = Form::Notation(Notation::Line);
        Self { file: None, line, board: Err(error.to_string()), form, moves: None }
    }
}
