//! Solving many boards: they are taken from Python's iterator as threads have room, and solved while Python does other things.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Board, Request, Size, batch};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::arguments;
use crate::error::failed;
use crate::solution::Solution;

/// Boards in work or waiting for an earlier one, for each thread.
const WINDOW_PER_THREAD: u64 = 16;
/// Time between two checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// A board, or the reason why the value is not one, and its number.
type NumberedBoard = (u64, Result<Board, String>);

/// Solutions in the order of the boards: an iterator.
#[pyclass(module = "fifteen._fifteen")]
pub(crate) struct Solutions {
    /// None once it has ended.
    boards: Option<Py<PyIterator>>,
    size: Size,
    /// The way to the pool; none once no more boards will come, which ends the pool.
    pool: Option<Sender<NumberedBoard>>,
    results: Mutex<Receiver<BoardRecord>>,
    cancel: Arc<AtomicBool>,
    /// The most boards in work.
    window: u64,
    /// Boards taken, and solutions returned.
    taken: u64,
    returned: u64,
}

impl Solutions {
    pub(crate) fn new(
        solver: Arc<fifteen_solver::Solver>,
        request: Request,
        boards: Py<PyIterator>,
        threads: usize,
        cancel: Arc<AtomicBool>,
    ) -> PyResult<Self> {
        let (pool, tasks) = mpsc::channel::<NumberedBoard>();
        let (sender, results) = mpsc::channel();
        let size = solver.goal().size();
        let solve = move |(line, board): NumberedBoard| match board {
            Ok(board) => {
                let result = solver.solve(&board, &request.search);
                BoardRecord::new(line, board, &solver, result, &request)
            }
            Err(error) => BoardRecord::invalid(line, None, error, &request),
        };
        let run = move || {
            batch::in_order(tasks, threads, solve, |record| match sender.send(record) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        };
        thread::Builder::new().spawn(run).map_err(|_| failed("the system gives no thread to solve boards with"))?;
        Ok(Self {
            boards: Some(boards),
            size,
            pool: Some(pool),
            results: Mutex::new(results),
            cancel,
            window: threads as u64 * WINDOW_PER_THREAD,
            taken: 0,
            returned: 0,
        })
    }

    /// Passes a board from Python to the pool, if there is room and another board.
    fn take_board(&mut self, py: Python<'_>) -> PyResult<bool> {
        let room = self.taken - self.returned < self.window;
        let Some(boards) = self.boards.as_ref().filter(|_| room) else { return Ok(false) };
        match boards.bind(py).clone().next() {
            None => (self.boards, self.pool) = (None, None),
            Some(board) => {
                // A value that cannot be read as a board has a result that says so.
                let board = arguments::board(&board?, Some(self.size)).map_err(|error| error.value(py).to_string());
                self.taken += 1;
                if let Some(pool) = &self.pool {
                    let _ = pool.send((self.taken, board));
                }
            }
        }
        Ok(true)
    }

    /// The next record: boards are passed to the pool until it is there. None at the end.
    fn next_record(&mut self, py: Python<'_>) -> PyResult<Option<BoardRecord>> {
        loop {
            if let Ok(record) = self.receive(Duration::ZERO) {
                self.returned += 1;
                // So that the threads have work while Python uses this one.
                self.take_board(py)?;
                return Ok(Some(record));
            }
            if self.returned == self.taken && self.boards.is_none() {
                return Ok(None);
            }
            if self.take_board(py)? {
                continue;
            }
            match py.detach(|| self.receive(POLL)) {
                Ok(record) => {
                    self.returned += 1;
                    self.take_board(py)?;
                    return Ok(Some(record));
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the threads that solve boards have ended"));
                }
            }
        }
    }

    fn receive(&self, timeout: Duration) -> Result<BoardRecord, RecvTimeoutError> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(timeout)
    }

    fn stop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        (self.boards, self.pool) = (None, None);
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<Solution>>> {
        let record = self.next_record(py).inspect_err(|_| self.stop())?;
        record.map(|record| Solution::new(py, record)).transpose()
    }
}

/// Threads still at work stop soon; nobody waits for them.
impl Drop for Solutions {
    fn drop(&mut self) {
        self.stop();
    }
}
