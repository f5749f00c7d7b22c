//! Records in Python: what the results of boards and of block puzzles have in common.
//!
//! A result is made from its JSON, so a result that was pickled, or printed by the command, is the same object again.

use std::hash::{DefaultHasher, Hash, Hasher};

use fifteen_solver::json;
use fifteen_solver::record::SCHEMA;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::failed;

/// The JSON of a result; the classes of results extend it with their fields.
#[pyclass(frozen, subclass, module = "fifteen._fifteen")]
pub(crate) struct Record {
    json: String,
}

#[pymethods]
impl Record {
    /// The JSON object that the command prints, as text.
    pub(crate) fn to_json(&self) -> &str {
        &self.json
    }

    /// The JSON object that the command prints, as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(py.import("json")?.call_method1("loads", (&self.json,))?.cast_into::<PyDict>()?)
    }

    /// Pickling: the class makes the result from its JSON again.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((this.get_type().getattr("from_json")?, (this.get().json.clone(),)))
    }

    /// Results are equal if all their fields are, the seconds among them.
    fn __eq__(&self, other: &Self) -> bool {
        self.json == other.json
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.json.hash(&mut hasher);
        hasher.finish()
    }
}

impl Record {
    pub(crate) fn new(record: &impl Serialize) -> PyResult<Self> {
        Ok(Self { json: serde_json::to_string(record).map_err(failed)? })
    }

    /// The record of a text from elsewhere. Its fields are checked when they are read.
    pub(crate) fn of_json(json: &str) -> PyResult<Self> {
        match serde_json::from_str(json) {
            Ok(Version { schema }) if schema != SCHEMA => Err(failed(format!(
                "the schema of this record is {schema}, and version {} reads schema {SCHEMA}; update the package",
                env!("CARGO_PKG_VERSION")
            ))),
            _ => Ok(Self { json: json.to_owned() }),
        }
    }

    /// The fields of the record; `what` names it in the error.
    pub(crate) fn fields<T: DeserializeOwned>(&self, what: &str) -> PyResult<T> {
        serde_json::from_str(&self.json).map_err(|error| {
            let fault = match serde_json::from_str::<Value>(&self.json) {
                Ok(value) if !value.is_object() => "expected an object".to_owned(),
                Ok(value) => json::fault::<T>(&value).unwrap_or_else(|| error.to_string()),
                Err(error) => json::syntax_fault(&self.json, &error),
            };
            failed(format!("this is not the JSON of a {what}: {fault}"))
        })
    }
}

/// The version of a record's fields.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

/// A list that is a tuple in Python.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
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
