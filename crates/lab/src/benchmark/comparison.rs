//! [`PairedComparison`]: a board-by-board comparison of the node counts of two configurations.

use super::statistics::{bootstrap, lower_rank, sign_test};
use super::{BenchmarkLine, ConfigurationResults, IntervalEstimate};

/// A board-by-board comparison of a configuration with a baseline, by the ratio of their node
/// counts.
///
/// For example, 30 nodes compared with the baseline's 60 give a ratio of 0.5, whether the board is
/// easy or hard. In the sign test and the median, the ratio is infinite for a board that only the
/// baseline solved, and 0 for a board that only the other configuration solved. So a configuration
/// doesn't look better if it abandons hard boards.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PairedComparison {
    /// Number of boards on which the configuration needed fewer nodes than the baseline.
    pub fewer: usize,
    /// Number of boards on which the configuration needed more nodes than the baseline.
    pub more: usize,
    /// P-value of the two-sided sign test of `fewer` against `more`. If both outcomes were equally
    /// likely on every board, a difference at least as large would have this probability.
    pub sign_test: f64,
    /// Median ratio, over the boards, of the configuration's node count to the baseline's. The
    /// ratio is infinite for a board that only the baseline solved.
    ///
    /// The ends of the confidence interval are the ratios of two boards, chosen by rank. So no
    /// distribution is assumed (Thompson 1936).
    pub median: Option<IntervalEstimate>,
    /// Number of boards that both the configuration and the baseline solved.
    pub solved: usize,
    /// Ratio of the configuration's mean node count to the baseline's, over the boards that both of
    /// them solved. `None` if there are no such boards.
    pub ratio_of_means: Option<IntervalEstimate>,
    /// Geometric mean of the configuration's node count divided by the baseline's, over the boards
    /// that both of them solved. `None` if there are no such boards.
    pub geometric_mean: Option<IntervalEstimate>,
}

/// Node counts of a configuration and of the baseline for one board. A count is `None` if the board
/// was not solved.
struct NodePair {
    own: Option<f64>,
    baseline: Option<f64>,
}

impl NodePair {
    /// Returns the node counts for the board of `line`. Returns `None` if the baseline has no
    /// result for this board, or if neither the configuration nor the baseline solved it.
    fn of_board(line: &BenchmarkLine, baseline: &ConfigurationResults) -> Option<Self> {
        let pair = Self {
            own: nodes_if_solved(line),
            baseline: nodes_if_solved(baseline.lines.get(&line.board_number)?),
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
    /// Compares `results` with `baseline` on the boards for which both have results.
    pub fn new(baseline: &ConfigurationResults, results: &ConfigurationResults) -> Self {
        let pairs: Vec<NodePair> = results
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

/// Returns the median of sorted ratios. For an even number of ratios, this is the geometric mean of
/// the two middle ones. Returns `None` if `ratios` is empty, or if the two middle ratios are 0 and
/// infinity, whose geometric mean is undefined.
fn median(ratios: &[f64]) -> Option<IntervalEstimate> {
    let low = *ratios.get(ratios.len().saturating_sub(1) / 2)?;
    let high = *ratios.get(ratios.len() / 2)?;
    let value = if low == high {
        low
    } else {
        // Rounding errors must not push the geometric mean outside the range from `low` to `high`.
        ((low.ln() + high.ln()) / 2.0).exp().clamp(low, high)
    };
    if value.is_nan() {
        return None;
    }
    let interval =
        lower_rank(ratios.len()).map(|rank| [ratios[rank - 1], ratios[ratios.len() - rank]]);
    Some(IntervalEstimate { value, interval })
}
