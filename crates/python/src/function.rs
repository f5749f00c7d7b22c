//! The argument `heuristic`: a name, or a Python function. The values that the function returns are
//! checked.

use std::sync::Arc;

use fifteen_solver::Board;
use fifteen_solver::search::tiles::{FunctionError, FunctionValues, HeuristicFunction};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::failed;

/// The argument `heuristic`: a name, or a Python function that evaluates boards.
#[derive(IntoPyObject, IntoPyObjectRef)]
pub(crate) enum HeuristicArgument {
    Name(String),
    Function(Py<PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for HeuristicArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if value.is_instance_of::<PyString>() {
            return value.extract().map(Self::Name);
        }
        if value.is_callable() {
            return Ok(Self::Function(value.to_owned().unbind()));
        }
        Err(PyTypeError::new_err(format!(
            "heuristic must be text or a function of boards; found {}",
            value.repr()?
        )))
    }
}

/// A Python function that serves as a heuristic. The function takes an array of boards, of shape
/// (n, cells). It returns n integers, which are lower bounds, or n floats, which are estimates.
pub(crate) struct PythonFunction {
    function: Py<PyAny>,
    /// Name that solvers show for the heuristic.
    pub(crate) name: String,
}

impl PythonFunction {
    pub(crate) fn new(function: &Bound<'_, PyAny>) -> PyResult<Arc<Self>> {
        let name = function
            .getattr("__name__")
            .or_else(|_| function.get_type().getattr("__name__"))?;
        Ok(Arc::new(Self {
            function: function.clone().unbind(),
            name: name.extract()?,
        }))
    }

    fn called(&self, py: Python<'_>, boards: &[Board]) -> PyResult<FunctionValues> {
        let cells = boards.first().map_or(0, |board| board.size().cells());
        let tiles = boards.iter().map(Board::tiles).collect::<Vec<_>>().concat();
        let given = PyArray1::from_vec(py, tiles).reshape([boards.len(), cells])?;
        let values = py
            .import("numpy")?
            .call_method1("asarray", (self.function.call1(py, (given,))?,))?;
        let (name, count) = (&self.name, boards.len());
        let (shape, dtype) = (values.getattr("shape")?, values.getattr("dtype")?);
        if !shape.eq((count,))? {
            return Err(failed(format!(
                "the heuristic {name} must return one integer for each board; for {count} boards, an array of shape \
                 ({count}, {cells}), it returned an array of shape {shape}, not ({count},)"
            )));
        }
        match dtype.getattr("kind")?.extract::<char>()? {
            'i' | 'u' => (),
            'f' => {
                let values: PyReadonlyArray1<'_, f32> =
                    values.call_method1("astype", ("float32",))?.extract()?;
                return Ok(FunctionValues::Estimates(values.as_array().to_vec()));
            }
            _ => {
                return Err(failed(format!(
                    "the heuristic {name} must return integers; it returned {dtype}"
                )));
            }
        }
        let values: PyReadonlyArray1<'_, i64> =
            values.call_method1("astype", ("int64",))?.extract()?;
        let value = |(&value, board): (&i64, &Board)| match u16::try_from(value) {
            Ok(value) => Ok(value.into()),
            Err(_) => Err(failed(format!(
                "the heuristic {name} returned {value} for the board {board}; a value is a number of moves, from 0 to {}",
                u16::MAX
            ))),
        };
        values
            .as_array()
            .iter()
            .zip(boards)
            .map(value)
            .collect::<PyResult<_>>()
            .map(FunctionValues::Bounds)
    }
}

impl HeuristicFunction for PythonFunction {
    fn values(&self, boards: &[Board]) -> Result<FunctionValues, FunctionError> {
        Python::attach(|py| self.called(py, boards)).map_err(FunctionError::new)
    }
}

/// Returns the Python exception that caused `error`, or `None` if the error has another cause.
pub(crate) fn exception(error: &FunctionError) -> Option<PyErr> {
    let error = error.downcast_ref::<PyErr>()?;
    Some(Python::attach(|py| error.clone_ref(py)))
}
