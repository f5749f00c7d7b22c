//! Results of boards: immutable objects with the names of the JSON.

use fifteen_solver::record::BoardRecord;
use pyo3::prelude::*;

use crate::record::{Record, Tuple};

/// The result of one board, with the names of `fifteen solve --format json`.
#[pyclass(frozen, get_all, extends = Record, module = "fifteen")]
pub(crate) struct Solution {
    line: u64,
    board: Option<Tuple<u8>>,
    size: Option<String>,
    goal: String,
    status: &'static str,
    length: Option<u32>,
    moves: Option<String>,
    solutions: Option<u64>,
    all_moves: Option<Tuple<String>>,
    bound: Option<u32>,
    heuristic: Option<String>,
    algorithm: String,
    mode: &'static str,
    h0: Option<u32>,
    expanded: Option<u64>,
    generated: Option<u64>,
    iterations: Option<Tuple<Iteration>>,
    seconds: Option<f64>,
    threads: usize,
    error: Option<String>,
    peak_bytes: Option<u64>,
    file: Option<String>,
    upper: Option<u32>,
    gap: Option<u32>,
}

/// One iteration of a search.
#[pyclass(frozen, get_all, eq, module = "fifteen")]
#[derive(Clone, PartialEq)]
pub(crate) struct Iteration {
    bound: u32,
    expanded: u64,
    generated: u64,
}

#[pymethods]
impl Iteration {
    fn __repr__(&self) -> String {
        format!("Iteration(bound={}, expanded={}, generated={})", self.bound, self.expanded, self.generated)
    }
}

impl From<fifteen_solver::Iteration> for Iteration {
    fn from(fifteen_solver::Iteration { bound, expanded, generated }: fifteen_solver::Iteration) -> Self {
        Self { bound, expanded, generated }
    }
}

impl Solution {
    /// The object of a record.
    pub(crate) fn new(py: Python<'_>, r: BoardRecord) -> PyResult<Py<Self>> {
        let base = Record::new(&r)?;
        let fields = Self {
            line: r.line,
            board: r.board.map(|board| Tuple(board.tiles().to_vec())),
            size: r.size,
            goal: r.goal,
            status: r.status.name(),
            length: r.length,
            moves: r.moves,
            solutions: r.solutions,
            all_moves: r.all_moves.map(Tuple),
            bound: r.bound,
            heuristic: r.heuristic,
            algorithm: r.algorithm,
            mode: r.mode,
            h0: r.h0,
            expanded: r.expanded,
            generated: r.generated,
            iterations: r.iterations.map(|all| Tuple(all.into_iter().map(Iteration::from).collect())),
            seconds: r.seconds,
            threads: r.threads,
            error: r.error,
            peak_bytes: r.peak_bytes,
            file: r.file,
            upper: r.upper,
            gap: r.gap,
        };
        Py::new(py, PyClassInitializer::from(base).add_subclass(fields))
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let status = self.status;
        match (self.length, &self.moves, &self.error) {
            (Some(length), Some(moves), _) => format!("Solution(status='{status}', length={length}, moves='{moves}')"),
            (_, _, Some(error)) => format!("Solution(status='{status}', error={error:?})"),
            _ => format!("Solution(status='{status}')"),
        }
    }
}
