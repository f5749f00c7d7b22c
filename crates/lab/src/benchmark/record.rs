//! The sums and means of a configuration over its boards.

use fifteen_solver::record::{SCHEMA, microseconds};
use serde::Serialize;

use super::line::{Configuration, Terms};
use super::results::BenchmarkRun;

/// One result. The fields are in the order of the output.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct BenchmarkRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The name of the set.
    pub set: String,
    /// Width and height: `4x4`.
    pub size: String,
    /// The goal, as a person writes it.
    pub goal: String,
    /// The heuristic with the algorithm.
    #[serde(flatten)]
    pub configuration: Configuration,
    /// Boards searched: all, unless the run was cancelled.
    pub boards: usize,
    /// Boards solved within the limits.
    pub solved: usize,
    /// The heuristic's mean value at the root.
    pub mean_h0: Option<f64>,
    /// The mean of shortest length minus value, over the boards whose shortest length is known.
    pub mean_error: Option<f64>,
    /// Nodes expanded for all boards searched, solved or not.
    pub expanded_sum: u64,
    /// The lower median of the boards' counts.
    pub expanded_median: u64,
    /// The largest count of a board.
    pub expanded_largest: u64,
    /// Nodes generated for all boards searched, solved or not.
    pub generated_sum: u64,
    /// The lower median of the boards' counts.
    pub generated_median: u64,
    /// The largest count of a board.
    pub generated_largest: u64,
    /// Nodes generated per second.
    pub nodes_per_second: Option<f64>,
    /// Seconds of all searches.
    #[serde(serialize_with = "microseconds")]
    pub seconds: f64,
    /// The most bytes of nodes and states kept by the search of a board.
    pub peak_bytes: u64,
    /// Boards with a wrong solution or length.
    pub mismatches: usize,
    /// The mean of found length minus shortest length, over the solved boards whose shortest length is known.
    pub mean_excess: Option<f64>,
}

impl BenchmarkRecord {
    /// The sums and means of a configuration.
    pub fn new(BenchmarkRun { configuration, lines }: &BenchmarkRun) -> Self {
        let lines = || lines.values();
        let [expanded_sum, expanded_median, expanded_largest] = summary(lines().map(|line| line.expanded));
        let [generated_sum, generated_median, generated_largest] = summary(lines().map(|line| line.generated));
        let over = |length: u32, shortest: u32| f64::from(length) - f64::from(shortest);
        let values: Vec<f64> = lines().filter_map(|line| line.h0.map(f64::from)).collect();
        let errors: Vec<f64> = lines().filter_map(|line| Some(over(line.known?, line.h0?))).collect();
        let excesses: Vec<f64> = lines().filter_map(|line| Some(over(line.length?, line.known?))).collect();
        let seconds: f64 = lines().map(|line| line.seconds).sum();
        let Terms { set, size, goal, .. } = lines().next().map(|line| line.terms.clone()).unwrap_or_default();
        Self {
            schema: SCHEMA,
            set,
            size,
            goal,
            configuration: configuration.clone(),
            boards: lines().count(),
            solved: lines().filter(|line| line.length.is_some()).count(),
            mean_h0: mean(&values),
            mean_error: mean(&errors).filter(|_| errors.len() == lines().count()),
            expanded_sum,
            expanded_median,
            expanded_largest,
            generated_sum,
            generated_median,
            generated_largest,
            nodes_per_second: (seconds > 0.0).then(|| generated_sum as f64 / seconds),
            seconds,
            peak_bytes: lines().map(|line| line.peak_bytes).max().unwrap_or(0),
            mismatches: lines().filter(|line| line.wrong.is_some()).count(),
            mean_excess: mean(&excesses),
        }
    }
}

/// The sum of counts, the lower of the two in the middle, which some board has, and the largest.
fn summary(counts: impl Iterator<Item = u64>) -> [u64; 3] {
    let mut sorted: Vec<u64> = counts.collect();
    sorted.sort_unstable();
    let median = sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(0);
    let sum = sorted.iter().fold(0u64, |sum, &count| sum.saturating_add(count));
    [sum, median, sorted.last().copied().unwrap_or(0)]
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_medians_and_means() {
        assert_eq!(summary([5, 1, 9, 3].into_iter()), [18, 3, 9]);
        assert_eq!((mean(&[1.0, 2.0]), mean(&[])), (Some(1.5), None));
    }
}
