//! The two kinds of pattern database.

use std::fmt;
use std::str::FromStr;

/// A kind of pattern database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum TableKind {
    /// One entry for each placement of the tiles and region of the blank: exact distances in a graph of unit costs
    /// (Clausecker & Reinefeld 2019), kept in one bit each.
    #[default]
    ZeroAware,
    /// One entry for each placement of the tiles, the minimum over all cells of the blank (Korf & Felner 2002), kept as
    /// half of its excess over the Manhattan distance, in 4 or 8 bits.
    Additive,
}

/// A text that names no kind of table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not a kind of table; write 'zero-aware' or 'additive'")]
pub struct TableKindError {
    /// The text, shortened.
    pub found: String,
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::ZeroAware => "zero-aware",
            Self::Additive => "additive",
        })
    }
}

impl FromStr for TableKind {
    type Err = TableKindError;

    fn from_str(text: &str) -> Result<Self, TableKindError> {
        match text.to_ascii_lowercase().as_str() {
            "zero-aware" => Ok(Self::ZeroAware),
            "additive" => Ok(Self::Additive),
            _ => Err(TableKindError { found: text.chars().take(20).collect() }),
        }
    }
}
