//! What counts as one move of the tile puzzle.

use std::fmt;

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// One tile.
    #[default]
    SingleTile,
    /// Any number of tiles of one row or column, pushed together.
    MultiTile,
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::SingleTile => "single-tile",
            Self::MultiTile => "multi-tile",
        })
    }
}
