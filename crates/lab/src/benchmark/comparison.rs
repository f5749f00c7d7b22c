//! Two configurations compared board by board.

use std::f64::consts::LN_2;

use super::line::BenchmarkLine;
use super::results::BenchmarkRun;

/// The nodes that a configuration generates, as ratios to those of another one on the same board.
///
/// A board that only one of them has solved counts as more nodes than any for the other. So boards that were given up
/// do not make the weaker configuration look better.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PairedComparison {
    /// Boards that at least one of them has solved.
    pub boards: usize,
    /// Boards with fewer nodes than the baseline's.
    pub fewer: usize,
    /// Boards with more nodes.
    pub more: usize,
    /// The median of the ratios; infinite if most boards were solved by the baseline alone.
    pub ratio: Option<f64>,
    /// An interval that has the median of all such boards in it with a probability of 95 %. It is between two of the
    /// ratios, and relies on no distribution of them (Thompson 1936). None for less than six boards.
    pub interval: Option<[f64; 2]>,
}

impl PairedComparison {
    /// Compares a run with the baseline.
    pub fn new(baseline: &BenchmarkRun, run: &BenchmarkRun) -> Self {
        let nodes = |line: &BenchmarkLine| line.length.map(|_| line.generated.max(1) as f64);
        let ratio = |line: &BenchmarkLine| match (nodes(line), nodes(baseline.lines.get(&line.line)?)) {
            (None, None) => None,
            (own, theirs) => Some(own.unwrap_or(f64::INFINITY) / theirs.unwrap_or(f64::INFINITY)),
        };
        let mut ratios: Vec<f64> = run.lines.values().filter_map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let [low, high] = [ratios.len().saturating_sub(1) / 2, ratios.len() / 2].map(|rank| ratios.get(rank).copied());
        Self {
            boards: ratios.len(),
            fewer: ratios.iter().filter(|&&ratio| ratio < 1.0).count(),
            more: ratios.iter().filter(|&&ratio| ratio > 1.0).count(),
            ratio: low.zip(high).map(|(low, high)| middle(low, high)).filter(|ratio| !ratio.is_nan()),
            interval: lower_rank(ratios.len()).map(|rank| [ratios[rank - 1], ratios[ratios.len() - rank]]),
        }
    }
}

/// The geometric mean of two ratios.
fn middle(low: f64, high: f64) -> f64 {
    if low == high { low } else { ((low.ln() + high.ln()) / 2.0).exp().clamp(low, high) }
}

/// The rank, from 1, of the lower end of the interval among `count` values: the median of the whole is below it with a
/// probability of at most 2.5 %, that of `rank - 1` heads or fewer in `count` tosses.
fn lower_rank(count: usize) -> Option<usize> {
    let mut logarithm = -(count as f64) * LN_2;
    let mut below = 0.0;
    for heads in 0..=count {
        below += logarithm.exp();
        if below > 0.025 {
            return Some(heads).filter(|&rank| rank > 0);
        }
        logarithm += ((count - heads) as f64 / (heads + 1) as f64).ln();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the tables of Conover, Practical Nonparametric Statistics (1999), for the sign test.
    #[test]
    fn ranks_of_the_interval() {
        let ranks = [0, 5, 6, 8, 9, 10, 20, 25, 50, 100].map(lower_rank);
        let expected = [0, 0, 1, 1, 2, 2, 6, 8, 18, 40].map(|rank| (rank > 0).then_some(rank));
        assert_eq!(ranks, expected);
        // With many values it is that of the normal distribution, and nothing overflows.
        let normal = 500_000.0 - 1.96 * 500.0;
        assert!((lower_rank(1_000_000).unwrap() as f64 - normal).abs() < 2.0);
    }
}
