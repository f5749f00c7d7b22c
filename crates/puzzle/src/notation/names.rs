//! The notations by name, and boards written in them.

use std::fmt;
use std::str::FromStr;

use super::digits;
use crate::board::Board;
use crate::named::ParseError;

/// A way to write a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Numbers in one line, rows separated by ` / `: `1 2 3 / 4 5 0`.
    Rows,
    /// Numbers in one line: `1 2 3 4 5 0`.
    Line,
    /// One line for each row, the numbers aligned, the blank as `_`.
    Grid,
    /// One digit for each cell, hexadecimal up to 4x4: `123456789ABCDEF0`.
    Digits,
    /// An array: `[1,2,3,4,5,0]`.
    Json,
    /// An array of rows: `[[1,2,3],[4,5,0]]`.
    JsonRows,
}

crate::named!(
    @names Notation, "notation":
    Rows = "rows", Line = "line", Grid = "grid", Digits = "digits", Json = "json", JsonRows = "json-rows"
);

impl Notation {
    /// The board in this notation, without a final newline.
    pub fn write(self, board: &Board) -> String {
        let join = |tiles: &[u8], separator| tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(separator);
        match self {
            Self::Rows => board.to_string(),
            Self::Line => join(board.tiles(), " "),
            Self::Grid => board.grid(),
            Self::Digits => board.tiles().iter().map(|&tile| digits::digit(tile)).collect(),
            Self::Json => format!("[{}]", join(board.tiles(), ",")),
            Self::JsonRows => {
                let rows = board.tiles().chunks(board.size().width()).map(|row| format!("[{}]", join(row, ",")));
                format!("[{}]", rows.collect::<Vec<_>>().join(","))
            }
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
