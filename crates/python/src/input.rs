//! Boards of an open file, read as the command reads them: comments, rows, JSON, CSV and columns.

use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use fifteen_solver::Board;
use fifteen_solver::input::BoardReader;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::arguments;
use crate::error::failed;
use crate::record::Tuple;

/// The error that Python raised while a file was read, if there was one.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// The lines of a Python file, as bytes.
struct Lines {
    file: Py<PyAny>,
    /// The rest of a line that did not fit.
    rest: Vec<u8>,
    raised: Raised,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = Python::attach(|py| line(self.file.bind(py))).map_err(|error| {
                let message = error.to_string();
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                io::Error::other(message)
            })?;
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// The next line of a file opened for text or for bytes; empty at the end.
fn line(file: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let line = file.call_method0("readline")?;
    if let Ok(text) = line.cast::<PyString>() {
        return Ok(text.to_cow()?.as_bytes().to_vec());
    }
    let bytes = line.cast::<PyBytes>().map_err(|_| failed("the file's readline() gives neither text nor bytes"))?;
    Ok(bytes.as_bytes().to_vec())
}

/// The boards of a file: an iterator of line numbers and boards, each as rows; in place of a bad board, its error.
#[pyclass(module = "fifteen._fifteen")]
pub(crate) struct Boards {
    reader: Mutex<BoardReader<BufReader<Lines>>>,
    raised: Raised,
}

#[pymethods]
impl Boards {
    /// Reads a file that is open for reading; `size` applies to boards whose text shows no size.
    #[new]
    fn new(file: Py<PyAny>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (size, raised) = (size.map(arguments::size).transpose()?, Raised::default());
        let lines = Lines { file, rest: Vec::new(), raised: Arc::clone(&raised) };
        Ok(Self { reader: Mutex::new(BoardReader::new(BufReader::new(lines), size)), raised })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<(u64, Bound<'py, PyAny>)>> {
        let Ok(mut reader) = self.reader.try_lock() else {
            return Err(failed("another thread is reading this file"));
        };
        let Some(found) = reader.next() else { return Ok(None) };
        if let Some(error) = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        let found = found.map_err(|error| failed(format!("cannot read the boards: {error}")))?;
        let board = match found.board {
            Ok(board) => rows(&board).into_pyobject(py)?.into_any(),
            Err(error) => failed(error).into_value(py).into_bound(py).into_any(),
        };
        Ok(Some((found.line, board)))
    }
}

fn rows(board: &Board) -> Tuple<Tuple<u8>> {
    Tuple(board.tiles().chunks(board.size().width()).map(|row| Tuple(row.to_vec())).collect())
}
