//! Statistics of node counts over a set of boards: means and ratios with confidence intervals, and
//! the sign test.
//!
//! Node counts are far from normally distributed: the hardest board of a set often accounts for
//! half of all nodes. So the methods here don't assume any distribution. The *bootstrap* draws many
//! samples of n boards, with replacement, from the given n boards, and returns the range that
//! contains 95% of the samples' means. The *sign test* only counts the boards on which one solver
//! needs more nodes than another. For example, the probability that 8 of 8 tosses of a fair coin
//! are heads is 1/256, and 8 of 8 tails is as likely, so the two-sided probability is 2/256 or
//! 0.8%.

use std::f64::consts::LN_2;

use fifteen_puzzle::RandomNumbers;
use serde::Serialize;

/// An estimate with a 95% confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct IntervalEstimate {
    /// The estimated value.
    pub value: f64,
    /// Lower and upper end of the confidence interval, or `None` if it can't be computed, for
    /// example because there are too few boards.
    pub interval: Option<[f64; 2]>,
}

/// Minimum number of boards for which a bootstrap interval is computed. With fewer boards,
/// `interval` is `None`.
const MIN_BOOTSTRAP_BOARDS: usize = 6;
/// Maximum number of resamples in a bootstrap. With more than 1,000 boards, [`MAX_DRAWS`] reduces
/// this number.
const MAX_RESAMPLES: usize = 10_000;
/// Minimum number of resamples in a bootstrap. It takes precedence over [`MAX_DRAWS`].
const MIN_RESAMPLES: usize = 200;
/// Maximum number of boards that a bootstrap draws in all its resamples together. It limits the
/// running time.
const MAX_DRAWS: usize = 10_000_000;

/// Computes a statistic over `count` boards and its percentile bootstrap interval (Efron 1979).
///
/// `statistic` receives the indices of the boards to include, which can contain duplicates. The
/// resamples are drawn from a fixed seed, so the interval is reproducible. Returns `None` if
/// `count` is 0.
pub(super) fn bootstrap(
    count: usize,
    statistic: impl Fn(&[usize]) -> f64,
) -> Option<IntervalEstimate> {
    if count == 0 {
        return None;
    }
    let mut indices: Vec<usize> = (0..count).collect();
    let value = statistic(&indices);
    if count < MIN_BOOTSTRAP_BOARDS {
        return Some(IntervalEstimate {
            value,
            interval: None,
        });
    }
    let resamples = (MAX_DRAWS / count).clamp(MIN_RESAMPLES, MAX_RESAMPLES);
    let mut numbers = RandomNumbers::new(1);
    let mut values = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        indices.fill_with(|| numbers.below(count as u64) as usize);
        values.push(statistic(&indices));
    }
    values.sort_by(f64::total_cmp);
    let quantile = |share: f64| values[(share * (resamples - 1) as f64).round() as usize];
    Some(IntervalEstimate {
        value,
        interval: Some([quantile(0.025), quantile(0.975)]),
    })
}

/// Returns the mean of the values, or `None` if `values` is empty.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the sample standard deviation (with divisor n - 1), or `None` if there are fewer than
/// two values.
pub(super) fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Returns the p-value of the two-sided sign test for `heads` heads and `tails` tails. It is the
/// probability that the same number of tosses of a fair coin would be split at least as unevenly.
pub(super) fn sign_test(heads: usize, tails: usize) -> f64 {
    let one_side = probabilities_of_at_most(heads + tails)
        .nth(heads.min(tails))
        .unwrap_or(1.0);
    (2.0 * one_side).min(1.0)
}

/// Returns the rank of the lower end of the median's 95% confidence interval among `count` sorted
/// values (Thompson 1936). Ranks start at 1.
///
/// Each value is below the true median with probability 1/2, like the toss of a coin. The value of
/// rank r is above the true median only if fewer than r values are below the median. The result is
/// the largest r for which the probability of this event is at most 2.5%. It is `None` if no such r
/// exists.
pub(super) fn lower_rank(count: usize) -> Option<usize> {
    probabilities_of_at_most(count)
        .position(|probability| probability > 0.025)
        .filter(|&rank| rank > 0)
}

/// Returns the probabilities of at most 0, 1, 2, ... heads in `count` tosses of a fair coin.
fn probabilities_of_at_most(count: usize) -> impl Iterator<Item = f64> {
    // The probabilities are computed with logarithms, because 2^-count underflows for large counts.
    let mut logarithm = -(count as f64) * LN_2;
    let mut sum = 0.0;
    (0..=count).map(move |heads| {
        sum += logarithm.exp();
        logarithm += ((count - heads) as f64 / (heads + 1) as f64).ln();
        sum
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected ranks are from the tables for the sign test in Conover, Practical Nonparametric
    /// Statistics (1999).
    #[test]
    fn confidence_interval_ranks_equal_published_tables() {
        let ranks = [0, 5, 6, 8, 9, 10, 20, 25, 50, 100].map(lower_rank);
        let expected = [0, 0, 1, 1, 2, 2, 6, 8, 18, 40].map(|rank| (rank > 0).then_some(rank));
        assert_eq!(ranks, expected);
        // In a large sample, the normal approximation gives nearly the same rank.
        let normal = 500_000.0 - 1.96 * 500.0;
        assert!((lower_rank(1_000_000).unwrap() as f64 - normal).abs() < 2.0);
    }

    /// The expected probabilities are sums of binomial coefficients, computed with integers.
    #[test]
    fn sign_test_probabilities_are_exact() {
        for (heads, tails, expected) in [
            (0, 0, 1.0),
            (4, 4, 1.0),
            (8, 0, 2.0 / 256.0),
            (5, 15, 2.0 * 21_700.0 / 1_048_576.0),
        ] {
            assert!(
                (sign_test(heads, tails) - expected).abs() < 1e-12,
                "{heads}, {tails}"
            );
        }
    }

    /// The mean of a resample of 50 ones and 50 zeros has a scaled binomial distribution. It is
    /// between 0.4 and 0.6 in 95% of resamples.
    #[test]
    fn bootstrap_intervals_equal_those_of_known_distributions() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let mean_of = |indices: &[usize]| {
            indices.iter().map(|&i| values[i]).sum::<f64>() / indices.len() as f64
        };
        assert_eq!(
            bootstrap(100, mean_of),
            Some(IntervalEstimate {
                value: 0.5,
                interval: Some([0.4, 0.6])
            })
        );
        assert_eq!(
            bootstrap(2, mean_of),
            Some(IntervalEstimate {
                value: 0.5,
                interval: None
            })
        );
        assert_eq!(bootstrap(0, mean_of), None);
        // The squared differences of 2, 4, 4, 4, 5, 5, 7, 9 from their mean 5 add up to 32.
        assert_eq!(
            deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]),
            Some((32.0_f64 / 7.0).sqrt())
        );
        assert_eq!(
            (deviation(&[1.0]), mean(&[1.0, 2.0]), mean(&[])),
            (None, Some(1.5), None)
        );
    }
}
