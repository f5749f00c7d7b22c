//! Records in Python: what the results of boards and of block puzzles have in common.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde::Serialize;

use crate::error::failed;

/// The JSON of a result; the classes of results extend it with their fields.
#[pyclass(frozen, subclass, module = "fifteen._fifteen")]
pub(crate) struct Record {
    json: String,
}

#[pymethods]
impl Record {
    /// The JSON object that the command prints, as text.
    fn to_json(&self) -> &str {
        &self.json
    }

    /// The JSON object that the command prints, as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(py.import("json")?.call_method1("loads", (&self.json,))?.cast_into::<PyDict>()?)
    }
}

impl Record {
    pub(crate) fn new(record: &impl Serialize) -> PyResult<Self> {
        Ok(Self { json: serde_json::to_string(record).map_err(failed)? })
    }
}

/// A list that is a tuple in Python.
#[derive(Clone)]
pub(crate) struct Tuple<T>(pub(crate) Vec<T>);

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for Tuple<T> {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let items = self.0.into_iter().map(|item| item.into_bound_py_any(py));
        PyTuple::new(py, items.collect::<PyResult<Vec<_>>>()?)
    }
}
