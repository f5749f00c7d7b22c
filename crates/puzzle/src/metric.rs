//! Metrics: the unit in which moves of the tile puzzle are counted.

use std::fmt;
use std::str::FromStr;

/// The unit in which moves are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// A move of one tile.
    #[default]
    SingleTile,
    /// A push of any number of tiles in one row or column.
    MultiTile,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Self; 2] = [Self::SingleTile, Self::MultiTile];
}

/// No metric has that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected single-tile or multi-tile, found '{found}'")]
pub struct MetricError {
    found: String,
}

impl FromStr for Metric {
    type Err = MetricError;

    fn from_str(text: &str) -> Result<Self, MetricError> {
        let found = || MetricError { found: text.chars().take(40).collect() };
        Self::ALL.into_iter().find(|metric| metric.to_string().eq_ignore_ascii_case(text)).ok_or_else(found)
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::SingleTile => "single-tile",
            Self::MultiTile => "multi-tile",
        })
    }
}
