//! The known numbers of moves of a puzzle: `optimum: unit=116 straight=90 any-path=81`, or `optimum: unsolvable`; for
//! joint moves `joint-optimum:` in the same form.

use super::Puzzle;
use crate::metric::BlockMetric;

/// A line `optimum:` or `joint-optimum:` that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{key}: {found}' is not of the form '{key}: unit=116 straight=90 any-path=81', or '{key}: unsolvable'")]
pub struct OptimaError {
    key: &'static str,
    found: String,
}

/// The keys of the known numbers of moves: of single pieces, and of several pieces together.
pub(crate) const OPTIMUM: &str = "optimum";
pub(crate) const JOINT_OPTIMUM: &str = "joint-optimum";

impl Puzzle {
    /// The fewest moves in the metrics that the puzzle's line `optimum:` names; `None` if it is said to be unsolvable.
    /// Empty without such a line.
    ///
    /// # Errors
    /// If the line has another form.
    pub fn optima(&self) -> Result<Vec<(BlockMetric, Option<u32>)>, OptimaError> {
        self.optima_of(OPTIMUM)
    }

    /// The same for moves of several pieces together ([`BlockOptions::joint_moves`](crate::BlockOptions::joint_moves)),
    /// of the line `joint-optimum:`.
    ///
    /// # Errors
    /// If the line has another form.
    pub fn joint_optima(&self) -> Result<Vec<(BlockMetric, Option<u32>)>, OptimaError> {
        self.optima_of(JOINT_OPTIMUM)
    }

    fn optima_of(&self, key: &'static str) -> Result<Vec<(BlockMetric, Option<u32>)>, OptimaError> {
        let text = self.property(key).unwrap_or_default();
        if text == "unsolvable" {
            return Ok(BlockMetric::ALL.map(|metric| (metric, None)).to_vec());
        }
        let optimum = |word: &str| {
            let (metric, moves) = word.split_once('=')?;
            Some((metric.parse().ok()?, Some(moves.parse().ok()?)))
        };
        let error = || OptimaError { key, found: text.chars().take(40).collect() };
        let optima: Vec<(BlockMetric, Option<u32>)> =
            text.split_whitespace().map(optimum).collect::<Option<_>>().ok_or_else(error)?;
        let is_again = |i: usize| optima[..i].iter().any(|(metric, _)| *metric == optima[i].0);
        if (0..optima.len()).any(is_again) { Err(error()) } else { Ok(optima) }
    }
}

#[cfg(test)]
mod tests {
    use crate::format;

    #[test]
    fn each_metric_is_named_once() {
        let optima = |line: &str| {
            let text = format!("optimum: {line}\nstart\nA.\n");
            format::parse(&text).unwrap().remove(0).puzzle.unwrap().optima().map(|optima| optima.len())
        };
        assert_eq!((optima("unit=4 straight=2"), optima("unsolvable")), (Ok(2), Ok(3)));
        assert!(optima("unit=4 unit=5").is_err() && optima("unit=4 unit=4").is_err());
    }
}
