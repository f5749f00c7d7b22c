//! Reads boards from texts, line by line, so that a text may be endless.
//!
//! A [`BoardReader`] returns a [`BoardLine`] for each board in a text. A board may be written in
//! any notation that [`notation::read`] knows, on one line or several; in a record of JSON or CSV
//! that this project or another program printed; or in columns, as in the files of `data/`.
//! [`read_one`] reads a text that must be one board.
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
#[cfg(test)]
mod tests;

use fifteen_puzzle::notation::{self, NotationError, Reading};
use fifteen_puzzle::{Board, Goal, Size, TileGrid};

pub use encoding::decode;
pub use fifteen_puzzle::notation::Notation;
pub use reader::BoardReader;

/// A board of a text, or the error of a line that isn't a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardLine {
    /// The name of the file, which the caller of the reader may set.
    pub file: Option<String>,
    /// The number of the line on which the board begins, or on which the bad cell stands, from 1.
    pub line: u64,
    /// The board, or the error.
    pub board: Result<Board, String>,
    /// The tiles of a text that is no board only because tiles repeat: for goals that leave a
    /// choice.
    pub repeated: Option<TileGrid>,
    /// The way in which the board is written: [`notation::NUMBERS`] if that needs no explanation.
    pub form: &'static str,
    /// The guess that was made, as a sentence.
    pub guess: Option<String>,
    /// The moves in the board's record.
    pub moves: Option<String>,
    /// The goal in the board's record.
    pub goal: Option<Goal>,
}

/// Reads a text that is one board, as a [`BoardReader`] reads it.
///
/// An error names its line if the text has several. A text with several boards is an error too.
pub fn read_one(text: &str, size: Option<Size>) -> BoardLine {
    let mut lines = BoardReader::new(text.as_bytes(), size).map_while(Result::ok);
    let several = "expected one board, but the text has several";
    let mut line = match (lines.next(), lines.next()) {
        (Some(only), None) => only,
        (Some(first), Some(second)) if first.board.is_ok() && second.board.is_ok() => {
            return BoardLine::invalid(1, several);
        }
        // The error of the whole text says more than the errors of its lines.
        _ => match BoardLine::parse(1, text, size) {
            whole if whole.board.is_err() => whole,
            _ => return BoardLine::invalid(1, several),
        },
    };
    if let Err(error) = &mut line.board
        && text.trim().contains(['\n', '\r'])
    {
        *error = format!("line {}: {error}", line.line);
    }
    line
}

impl BoardLine {
    /// Reads a text with one board, which begins on the given line.
    pub fn parse(line: u64, text: &str, size: Option<Size>) -> Self {
        match notation::read(text, size) {
            Err(fault) if fault.place.is_some() => {
                let (below, column) = fault.place.unwrap_or_default();
                let error = format!("column {column}: {}", fault.message);
                Self {
                    repeated: fault.repeated_tiles(),
                    ..Self::invalid(line + below as u64, error)
                }
            }
            read => Self::of_reading(line, read),
        }
    }

    fn of_reading(line: u64, read: Result<Reading, NotationError>) -> Self {
        match read {
            Ok(Reading { board, form, guess }) => Self {
                board: Ok(board),
                form,
                guess,
                ..Self::invalid(line, "")
            },
            Err(fault) => Self {
                repeated: fault.repeated_tiles(),
                ..Self::invalid(line, fault.to_string())
            },
        }
    }

    /// The start for a goal that leaves a choice: the board, or tiles that repeat.
    ///
    /// # Errors
    /// Returns the reason why the line has no tiles.
    pub fn tiles(&self) -> Result<TileGrid, String> {
        match self.repeated {
            Some(tiles) => Ok(tiles),
            None => self.board.clone().map(TileGrid::from),
        }
    }

    /// A line without a board.
    fn invalid(line: u64, error: impl Into<String>) -> Self {
        let board = Err(error.into());
        let (file, repeated, guess, moves, goal) = (None, None, None, None, None);
        Self {
            file,
            line,
            board,
            repeated,
            form: notation::NUMBERS,
            guess,
            moves,
            goal,
        }
    }
}
