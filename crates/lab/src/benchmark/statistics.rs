//! Statistics of counts over boards: means and ratios with intervals, and the sign test.

use std::f64::consts::LN_2;

use fifteen_puzzle::RandomNumbers;
use serde::Serialize;

/// An estimate, with an interval that has the value for all such boards in it with a probability of about 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct IntervalEstimate {
    /// The estimate.
    pub value: f64,
    /// The interval; none for too few boards.
    pub interval: Option<[f64; 2]>,
}

/// The most resamples of a bootstrap, and the fewest, for a large number of boards.
const RESAMPLES: [usize; 2] = [10_000, 200];
/// The numbers drawn in a bootstrap, if that is within the bounds of [`RESAMPLES`].
const DRAWS: usize = 10_000_000;

/// A statistic of `count` boards with its percentile bootstrap interval (Efron 1979), which is the same each time.
///
/// `statistic` computes the value of any boards, given by their indices. There is no interval for less than six boards.
pub(super) fn bootstrap(
    count: usize,
    statistic: impl Fn(&[usize]) -> f64,
) -> Option<IntervalEstimate> {
    let mut indices: Vec<usize> = (0..count).collect();
    let value = (count > 0).then(|| statistic(&indices))?;
    let mut numbers = RandomNumbers::new(1);
    let resamples = (DRAWS / count).clamp(RESAMPLES[1], RESAMPLES[0]);
    let mut resampled = || {
        indices.fill_with(|| numbers.below(count as u64) as usize);
        statistic(&indices)
    };
    let interval = (count >= 6).then(|| {
        let mut values: Vec<f64> = (0..resamples).map(|_| resampled()).collect();
        values.sort_by(f64::total_cmp);
        [0.025, 0.975].map(|share| values[(share * (resamples - 1) as f64).round() as usize])
    });
    Some(IntervalEstimate { value, interval })
}

/// The mean of values; none without any.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The standard deviation of the boards that the values are a sample of; none for a single value.
pub(super) fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// The probability that a fair coin is as far from equal shares as these numbers of heads and tails, or farther.
pub(super) fn sign_test(heads: usize, tails: usize) -> f64 {
    let one_side = at_most(heads + tails).nth(heads.min(tails)).unwrap_or(1.0);
    (2.0 * one_side).min(1.0)
}

/// The rank, from 1, of the lower end of an interval among `count` sorted values: the median of the whole is below it
/// with a probability of at most 2.5 % (Thompson 1936), that of `rank - 1` heads or fewer in `count` tosses.
pub(super) fn lower_rank(count: usize) -> Option<usize> {
    at_most(count)
        .position(|below| below > 0.025)
        .filter(|&rank| rank > 0)
}

/// The probabilities of at most 0, 1, 2, ... heads in `count` tosses of a coin.
fn at_most(count: usize) -> impl Iterator<Item = f64> {
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

    /// Sums of binomial coefficients, computed with whole numbers.
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

    /// The mean of ones and zeros in equal number: that of a resample is binomial, with 40 and 60 of 100 at the ends.
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
