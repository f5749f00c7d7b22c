//! Metrics: the unit in which moves of the tile puzzle are counted.

/// The unit in which moves are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// A move of one tile.
    #[default]
    SingleTile,
    /// A push of any number of tiles in one row or column.
    MultiTile,
}

crate::named!(Metric, "metric": SingleTile = "single-tile", MultiTile = "multi-tile");
