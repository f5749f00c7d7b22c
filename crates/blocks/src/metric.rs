//! What counts as one move.

use std::fmt;
use std::str::FromStr;

/// What counts as one move. Every count is exact for its metric: the shortest solutions may differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Metric {
    /// One piece, one cell ("steps").
    Unit,
    /// One piece, any distance in one direction (Storer's straight-line moves; Rush Hour's moves).
    Straight,
    /// One piece, any path, corners allowed (Storer's rectilinear moves; the moves of Gardner, Hordern, Winning Ways).
    AnyPath,
}

impl Metric {
    /// All three, the finest first.
    pub const ALL: [Metric; 3] = [Metric::Unit, Metric::Straight, Metric::AnyPath];

    /// `unit`, `straight` or `any-path`.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Unit => "unit",
            Metric::Straight => "straight",
            Metric::AnyPath => "any-path",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name of no metric.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown metric '{found}': use unit, straight or any-path")]
pub struct MetricError {
    /// What was read.
    pub found: String,
}

impl FromStr for Metric {
    type Err = MetricError;

    fn from_str(text: &str) -> Result<Self, MetricError> {
        Self::ALL.into_iter().find(|m| m.name() == text).ok_or_else(|| MetricError { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        assert!(Metric::ALL.into_iter().all(|m| m.to_string().parse() == Ok(m)));
        assert!("units".parse::<Metric>().is_err());
    }
}
