//! [`BenchmarkRecord`]: the means of a configuration over boards.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::statistics::{bootstrap, deviation, mean};
use super::{BenchmarkConfiguration, BenchmarkLine, BenchmarkRun, IntervalEstimate};

/// The figures of a configuration over the boards of which all configurations have a result.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct BenchmarkRecord {
    /// The heuristic with the algorithm.
    #[serde(flatten)]
    pub configuration: BenchmarkConfiguration,
    /// Number of boards.
    pub boards: usize,
    /// Number of boards solved within the limits.
    pub solved: usize,
    /// Mean of the heuristic's values at the root.
    pub mean_h0: Option<f64>,
    /// Mean of shortest length minus value, if the shortest length of each board is known.
    pub mean_error: Option<f64>,
    /// Nodes generated for a board.
    pub generated: CountSummary,
    /// Nodes expanded for a board.
    pub expanded: CountSummary,
    /// Number of nodes generated per second.
    pub nodes_per_second: Option<f64>,
    /// Duration of all searches in seconds.
    pub seconds: f64,
    /// Maximum number of bytes that nodes and states took during the search of a board.
    pub peak_bytes: u64,
    /// Mean of found length minus shortest length, over the boards that all configurations solved.
    pub mean_excess: Option<f64>,
    /// Number of boards in that mean.
    pub excess_boards: usize,
}

/// Node counts over boards.
///
/// A board that was given up counts with the nodes searched by then, which is a lower bound.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CountSummary {
    /// Sum of the counts.
    pub sum: u64,
    /// Mean of the counts. It has an interval only if no board was given up.
    pub mean: IntervalEstimate,
    /// Standard deviation, if no board was given up.
    pub deviation: Option<f64>,
    /// The count in the middle, or the lower of the two in the middle, so that it is the count of
    /// some board.
    pub median: u64,
    /// Largest count of a board.
    pub largest: u64,
    /// True if a board was given up, so that sum, mean and largest count are lower bounds.
    pub is_bound: bool,
    /// True if a board with at most the median's count was given up, so that the median is a lower
    /// bound too.
    pub median_is_bound: bool,
}

/// What all configurations together say about the boards.
pub(super) struct CommonBoards {
    /// Boards of which all configurations have a result.
    pub(super) tried: BTreeSet<u32>,
    /// Boards that all configurations solved.
    pub(super) solved: BTreeSet<u32>,
    /// Shortest lengths that any configuration found or was given, by the number of the board.
    pub(super) lengths: BTreeMap<u32, u32>,
}

impl BenchmarkRecord {
    pub(super) fn new(run: &BenchmarkRun, common: &CommonBoards) -> Self {
        let lines: Vec<&BenchmarkLine> = common
            .tried
            .iter()
            .filter_map(|number| run.lines.get(number))
            .collect();
        let difference = |length: u32, other: u32| f64::from(length) - f64::from(other);
        let shortest = |line: &BenchmarkLine| common.lengths.get(&line.line).copied();
        let values: Vec<f64> = lines
            .iter()
            .filter_map(|line| line.h0.map(f64::from))
            .collect();
        let errors: Vec<f64> = lines
            .iter()
            .filter_map(|line| Some(difference(shortest(line)?, line.h0?)))
            .collect();
        let excesses: Vec<f64> = lines
            .iter()
            .filter(|line| common.solved.contains(&line.line))
            .filter_map(|line| Some(difference(line.length?, shortest(line)?)))
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
        let middle = sorted.len().saturating_sub(1) / 2;
        let median = sorted.get(middle).copied().unwrap_or(0);
        let given_up = || lines.iter().filter(|line| line.length.is_none());
        let is_bound = given_up().next().is_some();
        let bound = IntervalEstimate {
            value: mean(&counts).unwrap_or(0.0),
            interval: None,
        };
        let mean_of = |indices: &[usize]| {
            indices.iter().map(|&i| counts[i]).sum::<f64>() / indices.len() as f64
        };
        let mean = if is_bound {
            bound
        } else {
            bootstrap(counts.len(), mean_of).unwrap_or(bound)
        };
        Self {
            sum: sorted
                .iter()
                .fold(0, |sum, &count| sum.saturating_add(count)),
            mean,
            deviation: deviation(&counts).filter(|_| !is_bound),
            median,
            largest: sorted.last().copied().unwrap_or(0),
            is_bound,
            median_is_bound: given_up().any(|line| count(line) <= median),
        }
    }
}
