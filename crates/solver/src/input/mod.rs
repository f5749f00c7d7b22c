//! Reads boards from text, line by line, so that the input can be endless.
//!
//! A [`BoardReader`] returns a [`BoardLine`] for each board. It accepts boards in any notation that
//! [`notation::read`] supports, on one line or several. It also reads the JSON and CSV output of
//! this project and of other programs, and files with columns, such as those in `data/`.
//! [`read_one`] reads text that contains a single board.
//!
//! ```
//! use fifteen_solver::input::BoardReader;
//!
//! let text = "1 2 3 / 4 5 6 / 7 8 0\n123456708\n\n1 2 3\n4 5 6\n0 7 8\n";
//! let boards: Vec<_> = BoardReader::new(text.as_bytes(), None).map(|line| line.map(|line| line.board)).collect();
//! assert_eq!(boards.len(), 3);
//! ```

mod block;
mod encoding;
mod headings;
mod large;
mod parser;
mod reader;
mod record;
mod roles;
mod row;
mod solves;
mod stated_size;
#[cfg(test)]
mod tests;

use fifteen_puzzle::notation::{self, NotationError, Reading};
use fifteen_puzzle::{Board, Convention, Goal, MAX_CELLS, Size, TileGrid, goal_beside_board};

pub use encoding::decode;
pub use fifteen_puzzle::notation::Notation;
pub use large::LargeGrid;
pub use reader::BoardReader;
pub use roles::{START, START_AND_GOAL};
pub use solves::SolveRules;
use stated_size::StatedSize;

/// A board read from text, or the error for text that is not a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardLine {
    /// The name of the file, or `None` if the caller does not set it.
    pub file: Option<String>,
    /// Number of the line on which the board begins, counted from 1. For an invalid board, it is
    /// the line with the error if that is known.
    pub line: u64,
    /// The number of this board on its line, counted from 1, or `None` if the line contains only
    /// one board.
    pub item: Option<u64>,
    /// The board, or an error message.
    pub board: Result<Board, String>,
    /// The tiles, if the only fault of the board is that a tile occurs more than once. Such a board
    /// is allowed if the goal is a pattern.
    pub repeated: Option<TileGrid>,
    /// The rows, if the text is a board of more than 25 cells. The field `board` is then an error,
    /// because such a board is too large for a [`Board`]. If the rows are invalid, the error
    /// describes what is wrong with them.
    pub large: Option<LargeGrid>,
    /// Whether the text is only a number of at most three digits, such as the number of boards that
    /// follow. A board has at least four cells, so the field `board` is then an error.
    pub is_number: bool,
    /// Name of the notation that was recognised. It is [`notation::NUMBERS`] for plain numbers,
    /// which need no explanation.
    pub form: &'static str,
    /// A sentence that tells the user how ambiguous text was interpreted, or `None` if the text was
    /// unambiguous.
    pub guess: Option<String>,
    /// The moves in the board's JSON or CSV record, or `None` if it contains no moves.
    pub moves: Option<String>,
    /// Whether the letters in `moves` give the direction of the tile or of the blank, or `None` if
    /// the record does not say so.
    pub letters: Option<Convention>,
    /// The goal, or `None` if the text does not specify one for this board. It can come from the
    /// board's JSON or CSV record, from lines above the board, or from headings such as `Start:`
    /// and `Goal:`.
    pub goal: Option<Goal>,
}

/// Reads a single board by the same rules as [`BoardReader`].
///
/// Text with several boards is an error. Text that also contains a goal is an error too, unless it
/// is the default goal. If the text has several lines, the error message names the line.
pub fn read_one(text: &str, size: Option<Size>) -> BoardLine {
    let mut lines = BoardReader::new(text.as_bytes(), size).map_while(Result::ok);
    let several = "expected one board, but the text has several";
    let mut line = match (lines.next(), lines.next()) {
        (Some(only), None) => only,
        (Some(first), Some(second)) if first.board.is_ok() && second.board.is_ok() => {
            return BoardLine::invalid(1, several);
        }
        // One error for the whole text is more helpful than several for its lines.
        _ => match BoardLine::parse(1, text, size) {
            whole if whole.board.is_err() => whole,
            _ => return BoardLine::invalid(1, several),
        },
    };
    if let (Ok(_), Some(goal)) = (&line.board, line.goal)
        && goal != Goal::Last
    {
        return BoardLine::invalid(line.line, goal_beside_board(goal).to_string());
    }
    if let Err(error) = &mut line.board
        && text.trim().contains(['\n', '\r'])
    {
        *error = format!("line {}: {error}", line.line);
    }
    line
}

impl BoardLine {
    /// Parses the text of one board. `line` is the number of its first line.
    pub fn parse(line: u64, text: &str, size: Option<Size>) -> Self {
        parser::parse_of_size(line, text, size.map(StatedSize::from))
    }

    /// Creates the result for a board of more than 25 cells, whether it is valid or not.
    fn of_large(line: u64, grid: LargeGrid) -> Self {
        let too_large =
            || format!("this board is too large; the largest board has {MAX_CELLS} cells");
        let error = grid.mistake().map_or_else(too_large, str::to_owned);
        Self {
            large: Some(grid),
            ..Self::invalid(line, error)
        }
    }

    /// Returns whether this is a valid board of any size.
    fn is_valid(&self) -> bool {
        let is_valid = |grid: &LargeGrid| grid.mistake().is_none();
        self.board.is_ok() || self.large.as_ref().is_some_and(is_valid)
    }

    /// Returns the size of a valid board.
    fn size(&self) -> Option<StatedSize> {
        match (&self.board, &self.large) {
            (Ok(board), _) => Some(board.size().into()),
            (Err(_), Some(grid)) if self.is_valid() => Some(StatedSize::of_rows(grid.rows())),
            _ => None,
        }
    }

    /// Numbers the boards of a line by setting [`item`](Self::item), if there are several.
    fn numbered(mut lines: Vec<Self>) -> Vec<Self> {
        if lines.len() > 1 {
            for (number, line) in (1..).zip(&mut lines) {
                line.item = Some(number);
            }
        }
        lines
    }

    fn of_reading(line: u64, read: Result<Reading, NotationError>) -> Self {
        match read {
            Ok(Reading {
                board,
                form,
                guess,
                goal,
            }) => Self {
                board: Ok(board),
                form,
                guess,
                goal,
                ..Self::invalid(line, "")
            },
            Err(fault) => Self {
                repeated: fault.repeated_tiles(),
                ..Self::invalid(line, fault.to_string())
            },
        }
    }

    /// Returns the board as the start of a search for `goal`. Tiles may occur more than once if the
    /// goal is a pattern that many boards match.
    ///
    /// # Errors
    /// Returns the error message of an invalid board.
    pub fn start(&self, goal: Goal) -> Result<TileGrid, String> {
        match (goal, self.repeated) {
            (Goal::Choice(_), Some(tiles)) => Ok(tiles),
            _ => self.board.clone().map(TileGrid::from),
        }
    }

    /// Creates the result for text that is not a board. `error` is the reason.
    fn invalid(line: u64, error: impl Into<String>) -> Self {
        let board = Err(error.into());
        let (file, repeated, large, guess, moves, goal) = (None, None, None, None, None, None);
        Self {
            file,
            line,
            item: None,
            board,
            repeated,
            large,
            is_number: false,
            form: notation::NUMBERS,
            guess,
            moves,
            letters: None,
            goal,
        }
    }
}
