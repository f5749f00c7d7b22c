//! Reads boards from Python file objects, in the formats that the command `fifteen` reads. Also
//! converts boards to arrays.

use std::io::{self, BufReader, Read};
use std::sync::Mutex;

use fifteen_solver::input::BoardReader;
use fifteen_solver::{Board, Goal, Size};
use numpy::PyReadonlyArray2;
use numpy::ndarray::ArrayView1;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::arguments;
use crate::error::failed;

/// Implements [`Read`] for a Python file object, by calling its `readline` method.
struct TextChunks {
    file: Py<PyAny>,
    /// Remainder of a line that did not fit into the reader's buffer.
    rest: Vec<u8>,
}

impl Read for TextChunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = Python::attach(|py| line(self.file.bind(py)))?;
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Maximum number of characters or bytes that one call of `readline` reads, so that an endless line
/// cannot fill the memory. The limit is used only for files of Python's module `io`. Other
/// file-like objects return whole lines.
const CHUNK: usize = 1 << 16;

/// Reads the next line, or part of a long line, from a file opened in text or binary mode. Returns
/// an empty vector at the end of the file.
fn line(file: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let py = file.py();
    let own = py
        .import(intern!(py, "io"))?
        .getattr(intern!(py, "IOBase"))?;
    let line = if file.is_instance(&own)? {
        file.call_method1(intern!(py, "readline"), (CHUNK,))?
    } else {
        file.call_method0(intern!(py, "readline"))?
    };
    if let Ok(text) = line.cast::<PyString>() {
        return Ok(text.to_cow()?.as_bytes().to_vec());
    }
    let bytes = line
        .cast::<PyBytes>()
        .map_err(|_| failed("the file's readline() gives neither text nor bytes"))?;
    Ok(bytes.as_bytes().to_vec())
}

/// Converts boards in any form to an array of shape (n, cells). A file can name a goal for each
/// board. Returns an error if such a goal is not `goal`.
pub(crate) fn array<'py>(
    boards: &Bound<'py, PyAny>,
    size: Size,
    goal: &Goal,
) -> PyResult<PyReadonlyArray2<'py, u8>> {
    let input = boards.py().import(intern!(boards.py(), "fifteen._input"))?;
    input
        .call_method1("array", (boards, size.to_string(), goal.to_string()))?
        .extract()
}

/// Converts one row of an array to a board. `number` is the row's index, for the error message.
pub(crate) fn row(size: Size, (number, tiles): (usize, ArrayView1<'_, u8>)) -> PyResult<Board> {
    Board::new(size, &tiles.to_vec()).map_err(|error| failed(format!("row {number}: {error}")))
}

/// Iterates over the boards in a file. Each item is a pair of a line number and a board (its rows).
/// If a board cannot be read, or if the file names another goal for it, the pair contains the error
/// instead of the board.
#[pyclass(module = "fifteen._fifteen")]
pub(crate) struct FileBoards {
    reader: Mutex<BoardReader<BufReader<TextChunks>>>,
    /// The goal for which all boards will be solved.
    goal: Goal,
}

impl FileBoards {
    /// Checks that `named`, the goal that the file gives for a board, is the goal for which all
    /// boards will be solved. The iterator yields boards without their goals, so without this check
    /// the board could be solved for the wrong goal.
    fn check_goal(&self, board: &Board, named: Option<Goal>) -> Result<(), String> {
        let Some(named) = named else { return Ok(()) };
        let board_of = |goal: Goal| goal.board(board.size()).ok();
        if named == self.goal
            || board_of(named).is_some_and(|goal| board_of(self.goal) == Some(goal))
        {
            return Ok(());
        }
        Err(format!(
            "the file names the goal {named} for this board, but the goal is {}; give goal='{named}', or leave the goal \
             out of the file",
            self.goal
        ))
    }
}

#[pymethods]
impl FileBoards {
    /// Reads a file that is open for reading. ``size`` applies to boards whose notation does not
    /// show their size. ``goal`` is the goal that the boards must have if the file names their goals.
    #[new]
    #[pyo3(signature = (file, size: "Size | None", goal: "Goal"))]
    fn new(
        file: Py<PyAny>,
        size: Option<&Bound<'_, PyAny>>,
        goal: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let size = size.map(arguments::size).transpose()?;
        let goal = arguments::goal(Some(goal), size)?;
        let lines = TextChunks {
            file,
            rest: Vec::new(),
        };
        Ok(Self {
            reader: Mutex::new(BoardReader::new(BufReader::new(lines), size)),
            goal,
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<(u64, Bound<'py, PyAny>)>> {
        let Ok(mut reader) = self.reader.try_lock() else {
            return Err(failed("another thread is reading this file"));
        };
        let Some(found) = reader.next() else {
            return Ok(None);
        };
        // If reading the file failed, return the exception that Python raised.
        let found = found?;
        let board = found.board.and_then(|board| {
            self.check_goal(&board, found.goal)?;
            Ok(board)
        });
        let board = match board {
            Ok(board) => {
                let rows = board
                    .tiles()
                    .chunks(board.size().width())
                    .map(|row| PyTuple::new(py, row));
                PyTuple::new(py, rows.collect::<PyResult<Vec<_>>>()?)?.into_any()
            }
            Err(error) => failed(error).into_value(py).into_bound(py).into_any(),
        };
        Ok(Some((found.line, board)))
    }
}
