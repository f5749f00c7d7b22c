//! The notations by name, and boards written in them.

use std::fmt;
use std::str::FromStr;

use super::digits;
use crate::board::Board;

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

/// A name that no notation has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not a notation; there are rows, line, grid, digits, json and json-rows")]
pub struct UnknownNotation {
    /// The name.
    found: String,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 6] = [Self::Rows, Self::Line, Self::Grid, Self::Digits, Self::Json, Self::JsonRows];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Line => "line",
            Self::Grid => "grid",
            Self::Digits => "digits",
            Self::Json => "json",
            Self::JsonRows => "json-rows",
        }
    }

    /// True if the text shows the size of a board that is not square.
    pub fn shows_size(self) -> bool {
        matches!(self, Self::Rows | Self::JsonRows)
    }

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
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        // Most boards in digits are 4x4, so this name is common.
        let name = if name == "hex" { "digits" } else { name };
        let found = || UnknownNotation { found: name.chars().take(20).collect() };
        Self::ALL.into_iter().find(|notation| notation.name() == name).ok_or_else(found)
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
