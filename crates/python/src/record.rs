//! Results: objects of the dataclasses of Python, made from JSON.

use pyo3::intern;
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::failed;

/// The object of a class of results that a record makes.
pub(crate) fn object<'py>(py: Python<'py>, class: &str, record: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(record).map_err(failed)?;
    let found = py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (text,))?;
    py.import(intern!(py, "fifteen._records"))?.getattr(class)?.call_method1(intern!(py, "_of"), (found,))
}
