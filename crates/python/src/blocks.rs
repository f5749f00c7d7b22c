//! Sliding-block puzzles.

use std::time::Instant;

use fifteen_blocks::format::{self, Entry};
use fifteen_blocks::{Metric, Options, solve, states};
use fifteen_solver::record::BlockRecord;
use fifteen_solver::search::Limits;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{FifteenError, failed};
use crate::wait;

/// The result of one puzzle in one metric, with the names of `fifteen blocks solve --format json`.
#[pyclass(frozen, module = "fifteen")]
pub(crate) struct BlockSolution {
    json: String,
    record: BlockRecord,
}

#[pymethods]
impl BlockSolution {
    #[getter]
    fn index(&self) -> usize {
        self.record.index
    }

    #[getter]
    fn name(&self) -> Option<&str> {
        self.record.name.as_deref()
    }

    #[getter]
    fn status(&self) -> PyResult<String> {
        let status = serde_json::to_value(self.record.status).map_err(failed)?;
        Ok(status.as_str().unwrap_or_default().to_owned())
    }

    #[getter]
    fn metric(&self) -> Option<&'static str> {
        self.record.metric.map(Metric::name)
    }

    #[getter]
    fn length(&self) -> Option<u32> {
        self.record.length
    }

    #[getter]
    fn visited(&self) -> Option<u64> {
        self.record.visited
    }

    #[getter]
    fn states(&self) -> Option<u64> {
        self.record.states
    }

    #[getter]
    fn solutions(&self) -> Option<u128> {
        self.record.solutions.map(|solutions| solutions.count)
    }

    /// Each move as its piece and its way, a letter for each cell.
    #[getter]
    fn moves(&self) -> Option<Vec<(char, String)>> {
        let moves = self.record.moves.as_ref()?;
        Some(moves.iter().map(|m| (m.piece, m.path.clone())).collect())
    }

    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.record.seconds
    }

    #[getter]
    fn error(&self) -> Option<&str> {
        self.record.error.as_deref()
    }

    /// The object of JSON that the command prints, as text.
    fn to_json(&self) -> &str {
        &self.json
    }

    /// The same as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(py.import("json")?.call_method1("loads", (&self.json,))?.cast_into::<PyDict>()?)
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = self.record.name.as_deref().unwrap_or_default();
        let length = self.record.length.map_or_else(|| "None".to_owned(), |length| length.to_string());
        Ok(format!("BlockSolution(name={name:?}, status='{}', length={length})", self.status()?))
    }
}

/// How puzzles are solved: the keywords of `solve_blocks` in Python.
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
pub(crate) fn solve_blocks(py: Python<'_>, text: &str, arguments: BlockArguments) -> PyResult<Vec<BlockSolution>> {
    let metric = arguments.metric.parse::<Metric>().map_err(failed)?;
    let entries = match is_rush_hour(text) {
        true => vec![Entry { index: 1, name: String::new(), line: 1, puzzle: format::rush_hour(text.trim()) }],
        false => format::parse(text).map_err(failed)?,
    };
    entries.iter().map(|entry| one(py, entry, metric, &arguments)).collect()
}

/// 36 characters of a board of 6x6.
fn is_rush_hour(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() == 36 && text.chars().all(|c| c.is_ascii_alphanumeric() || ".#".contains(c))
}

fn one(py: Python<'_>, entry: &Entry, metric: Metric, arguments: &BlockArguments) -> PyResult<BlockSolution> {
    let puzzle = match &entry.puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => return sealed(BlockRecord::invalid(entry, error.to_string(), arguments.states)),
    };
    let cancel = wait::flag();
    let mut options = Options::new(metric);
    options.threads = fifteen_solver::batch::threads_or_all(arguments.threads);
    options.path = arguments.moves;
    options.count = arguments.all_counts;
    options.limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    options.memory = arguments.memory_limit;
    let mut record = BlockRecord::new(entry, metric, arguments.states);
    if puzzle.goal().is_none() && !arguments.states {
        let error = format!("{}, or ask for states=True", fifteen_blocks::SolveError::NoGoal);
        return sealed(BlockRecord::invalid(entry, error, arguments.states));
    }
    if puzzle.goal().is_some() {
        let begun = Instant::now();
        match wait::for_result(py, &cancel, || solve(puzzle, &options, &mut |_| ()))? {
            Ok(found) => record.searched(puzzle, &found, begun.elapsed().as_secs_f64()),
            Err(error) => return sealed(BlockRecord::invalid(entry, error.to_string(), arguments.states)),
        }
    }
    if arguments.states {
        let begun = Instant::now();
        match wait::for_result(py, &cancel, || states(puzzle, &options, &mut |_| ()))? {
            Ok(found) => record.counted(puzzle, &found, begun.elapsed().as_secs_f64()),
            Err(error) => return sealed(BlockRecord::invalid(entry, error.to_string(), arguments.states)),
        }
    }
    sealed(record)
}

fn sealed(record: BlockRecord) -> PyResult<BlockSolution> {
    let json = serde_json::to_string(&record).map_err(|e| FifteenError::new_err(e.to_string()))?;
    Ok(BlockSolution { json, record })
}
