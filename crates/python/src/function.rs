//! A heuristic that is a Python callable.

use fifteen_solver::Board;
use fifteen_solver::search::tiles::{FunctionError, HeuristicFunction};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

/// The argument `heuristic`: a name, or a `Function` of Python.
#[derive(FromPyObject)]
pub(crate) enum HeuristicArgument {
    Name(String),
    Function(Py<PyAny>),
}

/// A `Function` of Python, which takes an array of boards and returns an array of 32-bit numbers.
pub(crate) struct PythonFunction(pub(crate) Py<PyAny>);

impl HeuristicFunction for PythonFunction {
    fn values(&self, boards: &[Board]) -> Result<Vec<u32>, FunctionError> {
        Python::attach(|py| {
            let tiles: Vec<u8> = boards.iter().flat_map(Board::tiles).copied().collect();
            let cells = boards.first().map_or(0, |board| board.size().cells());
            let boards = PyArray1::from_vec(py, tiles).reshape([boards.len(), cells])?;
            let values = self.0.bind(py).call1((boards,))?.extract::<PyReadonlyArray1<'_, u32>>()?;
            Ok(values.as_array().to_vec())
        })
        .map_err(|error: PyErr| FunctionError::new(error))
    }
}

/// The exception with which a function has ended work, if it was the function.
pub(crate) fn exception(error: &FunctionError) -> Option<PyErr> {
    let error = error.downcast_ref::<PyErr>()?;
    Some(Python::attach(|py| error.clone_ref(py)))
}
