//! Results: immutable objects with the names of the JSON.

use fifteen_solver::record::{BoardRecord, IterationRecord};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::failed;

/// The result of one board, with the names of `fifteen solve --format json`.
#[pyclass(frozen, module = "fifteen")]
pub(crate) struct Solution {
    record: BoardRecord,
}

/// One iteration of a search.
#[pyclass(frozen, module = "fifteen", eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Iteration {
    /// No solution is shorter.
    #[pyo3(get)]
    bound: u32,
    /// Nodes whose children were tried.
    #[pyo3(get)]
    expanded: u64,
    /// Nodes made.
    #[pyo3(get)]
    generated: u64,
}

#[pymethods]
impl Iteration {
    fn __repr__(&self) -> String {
        format!("Iteration(bound={}, expanded={}, generated={})", self.bound, self.expanded, self.generated)
    }
}

impl From<&IterationRecord> for Iteration {
    fn from(i: &IterationRecord) -> Self {
        Self { bound: i.bound, expanded: i.expanded, generated: i.generated }
    }
}

impl From<BoardRecord> for Solution {
    fn from(record: BoardRecord) -> Self {
        Self { record }
    }
}

/// A tuple of anything.
fn tuple<'py, T: IntoPyObject<'py>>(py: Python<'py>, list: Vec<T>) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, list.into_iter().map(|item| item.into_bound_py_any(py)).collect::<PyResult<Vec<_>>>()?)
}

#[pymethods]
impl Solution {
    #[getter]
    fn line(&self) -> u64 {
        self.record.line
    }

    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.record.board.clone().map(|tiles| tuple(py, tiles)).transpose()
    }

    #[getter]
    fn size(&self) -> Option<&str> {
        self.record.size.as_deref()
    }

    #[getter]
    fn goal(&self) -> &str {
        &self.record.goal
    }

    #[getter]
    fn status(&self) -> PyResult<String> {
        let status = serde_json::to_value(self.record.status).map_err(failed)?;
        Ok(status.as_str().unwrap_or_default().to_owned())
    }

    #[getter]
    fn length(&self) -> Option<u32> {
        self.record.length
    }

    #[getter]
    fn moves(&self) -> Option<&str> {
        self.record.moves.as_deref()
    }

    #[getter]
    fn solutions(&self) -> Option<u64> {
        self.record.solutions
    }

    #[getter]
    fn all_moves<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.record.all_moves.clone().map(|all| tuple(py, all)).transpose()
    }

    #[getter]
    fn bound(&self) -> Option<u32> {
        self.record.bound
    }

    #[getter]
    fn heuristic(&self) -> Option<&str> {
        self.record.heuristic.as_deref()
    }

    #[getter]
    fn algorithm(&self) -> &str {
        self.record.algorithm
    }

    #[getter]
    fn mode(&self) -> &str {
        self.record.mode
    }

    #[getter]
    fn h0(&self) -> Option<u32> {
        self.record.h0
    }

    #[getter]
    fn expanded(&self) -> Option<u64> {
        self.record.expanded
    }

    #[getter]
    fn generated(&self) -> Option<u64> {
        self.record.generated
    }

    #[getter]
    fn iterations<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let list = |i: &Vec<IterationRecord>| tuple(py, i.iter().map(Iteration::from).collect());
        self.record.iterations.as_ref().map(list).transpose()
    }

    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.record.seconds
    }

    #[getter]
    fn threads(&self) -> usize {
        self.record.threads
    }

    #[getter]
    fn error(&self) -> Option<&str> {
        self.record.error.as_deref()
    }

    #[getter]
    fn peak_bytes(&self) -> Option<u64> {
        self.record.peak_bytes
    }

    /// The object of JSON that the command prints, as text.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.record).map_err(failed)
    }

    /// The same as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(py.import("json")?.call_method1("loads", (self.to_json()?,))?.cast_into::<PyDict>()?)
    }

    fn __repr__(&self) -> PyResult<String> {
        let status = self.status()?;
        Ok(match (self.record.length, &self.record.moves, &self.record.error) {
            (Some(length), Some(moves), _) => format!("Solution(status='{status}', length={length}, moves='{moves}')"),
            (_, _, Some(error)) => format!("Solution(status='{status}', error={error:?})"),
            _ => format!("Solution(status='{status}')"),
        })
    }
}
