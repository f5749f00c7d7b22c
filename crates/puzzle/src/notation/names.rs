//! The notations by name, and boards written in them.

use std::fmt;
use std::str::FromStr;

use super::cells::digit;
use crate::board::Board;
use crate::named::ParseError;

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
    @names Notation, "notation":
    Rows = "rows", Line = "line", Grid = "grid", Digits = "digits", Json = "json", JsonRows = "json-rows"
);

impl Notation {
    /// The board in this notation, without a final newline. Unless it is a square, its rows are marked in any notation,
    /// so that it is read back.
    pub fn write(self, board: &Board) -> String {
        let is_square = board.size().width() == board.size().height();
        let numbers = |between: &str, rows: &str| board.written(|tile| tile.to_string(), between, rows);
        match self {
            Self::Line if is_square => numbers(" ", " "),
            Self::Rows | Self::Line => board.to_string(),
            Self::Grid => board.grid(),
            Self::Digits => board.written(|tile| digit(tile).to_string(), "", if is_square { "" } else { "/" }),
            Self::Json if is_square => format!("[{}]", numbers(",", ",")),
            Self::Json | Self::JsonRows => format!("[[{}]]", numbers(",", "],[")),
        }
    }
}

impl FromStr for Notation {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        // Most boards in digits are 4x4, so this name is common.
        if name == "hex" { Ok(Self::Digits) } else { Self::named(name) }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
