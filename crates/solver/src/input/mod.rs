//! Boards as they come: texts that are read line by line and may be endless.
//!
//! A [`BoardReader`] makes a [`BoardLine`] of each board in a text. Boards are written as [`notation::read`] reads them,
//! on one line or several; in records of JSON or CSV that this project or another program printed; or in columns as the
//! files of `data/` have them.
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

use fifteen_puzzle::notation::{self, NotationError, Reading};
use fifteen_puzzle::{Board, Goal, Size, TileGrid};

pub use encoding::decode;
pub use fifteen_puzzle::notation::Notation;
pub use reader::BoardReader;

/// A board of a text, or the reason why a line has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardLine {
    /// The name of the file, for whoever knows one.
    pub file: Option<String>,
    /// The line on which the board begins, or that of the bad cell, from 1.
    pub line: u64,
    /// The board, or the error.
    pub board: Result<Board, String>,
    /// The tiles of a text that is no board only because tiles repeat: for goals that leave a choice.
    pub repeated: Option<TileGrid>,
    /// The way in which the board is written: [`notation::NUMBERS`] if that needs no explanation.
    pub form: &'static str,
    /// The guess that was made, as a sentence.
    pub guess: Option<String>,
    /// The moves that a record has beside the board.
    pub moves: Option<String>,
    /// The goal that a record has beside the board.
    pub goal: Option<Goal>,
}

impl BoardLine {
    /// Reads a text with one board, which begins on that line.
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
