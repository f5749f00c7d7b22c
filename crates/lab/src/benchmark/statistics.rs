//! Statistics of counts over boards: means and ratios with intervals, and the sign test.
//!
//! Counts of nodes are far from normally distributed: the hardest board of a set often has half of
//! all nodes. So no interval here assumes a distribution. The *bootstrap* draws many sets of n
//! boards from the n boards at hand, the same board more than once, and takes the range in which
//! 95 % of their means lie. The *sign test* only asks for how many boards a count is larger: 8 of 8
//! heads has the probability 1/256 with a fair coin, and so has 8 of 8 tails, which makes 0.8 %.

use std::f64::consts::LN_2;

use fifteen_puzzle::RandomNumbers;
use serde::Serialize;

/// An estimate with an interval that holds the true value with a probability of about 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct IntervalEstimate {
    /// The estimate.
    pub value: f64,
    /// The interval, or `None` if there are too few boards for one.
    pub interval: Option<[f64; 2]>,
}

/// Smallest number of boards for which a bootstrap makes an interval.
const MIN_BOOTSTRAP_BOARDS: usize = 6;
/// Maximum number of resamples of a bootstrap. There are fewer if they would draw more than
/// [`MAX_DRAWS`] boards.
const MAX_RESAMPLES: usize = 10_000;
/// Minimum number of resamples of a bootstrap, even if they draw more than [`MAX_DRAWS`] boards.
const MIN_RESAMPLES: usize = 200;
/// Maximum number of boards that all resamples of a bootstrap draw together.
const MAX_DRAWS: usize = 10_000_000;

/// Computes a statistic of `count` boards with its percentile bootstrap interval (Efron 1979).
///
/// `statistic` receives the indices of boards and computes the value over them. The resamples are
/// drawn from a fixed seed, so the interval is the same each time. Returns `None` without boards.
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

/// Mean of the values, or `None` without values.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Standard deviation of the population that the values are a sample of, or `None` for fewer than
/// two values.
pub(super) fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Probability that tosses of a fair coin are at least as unequal as these heads and tails.
pub(super) fn sign_test(heads: usize, tails: usize) -> f64 {
    let one_side = probabilities_of_at_most(heads + tails)
        .nth(heads.min(tails))
        .unwrap_or(1.0);
    (2.0 * one_side).min(1.0)
}

/// Rank, from 1, of the value at the lower end of the median's interval, among `count` sorted
/// values (Thompson 1936).
///
/// The true median lies below the value of rank r only if fewer than r values lie below the true
/// median, and each of them does so like the toss of a coin. The rank is the largest for which that
/// probability is at most 2.5 %. Returns `None` if there is no such rank.
pub(super) fn lower_rank(count: usize) -> Option<usize> {
    probabilities_of_at_most(count)
        .position(|probability| probability > 0.025)
        .filter(|&rank| rank > 0)
}

/// Probabilities of at most 0, 1, 2, ... heads in `count` tosses of a fair coin.
fn probabilities_of_at_most(count: usize) -> impl Iterator<Item = f64> {
    // In logarithms, because 2^-count underflows for large counts.
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

    /// Conover, Practical Nonparametric Statistics (1999), has the expected ranks in the tables for
    /// the sign test.
    #[test]
    fn ranks_of_the_interval() {
        let ranks = [0, 5, 6, 8, 9, 10, 20, 25, 50, 100].map(lower_rank);
        let expected = [0, 0, 1, 1, 2, 2, 6, 8, 18, 40].map(|rank| (rank > 0).then_some(rank));
        assert_eq!(ranks, expected);
        // For many values the rank approaches the rank under a normal distribution.
        let normal = 500_000.0 - 1.96 * 500.0;
        assert!((lower_rank(1_000_000).unwrap() as f64 - normal).abs() < 2.0);
    }

    /// The expected probabilities are sums of binomial coefficients, computed with whole numbers.
    #[test]
    fn probabilities_of_the_sign_test() {
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

    /// The mean of a resample of 50 ones and 50 zeros is binomial: 95 % lie from 0.4 to 0.6.
    #[test]
    fn intervals_of_known_distributions() {
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
        // 2, 4, 4, 4, 5, 5, 7, 9 have a sum of squared differences of 32.
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
