//! Sliding-block puzzles.

use std::time::Instant;

use fifteen_blocks::format::{self, PuzzleEntry};
use fifteen_blocks::{BlockMetric, BlockOptions, reachable_states, solve};
use fifteen_solver::record::BlockRecord;
use fifteen_solver::search::Limits;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::error::failed;
use crate::record::Record;
use crate::wait;

/// The result of one puzzle in one metric, with the names of `fifteen blocks solve --format json`.
#[pyclass(frozen, get_all, extends = Record, module = "fifteen")]
#[derive(Deserialize)]
pub(crate) struct BlockSolution {
    /// The number of the puzzle in the text, from 1.
    index: usize,
    /// The puzzle's name, if it has one.
    name: Option<String>,
    /// "solved", "unsolvable", "limit" or "invalid" (then error says why).
    status: String,
    /// The metric: what counts as one move.
    metric: Option<String>,
    /// Moves of a shortest solution.
    length: Option<u32>,
    /// States visited by the search.
    visited: Option<u64>,
    /// States that can be reached, if they were counted.
    states: Option<u64>,
    /// Number of shortest solutions, if they were counted.
    #[serde(deserialize_with = "whole")]
    solutions: Option<u128>,
    /// A shortest solution: each move as its piece and its path, a letter for each cell.
    moves: Option<Vec<BlockMove>>,
    /// Seconds of the search; without a goal, of counting the states.
    seconds: Option<f64>,
    /// The reason why there is no solution.
    error: Option<String>,
}

/// A move: the piece, and its path.
#[derive(Clone, Deserialize)]
struct BlockMove {
    piece: char,
    path: String,
}

impl<'py> IntoPyObject<'py> for BlockMove {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        (self.piece, self.path).into_pyobject(py)
    }
}

/// A count that is a number, or as text where it is too large for one or only a lower bound: `more than 1000`.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u128>, D::Error> {
    let value = Option::<Value>::deserialize(deserializer)?;
    let Some(value) = value else { return Ok(None) };
    let number = value.as_u64().map(u128::from);
    let digits = value.as_str().and_then(|text| text.rsplit(' ').next()?.parse().ok());
    number.or(digits).map(Some).ok_or_else(|| D::Error::custom("solutions must be a count"))
}

#[pymethods]
impl BlockSolution {
    /// The solution of a JSON object, as `to_json` and `fifteen blocks solve --format json` write it.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Py<Self>> {
        Self::of_record(py, Record::of_json(text)?)
    }

    fn __repr__(&self) -> String {
        let mut text = format!("BlockSolution(name={:?}, status='{}'", self.name.as_deref().unwrap_or(""), self.status);
        text.extend(self.length.map(|length| format!(", length={length}")));
        text.extend(self.error.as_ref().map(|error| format!(", error={error:?}")));
        text + ")"
    }
}

impl BlockSolution {
    /// The object of a record.
    fn new(py: Python<'_>, record: &BlockRecord) -> PyResult<Py<Self>> {
        Self::of_record(py, Record::new(record)?)
    }

    fn of_record(py: Python<'_>, base: Record) -> PyResult<Py<Self>> {
        let fields = base.fields::<Self>("block solution")?;
        Py::new(py, PyClassInitializer::from(base).add_subclass(fields))
    }
}

/// The keywords of `solve_blocks` in Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct BlockArguments {
    metric: String,
    states: bool,
    all_counts: bool,
    moves: bool,
    threads: usize,
    memory_limit: Option<u64>,
}

/// Solves the puzzles of a text, or one of a Rush Hour string.
#[pyfunction]
pub(crate) fn solve_blocks(py: Python<'_>, text: &str, arguments: BlockArguments) -> PyResult<Vec<Py<BlockSolution>>> {
    let metric = arguments.metric.parse::<BlockMetric>().map_err(failed)?;
    let entries = match is_rush_hour(text) {
        true => vec![PuzzleEntry { index: 1, name: String::new(), line: 1, puzzle: format::rush_hour(text.trim()) }],
        false => format::parse(text).map_err(failed)?,
    };
    let one = |entry| BlockSolution::new(py, &record(py, entry, metric, &arguments)?);
    entries.iter().map(one).collect()
}

/// 36 characters of a board of 6x6.
fn is_rush_hour(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() == 36 && text.chars().all(|c| c.is_ascii_alphanumeric() || ".#".contains(c))
}

/// Solves a puzzle, and counts its states if that is asked for.
fn record(
    py: Python<'_>,
    entry: &PuzzleEntry,
    metric: BlockMetric,
    arguments: &BlockArguments,
) -> PyResult<BlockRecord> {
    let invalid = |error: String| Ok(BlockRecord::invalid(entry, error, arguments.states));
    let puzzle = match &entry.puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => return invalid(error.to_string()),
    };
    if puzzle.goal().is_none() && !arguments.states {
        return invalid(format!("{}, or ask for states=True", fifteen_blocks::SolveError::NoGoal));
    }
    let cancel = wait::flag();
    let mut options = BlockOptions::new(metric);
    options.threads = fifteen_solver::batch::threads_or_all(arguments.threads);
    options.path = arguments.moves;
    options.count = arguments.all_counts;
    options.limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    options.memory = arguments.memory_limit;
    let mut record = BlockRecord::new(entry, metric, arguments.states);
    if puzzle.goal().is_some() {
        let begun = Instant::now();
        match wait::for_result(py, &cancel, || solve(puzzle, &options, &mut |_| ()))? {
            Ok(outcome) => record.searched(puzzle, outcome, begun.elapsed().as_secs_f64()),
            Err(error) => return invalid(error.to_string()),
        }
    }
    if arguments.states {
        let begun = Instant::now();
        match wait::for_result(py, &cancel, || reachable_states(puzzle, &options, &mut |_| ()))? {
            Ok(states) => record.counted(puzzle, &states, begun.elapsed().as_secs_f64()),
            Err(error) => return invalid(error.to_string()),
        }
    }
    Ok(record)
}
