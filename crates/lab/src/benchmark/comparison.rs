//! [`PairedComparison`]: two configurations compared board by board.

use super::statistics::{bootstrap, lower_rank, sign_test};
use super::{BenchmarkLine, BenchmarkRun, IntervalEstimate};

/// The nodes of one configuration as ratios to the baseline's nodes on the same board.
///
/// For example, 30 nodes against the baseline's 60 is the ratio 0.5, whether the board is easy or
/// hard. A board that only the baseline solved counts as an infinite ratio in the sign test and in
/// the median, and a board that only the other configuration solved as the ratio 0. So giving up on
/// hard boards makes no configuration look better.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PairedComparison {
    /// Number of boards with fewer nodes than the baseline's.
    pub fewer: usize,
    /// Number of boards with more nodes than the baseline's.
    pub more: usize,
    /// Probability that `fewer` and `more` are at least this unequal by chance: the two-sided sign
    /// test.
    pub sign_test: f64,
    /// Median of the ratios; infinite if the baseline alone solved most boards. Both ends of its
    /// interval are ratios of boards, which assumes no distribution (Thompson 1936).
    pub median: Option<IntervalEstimate>,
    /// Number of boards that both solved.
    pub solved: usize,
    /// Ratio of the mean numbers of nodes, over the boards that both solved.
    pub ratio_of_means: Option<IntervalEstimate>,
    /// Geometric mean of the ratios, over the boards that both solved.
    pub geometric_mean: Option<IntervalEstimate>,
}

/// The nodes that two configurations needed for one board; `None` if one did not solve it.
struct NodePair {
    own: Option<f64>,
    baseline: Option<f64>,
}

impl NodePair {
    /// The nodes of a board of which both have a result, unless neither solved it.
    fn of_board(line: &BenchmarkLine, baseline: &BenchmarkRun) -> Option<Self> {
        let pair = Self {
            own: nodes_if_solved(line),
            baseline: nodes_if_solved(baseline.lines.get(&line.line)?),
        };
        (pair.own.is_some() || pair.baseline.is_some()).then_some(pair)
    }

    fn ratio(&self) -> f64 {
        self.own.unwrap_or(f64::INFINITY) / self.baseline.unwrap_or(f64::INFINITY)
    }
}

fn nodes_if_solved(line: &BenchmarkLine) -> Option<f64> {
    line.length.map(|_| line.generated.max(1) as f64)
}

impl PairedComparison {
    /// Compares a run with the baseline.
    pub fn new(baseline: &BenchmarkRun, run: &BenchmarkRun) -> Self {
        let pairs: Vec<NodePair> = run
            .lines
            .values()
            .filter_map(|line| NodePair::of_board(line, baseline))
            .collect();
        let mut ratios: Vec<f64> = pairs.iter().map(NodePair::ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let fewer = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
        let more = ratios.iter().filter(|&&ratio| ratio > 1.0).count();

        let (own, theirs): (Vec<f64>, Vec<f64>) = pairs
            .iter()
            .filter_map(|pair| pair.own.zip(pair.baseline))
            .unzip();
        let sum = |nodes: &[f64], indices: &[usize]| indices.iter().map(|&i| nodes[i]).sum::<f64>();
        let logarithms: Vec<f64> = own
            .iter()
            .zip(&theirs)
            .map(|(own, theirs)| (own / theirs).ln())
            .collect();
        Self {
            fewer,
            more,
            sign_test: sign_test(fewer, more),
            median: median(&ratios),
            solved: own.len(),
            ratio_of_means: bootstrap(own.len(), |indices| {
                sum(&own, indices) / sum(&theirs, indices)
            }),
            geometric_mean: bootstrap(own.len(), |indices| {
                (sum(&logarithms, indices) / indices.len() as f64).exp()
            }),
        }
    }
}

/// The median of sorted ratios: the middle one, or the geometric mean of the two in the middle.
fn median(ratios: &[f64]) -> Option<IntervalEstimate> {
    let low = *ratios.get(ratios.len().saturating_sub(1) / 2)?;
    let high = *ratios.get(ratios.len() / 2)?;
    let value = if low == high {
        low
    } else {
        // Rounding must not take the mean out of the interval between the two.
        ((low.ln() + high.ln()) / 2.0).exp().clamp(low, high)
    };
    if value.is_nan() {
        return None;
    }
    let interval =
        lower_rank(ratios.len()).map(|rank| [ratios[rank - 1], ratios[ratios.len() - rank]]);
    Some(IntervalEstimate { value, interval })
}
