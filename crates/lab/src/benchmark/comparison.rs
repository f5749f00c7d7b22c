//! Two configurations compared board by board.

use super::statistics::{bootstrap, lower_rank, sign_test};
use super::{BenchmarkLine, BenchmarkRun, IntervalEstimate};

/// The nodes that a configuration generates, as ratios to those of another one on the same board.
///
/// In the sign test and the median, a board that only one of them has solved counts as more nodes than any for the
/// other. So boards that were given up do not make the weaker configuration look better.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PairedComparison {
    /// Boards with fewer nodes than the baseline's.
    pub fewer: usize,
    /// Boards with more nodes.
    pub more: usize,
    /// The probability of so unequal numbers if more and fewer nodes were equally likely: the two-sided sign test.
    pub sign_test: f64,
    /// The median of the ratios; infinite if most boards were solved by the baseline alone. Its interval is between two
    /// of the ratios, and relies on no distribution of them (Thompson 1936).
    pub median: Option<IntervalEstimate>,
    /// Boards that both have solved.
    pub solved: usize,
    /// The ratio of the mean numbers of nodes over the boards that both have solved.
    pub ratio_of_means: Option<IntervalEstimate>,
    /// The geometric mean of the ratios over the boards that both have solved.
    pub geometric_mean: Option<IntervalEstimate>,
}

impl PairedComparison {
    /// Compares a run with the baseline.
    pub fn new(baseline: &BenchmarkRun, run: &BenchmarkRun) -> Self {
        let nodes = |line: &BenchmarkLine| line.length.map(|_| line.generated.max(1) as f64);
        let pair =
            |line: &BenchmarkLine| Some([nodes(line), nodes(baseline.lines.get(&line.line)?)]);
        let pairs: Vec<[Option<f64>; 2]> = run
            .lines
            .values()
            .filter_map(pair)
            .filter(|p| *p != [None; 2])
            .collect();
        let ratio = |pair: &[Option<f64>; 2]| {
            pair[0].unwrap_or(f64::INFINITY) / pair[1].unwrap_or(f64::INFINITY)
        };
        let mut ratios: Vec<f64> = pairs.iter().map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let [fewer, more] = [|ratio: &f64| *ratio < 1.0, |ratio: &f64| *ratio > 1.0]
            .map(|is_such| ratios.iter().copied().filter(is_such).count());
        let both: Vec<[f64; 2]> = pairs
            .iter()
            .filter_map(|&[own, theirs]| Some([own?, theirs?]))
            .collect();
        let sum =
            |indices: &[usize], which: usize| indices.iter().map(|&i| both[i][which]).sum::<f64>();
        let logarithms: Vec<f64> = both
            .iter()
            .map(|[own, theirs]| (own / theirs).ln())
            .collect();
        let mean = |indices: &[usize]| {
            indices.iter().map(|&i| logarithms[i]).sum::<f64>() / indices.len() as f64
        };
        Self {
            fewer,
            more,
            sign_test: sign_test(fewer, more),
            median: median(&ratios),
            solved: both.len(),
            ratio_of_means: bootstrap(both.len(), |indices| sum(indices, 0) / sum(indices, 1)),
            geometric_mean: bootstrap(both.len(), |indices| mean(indices).exp()),
        }
    }
}

/// The median of sorted ratios, the geometric mean of the two in the middle.
fn median(ratios: &[f64]) -> Option<IntervalEstimate> {
    let [low, high] = [ratios.len().saturating_sub(1) / 2, ratios.len() / 2]
        .map(|rank| ratios.get(rank).copied());
    let mean = |(low, high): (f64, f64)| ((low.ln() + high.ln()) / 2.0).exp().clamp(low, high);
    let value = low
        .zip(high)
        .map(|(low, high)| if low == high { low } else { mean((low, high)) });
    let value = value.filter(|ratio| !ratio.is_nan())?;
    let interval =
        lower_rank(ratios.len()).map(|rank| [ratios[rank - 1], ratios[ratios.len() - rank]]);
    Some(IntervalEstimate { value, interval })
}
