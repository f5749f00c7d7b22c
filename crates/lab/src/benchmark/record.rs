//! [`BenchmarkRecord`]: a summary of the results of one heuristic and algorithm.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::statistics::{bootstrap, deviation, mean};
use super::{BenchmarkConfiguration, BenchmarkLine, ConfigurationResults, IntervalEstimate};

/// A summary of the results of one configuration (a heuristic and an algorithm).
///
/// The summary covers only boards for which all configurations have a result. This makes the
/// summaries of different configurations comparable.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct BenchmarkRecord {
    /// The heuristic and the algorithm that were run.
    #[serde(flatten)]
    pub configuration: BenchmarkConfiguration,
    /// Number of boards that the summary covers.
    pub boards: usize,
    /// Number of boards solved within the limits.
    pub solved: usize,
    /// Mean value of the heuristic on the boards, or `None` without a heuristic.
    pub mean_h0: Option<f64>,
    /// Mean error of the heuristic on the boards. The error on a board is the length of a shortest
    /// solution minus the heuristic's value. `None` without a heuristic, or if this length is
    /// unknown for any board.
    pub mean_error: Option<f64>,
    /// Number of nodes generated per board: the mean, the median and other statistics.
    pub generated: CountSummary,
    /// Number of nodes expanded per board: the mean, the median and other statistics.
    pub expanded: CountSummary,
    /// Number of nodes generated per second, or `None` if the total duration is zero.
    pub nodes_per_second: Option<f64>,
    /// Total duration of the searches, in seconds.
    pub seconds: f64,
    /// Peak memory of the search that used the most, in bytes. It includes only memory for nodes
    /// and states.
    pub peak_bytes: u64,
    /// Mean number of moves by which a solution is longer than a shortest solution. It covers the
    /// boards that all configurations solved and whose shortest length is known.
    pub mean_excess: Option<f64>,
    /// Number of boards over which `mean_excess` is computed.
    pub excess_boards: usize,
}

/// Statistics of a node count over a set of boards.
///
/// If the search of a board was abandoned, only the nodes up to that point are counted. The count
/// is then a lower bound on the nodes needed to solve the board.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CountSummary {
    /// Sum of the node counts over all boards.
    pub sum: u64,
    /// Mean of the node counts. If any board was abandoned, it has no confidence interval.
    pub mean: IntervalEstimate,
    /// Standard deviation of the node counts, or `None` if a board was abandoned or if there are
    /// fewer than two boards.
    pub deviation: Option<f64>,
    /// Median of the node counts. For an even number of boards, it is the mean of the two middle
    /// counts.
    pub median: f64,
    /// Largest node count of any board.
    pub largest: u64,
    /// Whether any board was abandoned, so that `sum`, `mean` and `largest` are only lower bounds.
    pub is_bound: bool,
    /// Whether `median` is only a lower bound. This is the case if the count of an abandoned board
    /// is at most the larger of the two middle counts, because the full count could raise the
    /// median.
    pub median_is_bound: bool,
}

/// The boards that all summaries cover, and the lengths of their shortest solutions. Summaries are
/// comparable only if they cover the same boards.
pub(super) struct CommonBoards {
    /// Numbers of the boards for which all configurations have a result.
    pub(super) tried: BTreeSet<u32>,
    /// Numbers of the boards that all configurations solved.
    pub(super) solved: BTreeSet<u32>,
    /// Lengths of the shortest solutions, keyed by board number. A board is missing if the length
    /// of its shortest solution was neither published nor proven by a search.
    pub(super) lengths: BTreeMap<u32, u32>,
}

impl BenchmarkRecord {
    pub(super) fn new(results: &ConfigurationResults, common: &CommonBoards) -> Self {
        let lines: Vec<&BenchmarkLine> = common
            .tried
            .iter()
            .filter_map(|number| results.lines.get(number))
            .collect();
        let difference = |length: u32, other: u32| f64::from(length) - f64::from(other);
        let shortest = |line: &BenchmarkLine| common.lengths.get(&line.board_number).copied();
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
            .filter(|line| common.solved.contains(&line.board_number))
            .filter_map(|line| Some(difference(line.length?, shortest(line)?)))
            .collect();
        let seconds: f64 = lines.iter().map(|line| line.seconds).sum();
        let generated = CountSummary::new(&lines, |line| line.generated);
        Self {
            configuration: results.configuration.clone(),
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
        let at = |index: usize| sorted.get(index).copied().unwrap_or(0);
        // For an odd number of boards, the lower and the upper middle are the same count.
        let lower_middle = at(sorted.len().saturating_sub(1) / 2);
        let upper_middle = at(sorted.len() / 2);
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
            median: (lower_middle as f64 + upper_middle as f64) / 2.0,
            largest: sorted.last().copied().unwrap_or(0),
            is_bound,
            median_is_bound: given_up().any(|line| count(line) <= upper_middle),
        }
    }
}
