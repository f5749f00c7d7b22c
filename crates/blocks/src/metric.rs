//! The metrics of block puzzles.

use std::fmt;
use std::str::FromStr;

/// The definition of one move. Lengths are exact in each metric, and the shortest solutions may differ between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockMetric {
    /// One piece, one cell ("steps").
    Unit,
    /// One piece, any distance in one direction (Storer's straight-line moves; Rush Hour's moves).
    Straight,
    /// One piece, any path, corners allowed (Storer's rectilinear moves; the moves of Gardner, Hordern, Winning Ways).
    AnyPath,
}

impl BlockMetric {
    /// All three, the finest first.
    pub const ALL: [BlockMetric; 3] = [BlockMetric::Unit, BlockMetric::Straight, BlockMetric::AnyPath];

    /// `unit`, `straight` or `any-path`.
    pub fn name(self) -> &'static str {
        match self {
            BlockMetric::Unit => "unit",
            BlockMetric::Straight => "straight",
            BlockMetric::AnyPath => "any-path",
        }
    }
}

impl fmt::Display for BlockMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown name of a metric.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown metric '{found}': use unit, straight or any-path")]
pub struct BlockMetricError {
    /// The name read.
    pub found: String,
}

impl FromStr for BlockMetric {
    type Err = BlockMetricError;

    fn from_str(text: &str) -> Result<Self, BlockMetricError> {
        Self::ALL.into_iter().find(|m| m.name() == text).ok_or_else(|| BlockMetricError { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        assert!(BlockMetric::ALL.into_iter().all(|m| m.to_string().parse() == Ok(m)));
        assert!("units".parse::<BlockMetric>().is_err());
    }
}
