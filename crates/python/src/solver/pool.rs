//! The threads that solve many boards: boards go in, solutions come out in their order.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use fifteen_solver::record::BoardRecord;
use fifteen_solver::search::tiles::HeuristicError;
use fifteen_solver::{Board, Request, Size, SolveError, batch};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::arguments;
use crate::error::{self, of_heuristic};
use crate::record;

/// Time between two checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// A board, or the reason why the value is not one, and its number.
type NumberedBoard = (u64, Result<Board, String>);

/// Threads that solve boards. Python passes boards and takes solutions, from different threads.
#[pyclass(frozen, module = "fifteen._fifteen")]
pub(crate) struct Pool {
    size: Size,
    /// The way to the threads; none once no more boards will come, which ends them.
    boards: Mutex<Option<Sender<NumberedBoard>>>,
    results: Mutex<Receiver<BoardRecord>>,
    /// The error of a function that is the heuristic: it ends the work.
    failure: Arc<OnceLock<HeuristicError>>,
    cancel: Arc<AtomicBool>,
    #[pyo3(get)]
    threads: usize,
}

impl Pool {
    pub(crate) fn new(
        solver: Arc<fifteen_solver::Solver>,
        request: Request,
        threads: usize,
        cancel: Arc<AtomicBool>,
    ) -> PyResult<Self> {
        let (boards, tasks) = mpsc::channel::<NumberedBoard>();
        let (sender, results) = mpsc::channel();
        let size = solver.goal().size();
        let failure = Arc::new(OnceLock::new());
        let (failed, stop) = (Arc::clone(&failure), Arc::clone(&cancel));
        let solve = move |(line, board): NumberedBoard| match board {
            Ok(board) => {
                let result = solver.solve(&board, &request.search);
                if let Err(SolveError::Heuristic(error)) = &result
                    && solver.tile_heuristic().has_function()
                {
                    failed.get_or_init(|| error.clone());
                    stop.store(true, Ordering::Relaxed);
                }
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
        thread::Builder::new()
            .spawn(run)
            .map_err(|_| error::failed("the system gives no thread to solve boards with"))?;
        Ok(Self { size, boards: Mutex::new(Some(boards)), results: Mutex::new(results), failure, cancel, threads })
    }

    /// The records that are there, at least one; or the reason why there is none.
    fn receive(&self) -> Result<Vec<BoardRecord>, RecvTimeoutError> {
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let first = results.recv_timeout(POLL)?;
        Ok(std::iter::once(first).chain(results.try_iter()).collect())
    }
}

#[pymethods]
impl Pool {
    /// Passes a board. A value that cannot be read as one has a result that says so.
    #[pyo3(signature = (line, board: "Board | FifteenError"))]
    fn put(&self, line: u64, board: &Bound<'_, PyAny>) {
        let py = board.py();
        let board = arguments::board(board, Some(self.size)).map_err(|error| error.value(py).to_string());
        if let Some(boards) = self.boards.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            // After `stop` nobody takes it.
            let _ = boards.send((line, board));
        }
    }

    /// The next solutions; none if there are none within 50 ms.
    #[pyo3(signature = () -> "list[Solution]")]
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let received = py.detach(|| self.receive());
        if let Some(error) = self.failure.get() {
            return Err(of_heuristic(error.clone()));
        }
        match received {
            Ok(records) => records.iter().map(|record| record::object(py, "Solution", record, None)).collect(),
            Err(RecvTimeoutError::Timeout) => Ok(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => {
                Err(PyRuntimeError::new_err("the threads that solve boards have ended"))
            }
        }
    }

    /// Ends the threads soon, without waiting for them.
    fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
        *self.boards.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
    }
}
