//! The result of a candidate on a set of boards.

use fifteen_search::tiles::{Algorithm, Mode};
use fifteen_solver::record::{SCHEMA, microseconds};
use fifteen_solver::{Solution, Solver};
use serde::{Deserialize, Serialize};

/// One result. The fields are in the order of the output.
#[derive(Debug, Clone, Default, Serialize)]
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
    /// The heuristic, by the name of its tables where it has any.
    pub heuristic: Option<String>,
    /// The algorithm's name.
    pub algorithm: String,
    /// The order in which the blank's moves are tried.
    pub order: String,
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
    /// Seconds of a pass over the boards: the median of all passes.
    #[serde(serialize_with = "microseconds")]
    pub seconds: f64,
    /// Passes over the boards.
    pub runs: usize,
    /// Bytes of the tables that the heuristic reads.
    pub table_bytes: u64,
    /// The most bytes of nodes and states kept by the search of a board.
    pub peak_bytes: u64,
    /// Seconds of opening or building the heuristic.
    #[serde(serialize_with = "microseconds")]
    pub open_seconds: f64,
    /// Boards with a wrong solution or length.
    pub mismatches: usize,
    /// `plain` or `fast`.
    pub mode: &'static str,
    /// Threads of one search.
    pub threads: usize,
    /// The result of each board.
    pub instances: Vec<InstanceRecord>,
    /// The mean of found length minus shortest length, over the solved boards whose shortest length is known.
    pub mean_excess: Option<f64>,
}

/// The result of one board of a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct InstanceRecord {
    /// The number of the board in its set.
    pub number: u32,
    /// Moves of the solution; none if it was not solved within the limits.
    pub length: Option<u32>,
    /// The heuristic's value of the board.
    pub h0: u32,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// Seconds of the search.
    #[serde(serialize_with = "microseconds")]
    pub seconds: f64,
}

impl InstanceRecord {
    /// The result of the board with that number.
    pub fn new(number: u32, found: &Solution) -> Self {
        let &Solution { length, h0, expanded, generated, seconds, .. } = found;
        Self { number, length, h0, expanded, generated, seconds }
    }
}

/// The results of a pass over the boards, board by board.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Each result, with the shortest length of its board if that is known.
    pub results: Vec<(InstanceRecord, Option<u32>)>,
    /// Boards with a wrong solution or length.
    pub mismatches: usize,
    /// The most bytes of a search.
    pub peak_bytes: u64,
}

impl Tally {
    /// Adds the result of a board, with its shortest length if that is known.
    pub(super) fn add(&mut self, found: InstanceRecord, peak_bytes: u64, known: Option<u32>) {
        self.peak_bytes = self.peak_bytes.max(peak_bytes);
        self.results.push((found, known));
    }

    /// Seconds of all searches.
    pub(super) fn seconds(&self) -> f64 {
        self.results.iter().map(|(found, _)| found.seconds).sum()
    }

    /// The nodes expanded and generated for each board.
    pub(super) fn nodes(&self) -> Vec<[u64; 2]> {
        self.results.iter().map(|(found, _)| [found.expanded, found.generated]).collect()
    }
}

/// A heuristic with an algorithm, and how it is run: what is the same for all boards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Configuration {
    /// The heuristic, by the name of its tables where it has any.
    pub heuristic: Option<String>,
    /// The algorithm's name.
    pub algorithm: String,
    /// The order in which the blank's moves are tried.
    pub order: String,
    /// Bytes of the tables that the heuristic reads.
    pub table_bytes: u64,
    /// Threads of one search in fast mode.
    pub fast_threads: Option<usize>,
    /// Seconds of opening or building the heuristic.
    #[serde(serialize_with = "microseconds")]
    pub open_seconds: f64,
}

impl Configuration {
    /// The configuration of a solver.
    pub fn new(solver: &Solver, mode: Mode, open_seconds: f64) -> Self {
        let fast_threads = match mode {
            Mode::Fast { threads } if solver.algorithm() == Algorithm::Ida => Some(threads),
            _ => None,
        };
        Self {
            heuristic: solver.heuristic().map(str::to_owned),
            algorithm: solver.algorithm().to_string(),
            order: solver.order().to_string(),
            table_bytes: solver.table_bytes(),
            fast_threads,
            open_seconds,
        }
    }

    /// `bae with manhattan`.
    pub fn name(&self) -> String {
        let with = self.heuristic.as_ref().map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
        format!("{}{with}", self.algorithm)
    }

    /// True if it is the same but for the time.
    pub fn is_same(&self, other: &Self) -> bool {
        *self == Self { open_seconds: self.open_seconds, ..other.clone() }
    }
}

impl BenchmarkRecord {
    /// The result of a configuration on the boards of a set, from the counts of the first pass and the seconds of each.
    pub(super) fn new(
        (set, size, goal): (String, String, String),
        configuration: Configuration,
        tally: Tally,
        times: &[f64],
    ) -> Self {
        let nodes = tally.nodes();
        let [expanded, generated] = [0, 1].map(|kind| Summary::new(nodes.iter().map(|counts| counts[kind])));
        let results = || tally.results.iter();
        let over = |length: u32, shortest: u32| f64::from(length) - f64::from(shortest);
        let values: Vec<f64> = results().map(|(found, _)| found.h0.into()).collect();
        let errors: Vec<f64> = results().filter_map(|(found, known)| Some(over((*known)?, found.h0))).collect();
        let excesses: Vec<f64> = results().filter_map(|(found, known)| Some(over(found.length?, (*known)?))).collect();
        let seconds = median(times);
        let Configuration { heuristic, algorithm, order, table_bytes, fast_threads, open_seconds } = configuration;
        let informed = heuristic.is_some();
        Self {
            schema: SCHEMA,
            set,
            size,
            goal,
            heuristic,
            algorithm,
            order,
            boards: values.len(),
            solved: results().filter(|(found, _)| found.length.is_some()).count(),
            mean_h0: mean(&values).filter(|_| informed),
            mean_error: mean(&errors).filter(|_| informed && errors.len() == values.len()),
            expanded_sum: expanded.sum,
            expanded_median: expanded.median,
            expanded_largest: expanded.largest,
            generated_sum: generated.sum,
            generated_median: generated.median,
            generated_largest: generated.largest,
            nodes_per_second: (seconds > 0.0).then(|| generated.sum as f64 / seconds),
            seconds,
            runs: times.len(),
            table_bytes,
            peak_bytes: tally.peak_bytes,
            open_seconds,
            mismatches: tally.mismatches,
            mode: if fast_threads.is_some() { "fast" } else { "plain" },
            threads: fast_threads.unwrap_or(1),
            instances: tally.results.into_iter().map(|(found, _)| found).collect(),
            mean_excess: mean(&excesses),
        }
    }

    /// `ida, manhattan`; only the heuristic where all records have the same algorithm.
    pub fn label(&self, one_algorithm: bool) -> String {
        match &self.heuristic {
            Some(heuristic) if one_algorithm => heuristic.clone(),
            Some(heuristic) => format!("{}, {heuristic}", self.algorithm),
            None => self.algorithm.clone(),
        }
    }
}

struct Summary {
    sum: u64,
    /// The lower of the two in the middle, a count that some board has.
    median: u64,
    largest: u64,
}

impl Summary {
    fn new(counts: impl Iterator<Item = u64>) -> Self {
        let mut sorted: Vec<u64> = counts.collect();
        sorted.sort_unstable();
        let median = sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(0);
        Self { sum: sorted.iter().sum(), median, largest: sorted.last().copied().unwrap_or(0) }
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_medians_and_means() {
        let summary = Summary::new([5, 1, 9, 3].into_iter());
        assert_eq!((summary.sum, summary.median, summary.largest), (18, 3, 9));
        assert_eq!((median(&[3.0, 1.0, 2.0]), mean(&[1.0, 2.0]), mean(&[])), (2.0, Some(1.5), None));
    }
}
