//! Sliding-block puzzles.

use std::time::Instant;

use fifteen_blocks::format::{self, PuzzleEntry};
use fifteen_blocks::{BlockMetric, BlockOptions, reachable_states, solve};
use fifteen_solver::record::BlockRecord;
use fifteen_solver::search::Limits;
use pyo3::prelude::*;

use crate::error::failed;
use crate::record::Record;
use crate::wait;

/// The result of one puzzle in one metric, with the names of `fifteen blocks solve --format json`.
#[pyclass(frozen, get_all, extends = Record, module = "fifteen")]
pub(crate) struct BlockSolution {
    index: usize,
    name: Option<String>,
    status: &'static str,
    metric: Option<&'static str>,
    length: Option<u32>,
    visited: Option<u64>,
    states: Option<u64>,
    solutions: Option<u128>,
    /// Each move as its piece and its path, a letter for each cell.
    moves: Option<Vec<(char, String)>>,
    seconds: Option<f64>,
    error: Option<String>,
}

#[pymethods]
impl BlockSolution {
    fn __repr__(&self) -> String {
        let name = self.name.as_deref().unwrap_or_default();
        let length = self.length.map_or_else(|| "None".to_owned(), |length| length.to_string());
        format!("BlockSolution(name={name:?}, status='{}', length={length})", self.status)
    }
}

impl BlockSolution {
    /// The object of a record.
    fn new(py: Python<'_>, r: BlockRecord) -> PyResult<Py<Self>> {
        let base = Record::new(&r)?;
        let fields = Self {
            index: r.index,
            name: r.name,
            status: r.status.name(),
            metric: r.metric.map(BlockMetric::name),
            length: r.length,
            visited: r.visited,
            states: r.states,
            solutions: r.solutions.map(|solutions| solutions.count),
            moves: r.moves.map(|moves| moves.into_iter().map(|m| (m.piece, m.path)).collect()),
            seconds: r.seconds,
            error: r.error,
        };
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
    let one = |entry| BlockSolution::new(py, record(py, entry, metric, &arguments)?);
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
