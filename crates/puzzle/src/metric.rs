//! Metrics: the unit in which moves of the tile puzzle are counted.

use std::fmt;

/// The unit in which moves are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// A move of one tile.
    #[default]
    SingleTile,
    /// A push of any number of tiles in one row or column.
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
