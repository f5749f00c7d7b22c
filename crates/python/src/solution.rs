//! Results of boards: immutable objects with the names of the JSON.

use fifteen_solver::record::BoardRecord;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyType;
use serde::Deserialize;

use crate::picture;
use crate::record::{Record, Tuple};

/// The result of one board, with the names of `fifteen solve --format json`.
#[pyclass(frozen, get_all, extends = Record, module = "fifteen")]
#[derive(Deserialize)]
pub(crate) struct Solution {
    /// The line in the file, or the number of the board, from 1.
    line: u64,
    /// The tiles row by row, 0 for the blank; None where there is no board.
    board: Option<Tuple<u8>>,
    /// Width and height: "4x4".
    size: Option<String>,
    /// The goal: a name, or its tiles.
    goal: String,
    /// "solved", "unsolvable", "limit" (then bound is what was proven) or "invalid" (then error says why).
    status: String,
    /// Moves of a shortest solution; None without a proof that none is shorter.
    length: Option<u32>,
    /// The solution, a letter for each move of a tile; at a limit the best one found.
    moves: Option<String>,
    /// Number of shortest solutions if all were asked for, otherwise 1 where one was found.
    solutions: Option<u64>,
    /// The shortest solutions, if all were asked for.
    all_moves: Option<Tuple<String>>,
    /// No solution has fewer moves.
    bound: Option<u32>,
    /// The heuristic in force: "7-8 zero-aware + reflection".
    heuristic: Option<String>,
    /// The algorithm's name.
    algorithm: String,
    /// "plain" or "fast".
    mode: String,
    /// The heuristic's value of the board.
    h0: Option<u32>,
    /// Nodes expanded.
    expanded: Option<u64>,
    /// Nodes generated, the root among them.
    generated: Option<u64>,
    /// The iterations of IDA*.
    iterations: Option<Tuple<Iteration>>,
    /// Seconds from the board to the solution; None for a search over many machines.
    seconds: Option<f64>,
    /// Threads of the search.
    threads: usize,
    /// The reason why there is no solution.
    error: Option<String>,
    /// Bytes of nodes and states, without tables.
    peak_bytes: Option<u64>,
    /// The file of which line is a line.
    file: Option<String>,
    /// Moves of the shortest solution in hand; equal to bound once it is proven to be a shortest one.
    upper: Option<u32>,
    /// upper - bound: the most by which a solution can be shorter.
    gap: Option<u32>,
    /// The unit in which moves are counted: "single-tile" or "multi-tile"; None in older records.
    metric: Option<String>,
}

/// One iteration of a search.
#[pyclass(frozen, get_all, eq, hash, module = "fifteen")]
#[derive(Clone, PartialEq, Hash, Deserialize)]
pub(crate) struct Iteration {
    /// Nodes with depth + value above it were pruned.
    bound: u32,
    /// Nodes expanded.
    expanded: u64,
    /// Nodes generated.
    generated: u64,
}

#[pymethods]
impl Iteration {
    #[new]
    fn new(bound: u32, expanded: u64, generated: u64) -> Self {
        Self { bound, expanded, generated }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (u32, u64, u64)) {
        (py.get_type::<Self>(), (self.bound, self.expanded, self.generated))
    }

    fn __repr__(&self) -> String {
        format!("Iteration(bound={}, expanded={}, generated={})", self.bound, self.expanded, self.generated)
    }
}

impl Solution {
    /// The object of a record.
    pub(crate) fn new(py: Python<'_>, record: &BoardRecord) -> PyResult<Py<Self>> {
        Self::of_record(py, Record::new(record)?)
    }

    fn of_record(py: Python<'_>, base: Record) -> PyResult<Py<Self>> {
        let fields = base.fields::<Self>("solution")?;
        Py::new(py, PyClassInitializer::from(base).add_subclass(fields))
    }
}

#[pymethods]
impl Solution {
    /// The solution of a JSON object, as `to_json` and `fifteen solve --format json` write it.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Py<Self>> {
        Self::of_record(py, Record::of_json(text)?)
    }

    /// The boards from the start to the end of `moves`; none where there are no moves.
    fn positions(this: &Bound<'_, Self>) -> PyResult<Vec<Tuple<u8>>> {
        let (py, solution) = (this.py(), this.get());
        match (&solution.board, &solution.moves) {
            (Some(board), Some(moves)) => {
                let size = solution.size.as_ref().map(|size| size.into_bound_py_any(py)).transpose()?;
                picture::positions(&board.clone().into_bound_py_any(py)?, moves, size.as_ref())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// A notebook's picture: every position, or the board alone where there are no moves.
    fn _repr_svg_(this: &Bound<'_, Self>) -> PyResult<Option<String>> {
        let (py, solution) = (this.py(), this.get());
        let Some(board) = &solution.board else { return Ok(None) };
        let size = solution.size.as_ref().map(|size| size.into_bound_py_any(py)).transpose()?;
        let (board, goal) = (board.clone().into_bound_py_any(py)?, (&solution.goal).into_bound_py_any(py)?);
        let moves = solution.moves.as_deref().unwrap_or_default();
        let title = match (&solution.error, solution.length) {
            (Some(error), _) => error.clone(),
            (None, Some(length)) => format!("{} in {length}", solution.status),
            (None, None) => solution.status.clone(),
        };
        picture::svg(&board, moves, size.as_ref(), &goal, &title).map(Some)
    }

    fn __repr__(&self) -> String {
        let mut text = format!("Solution(status='{}'", self.status);
        let numbers = [("length", self.length), ("bound", self.bound), ("upper", self.upper)];
        // A proven length is the bound and the upper bound, too.
        let shown = numbers.iter().take(if self.length.is_some() { 1 } else { 3 });
        shown.for_each(|(name, n)| text.extend(n.map(|n| format!(", {name}={n}"))));
        text.extend(self.moves.as_ref().map(|moves| format!(", moves='{moves}'")));
        text.extend(self.error.as_ref().map(|error| format!(", error={error:?}")));
        text + ")"
    }
}
