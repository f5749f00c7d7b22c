//! Results: objects of the dataclasses of Python, made from their JSON.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{IntoPyObjectExt, intern};
use serde::Serialize;

use crate::error::failed;

/// The object of a class of results that a record makes; `more` are the arguments of what is not part of the JSON.
pub(crate) fn object<'py>(
    py: Python<'py>,
    class: &str,
    record: &impl Serialize,
    more: Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(record).map_err(failed)?;
    let class = py.import(intern!(py, "fifteen._records"))?.getattr(class)?;
    let made = intern!(py, "from_json");
    match more {
        Some(more) => class.call_method1(made, (json, more)),
        None => class.call_method1(made, (json,)),
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
