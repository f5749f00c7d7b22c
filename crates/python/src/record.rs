//! Results: objects of the dataclasses of Python, made from the dictionary of their JSON.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{IntoPyObjectExt, intern};
use serde::Serialize;
use serde_json::Value;

use crate::error::failed;

/// The object of a class of results that a record makes; `puzzle` is a field that is not part of the JSON.
pub(crate) fn object<'py>(
    py: Python<'py>,
    class: &str,
    record: &impl Serialize,
    puzzle: Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let found = python(py, serde_json::to_value(record).map_err(failed)?)?;
    if let Some(puzzle) = puzzle {
        found.set_item("puzzle", puzzle)?;
    }
    py.import(intern!(py, "fifteen._records"))?.getattr(class)?.call_method1(intern!(py, "_of"), (found,))
}

/// The value as Python has it, with tuples for lists.
fn python(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(number) => match number.as_u64() {
            Some(whole) => whole.into_bound_py_any(py),
            None => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let items = items.into_iter().map(|item| python(py, item)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyTuple::new(py, items)?.into_any())
        }
        Value::Object(fields) => {
            let object = PyDict::new(py);
            fields.into_iter().try_for_each(|(name, field)| object.set_item(name, python(py, field)?))?;
            Ok(object.into_any())
        }
    }
}
