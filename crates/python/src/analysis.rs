//! The result of analysing a person's solution: an immutable object with the names of the JSON.

use fifteen_solver::record::AnalysisRecord;
use pyo3::prelude::*;
use serde::Deserialize;

use crate::record::{Record, Tuple};

/// The moves that a solution loses, with the names of `fifteen analyse --format json`.
#[pyclass(frozen, get_all, extends = Record, module = "fifteen")]
#[derive(Deserialize)]
pub(crate) struct Analysis {
    /// The tiles row by row before the moves, 0 for the blank.
    board: Tuple<u8>,
    /// Width and height: "4x4".
    size: String,
    /// The goal: a name, or its tiles.
    goal: String,
    /// The moves, a letter each, and in the multi-tile metric a number behind it.
    moves: String,
    /// Number of moves.
    length: usize,
    /// The fewest moves from the board to the goal; None if a limit came first.
    shortest: Option<u32>,
    /// True if the moves lead to the goal.
    solved: bool,
    /// The numbers of the moves, from 1, after which the goal is no nearer than before.
    lost: Tuple<usize>,
    /// The fewest moves from each position to the goal, the start first; None where a limit came first.
    distances: Tuple<Option<u32>>,
    /// The unit in which moves are counted: "single-tile" or "multi-tile".
    metric: String,
}

impl Analysis {
    /// The object of a record.
    pub(crate) fn new(py: Python<'_>, record: &AnalysisRecord) -> PyResult<Py<Self>> {
        Self::of_record(py, Record::new(record)?)
    }

    fn of_record(py: Python<'_>, base: Record) -> PyResult<Py<Self>> {
        let fields = base.fields::<Self>("analysis")?;
        Py::new(py, PyClassInitializer::from(base).add_subclass(fields))
    }
}

#[pymethods]
impl Analysis {
    /// The analysis of a JSON object, as `to_json` and `fifteen analyse --format json` write it.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Py<Self>> {
        Self::of_record(py, Record::of_json(text)?)
    }

    fn __repr__(&self) -> String {
        let shortest = self.shortest.map_or_else(|| "None".to_owned(), |shortest| shortest.to_string());
        format!(
            "Analysis(length={}, shortest={shortest}, lost={:?}, metric='{}')",
            self.length, self.lost.0, self.metric
        )
    }
}
