//! The means of a configuration over boards.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::statistics::{bootstrap, deviation, mean};
use super::{BenchmarkLine, BenchmarkRun, Configuration, IntervalEstimate};

/// The figures of a configuration over boards of which all configurations have a result.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct BenchmarkRecord {
    /// The heuristic with the algorithm.
    #[serde(flatten)]
    pub configuration: Configuration,
    /// The number of boards.
    pub boards: usize,
    /// Boards solved within the limits.
    pub solved: usize,
    /// The heuristic's mean value at the root.
    pub mean_h0: Option<f64>,
    /// The mean of shortest length minus value, if the shortest length of each board is known.
    pub mean_error: Option<f64>,
    /// Nodes generated for a board.
    pub generated: CountSummary,
    /// Nodes expanded for a board.
    pub expanded: CountSummary,
    /// Nodes generated per second.
    pub nodes_per_second: Option<f64>,
    /// Seconds of all searches.
    pub seconds: f64,
    /// The most bytes of nodes and states kept by the search of a board.
    pub peak_bytes: u64,
    /// The mean of found length minus shortest length, over the boards that all configurations have solved.
    pub mean_excess: Option<f64>,
    /// The number of those boards.
    pub excess_boards: usize,
}

/// Counts of nodes over boards, among which those given up count with the nodes searched by then: a lower bound.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CountSummary {
    /// The sum.
    pub sum: u64,
    /// The mean; with an interval, and a deviation, if no board was given up.
    pub mean: IntervalEstimate,
    /// The standard deviation.
    pub deviation: Option<f64>,
    /// The lower of the two in the middle, which some board has.
    pub median: u64,
    /// The largest count of a board.
    pub largest: u64,
    /// Boards were given up: sum, mean and largest count are lower bounds.
    pub is_bound: bool,
    /// The median is a lower bound too: some board below or at it was given up.
    pub median_is_bound: bool,
}

/// Knowledge of the boards beyond a configuration's own results.
pub(super) struct Known {
    /// Boards of which all configurations have a result.
    pub(super) common: BTreeSet<u32>,
    /// Boards that all of them have solved.
    pub(super) solved: BTreeSet<u32>,
    /// The shortest lengths that any of them found or knew.
    pub(super) lengths: BTreeMap<u32, u32>,
}

impl BenchmarkRecord {
    pub(super) fn new(run: &BenchmarkRun, known: &Known) -> Self {
        let lines: Vec<&BenchmarkLine> = known
            .common
            .iter()
            .filter_map(|number| run.lines.get(number))
            .collect();
        let over = |length: u32, shortest: u32| f64::from(length) - f64::from(shortest);
        let shortest = |line: &BenchmarkLine| known.lengths.get(&line.line).copied();
        let values: Vec<f64> = lines
            .iter()
            .filter_map(|line| line.h0.map(f64::from))
            .collect();
        let errors: Vec<f64> = lines
            .iter()
            .filter_map(|line| Some(over(shortest(line)?, line.h0?)))
            .collect();
        let of_all = lines
            .iter()
            .filter(|line| known.solved.contains(&line.line));
        let excesses: Vec<f64> = of_all
            .filter_map(|line| Some(over(line.length?, shortest(line)?)))
            .collect();
        let seconds: f64 = lines.iter().map(|line| line.seconds).sum();
        let generated = CountSummary::new(&lines, |line| line.generated);
        Self {
            configuration: run.configuration.clone(),
            boards: lines.len(),
            solved: lines.iter().filter(|line| line.length.is_some()).count(),
            mean_h0: mean(&values),
            mean_error: mean(&errors).filter(|_| errors.len() == lines.len()),
            nodes_per_second: (seconds > 0.0).then(|| generated.sum as f64 / seconds),
            generated,
            expanded: CountSummary::new(&lines, |line| line.expanded),
            seconds,
            peak_bytes: lines.iter().map(|line| line.peak_bytes).max().unwrap_or(0),
            mean_excess: mean(&excesses),
            excess_boards: excesses.len(),
        }
    }
}

impl CountSummary {
    fn new(lines: &[&BenchmarkLine], count: impl Fn(&BenchmarkLine) -> u64) -> Self {
        let counts: Vec<f64> = lines.iter().map(|line| count(line) as f64).collect();
        let mut sorted: Vec<u64> = lines.iter().map(|line| count(line)).collect();
        sorted.sort_unstable();
        let median = sorted
            .get(sorted.len().saturating_sub(1) / 2)
            .copied()
            .unwrap_or(0);
        let given_up = || lines.iter().filter(|line| line.length.is_none());
        let is_bound = given_up().next().is_some();
        let value = mean(&counts).unwrap_or(0.0);
        let mean_of = |indices: &[usize]| {
            indices.iter().map(|&i| counts[i]).sum::<f64>() / indices.len() as f64
        };
        let mean = if is_bound {
            None
        } else {
            bootstrap(counts.len(), mean_of)
        };
        Self {
            sum: sorted
                .iter()
                .fold(0, |sum, &count| sum.saturating_add(count)),
            mean: mean.unwrap_or(IntervalEstimate {
                value,
                interval: None,
            }),
            deviation: deviation(&counts).filter(|_| !is_bound),
            median,
            largest: sorted.last().copied().unwrap_or(0),
            is_bound,
            median_is_bound: given_up().any(|line| count(line) <= median),
        }
    }
}
