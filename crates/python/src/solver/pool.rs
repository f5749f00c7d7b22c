//! Solves many boards in parallel. A Python thread supplies the boards, native threads solve them,
//! and an iterator returns the solutions in the same order as the boards.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::{process, thread};

use fifteen_solver::Threads;
use fifteen_solver::batch::{self, Source};
use fifteen_solver::puzzle::TileGrid;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::resources::lock;
use fifteen_solver::{
    BoardQueue, Goal, GoalSolution, GoalSolver, QueuedBoard, Request, Size, SolveError, solve_each,
};
use pyo3::intern;
use pyo3::prelude::*;

use crate::error::{advised, failed, of_heuristic};
use crate::wait::{Cancel, POLL, panicked};
use crate::{arguments, record_object};

/// Maximum number of boards in the pool, per thread. A board leaves the pool when the iterator
/// returns its solution.
const WINDOW_PER_THREAD: usize = 32;

/// A board that the Python thread supplies.
struct SuppliedBoard {
    /// Line number of the board in its file, or the number of the board if it does not come from a
    /// file.
    line: u64,
    /// The board, or an error message.
    start: Result<TileGrid, String>,
}

/// Queue that supplies boards to the solving threads and receives the records of the results.
type Numbered<'a> = dyn batch::Queue<SuppliedBoard, BoardRecord> + 'a;

/// Supplies boards to the threads that solve them, and shares its state with these threads and with
/// the iterator of solutions.
#[pyclass(frozen, module = "fifteen._fifteen")]
pub(crate) struct Feed {
    size: Size,
    /// The goal. If it is a pattern that many boards match, a start can contain the same tile more
    /// than once.
    goal: Goal,
    /// Channel to the solving threads. After the last board it becomes `None`, which closes the
    /// channel and thereby ends the threads.
    boards: Mutex<Option<Sender<SuppliedBoard>>>,
    /// Exception that the iterator raises after the last solution.
    failure: Mutex<Option<PyErr>>,
    cancel: Cancel,
    /// ID of the process that owns the threads. A forked process inherits this object but not the
    /// threads.
    process: u32,
    /// A semaphore that counts the boards for which the pool still has room.
    #[pyo3(get)]
    room: Py<PyAny>,
}

impl Feed {
    /// Tells the solving threads to stop, and returns without waiting for them.
    fn stop(&self) {
        self.cancel.set();
        *lock(&self.boards) = None;
    }
}

#[pymethods]
impl Feed {
    /// Supplies a board. If the value is not a valid board, its result contains the reason.
    #[pyo3(signature = (line, board: "Board | FifteenError"))]
    fn put(&self, line: u64, board: &Bound<'_, PyAny>) {
        let py = board.py();
        let start = arguments::start(board, Some(self.size), self.goal);
        let start = start.map_err(|error| error.value(py).to_string());
        if let Some(boards) = lock(&self.boards).as_ref() {
            // Ignore errors: sending fails only if the threads have stopped.
            let _ = boards.send(SuppliedBoard { line, start });
        }
    }

    /// Whether the pool still accepts boards.
    #[getter]
    fn open(&self) -> bool {
        lock(&self.boards).is_some()
    }

    /// Ends the supply of boards. ``error`` is the exception that ended it, or None. The iterator
    /// raises this exception after the last solution.
    #[pyo3(signature = (error: "BaseException | None"))]
    fn close(&self, error: Option<Bound<'_, PyAny>>) {
        if let Some(error) = error {
            lock(&self.failure).get_or_insert(PyErr::from_value(error));
        }
        *lock(&self.boards) = None;
    }
}

/// Queue of boards for one solving thread. Invalid boards are not passed to the solver. Their
/// errors are recorded instead.
struct PoolBoards<'a, 'b> {
    solver: &'a GoalSolver,
    request: &'a Request,
    feed: &'a Feed,
    boards: &'a mut Numbered<'b>,
}

/// Identifies a board by its index in the queue and its line number.
struct NumberedLine {
    number: usize,
    line: u64,
}

impl BoardQueue for PoolBoards<'_, '_> {
    type Ticket = NumberedLine;

    fn next(&mut self) -> Option<QueuedBoard<NumberedLine>> {
        loop {
            let (number, SuppliedBoard { line, start }) = self.boards.next()?;
            match start {
                Ok(start) => {
                    return Some(QueuedBoard {
                        solver: self.solver.clone(),
                        start,
                        ticket: NumberedLine { number, line },
                    });
                }
                Err(error) => {
                    let record = BoardRecord::invalid(line, None, error, self.request);
                    self.boards.done(number, record);
                }
            }
        }
    }

    fn done(&mut self, board: QueuedBoard<NumberedLine>, result: Result<GoalSolution, SolveError>) {
        if let Err(SolveError::Heuristic(error)) = &result
            && let Some(solver) = self.solver.board_solver()
            && solver.tile_heuristic().has_function()
        {
            // An exception in the heuristic function ends all searches. Create the exception before
            // locking the mutex, because creating it needs the interpreter lock. Otherwise there
            // could be a deadlock, because the thread with that lock could be waiting for the
            // mutex.
            let raised = of_heuristic(error.clone());
            lock(&self.feed.failure).get_or_insert(raised);
            self.feed.stop();
        }
        let NumberedLine { number, line } = board.ticket;
        let record = BoardRecord::of_goal(line, board.start, &board.solver, result, self.request);
        self.boards.done(number, record.with_advice(advised));
    }
}

/// An iterator of solutions in the order of the boards. Several threads can share one iterator.
#[pyclass(frozen, module = "fifteen._fifteen")]
pub(crate) struct Solutions {
    records: Mutex<Receiver<BoardRecord>>,
    feed: Py<Feed>,
}

impl Solutions {
    /// Starts `threads` solving threads. Returns the iterator of solutions and the object that
    /// supplies the boards.
    pub(super) fn new(
        py: Python<'_>,
        solver: GoalSolver,
        request: Request,
        threads: Threads,
        cancel: Cancel,
    ) -> PyResult<(Self, Py<Feed>)> {
        let ((boards, tasks), (sender, records)) =
            (mpsc::channel::<SuppliedBoard>(), mpsc::channel());
        let room = py
            .import("threading")?
            .call_method1("Semaphore", (WINDOW_PER_THREAD * threads.count(),))?
            .unbind();
        let (boards, failure, process) =
            (Mutex::new(Some(boards)), Mutex::default(), process::id());
        let (size, goal) = (solver.size(), request.setup.goal);
        let feed = Py::new(
            py,
            Feed {
                size,
                goal,
                boards,
                failure,
                cancel,
                process,
                room,
            },
        )?;
        let (working, failing) = (feed.clone_ref(py), feed.clone_ref(py));
        let solve_boards = move |boards: &mut Numbered<'_>| {
            let mut taken = PoolBoards {
                solver: &solver,
                request: &request,
                feed: working.get(),
                boards,
            };
            solve_each(&request, &mut taken);
        };
        let solve = move |boards: &mut Numbered<'_>| {
            let solved = panic::catch_unwind(AssertUnwindSafe(|| solve_boards(boards)));
            if let Err(panic) = solved {
                let feed = failing.get();
                lock(&feed.failure).get_or_insert(panicked(panic.as_ref()));
                feed.stop();
                panic::resume_unwind(panic);
            }
        };
        let run = move || {
            batch::in_order_by(
                tasks,
                Source::MayBlock,
                threads,
                solve,
                |record| match sender.send(record) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                },
            );
        };
        let refused = |_| failed("the system gives no thread to solve boards with");
        thread::Builder::new().spawn(run).map_err(refused)?;
        Ok((
            Self {
                records: Mutex::new(records),
                feed: feed.clone_ref(py),
            },
            feed,
        ))
    }

    /// Waits for the next record, but no longer than [`POLL`]. The interpreter lock is released
    /// during the wait.
    fn receive(&self, py: Python<'_>) -> Result<BoardRecord, RecvTimeoutError> {
        // Releasing the interpreter lock takes time, so first check whether a record is ready.
        let ready = self
            .records
            .try_lock()
            .ok()
            .and_then(|records| records.try_recv().ok());
        ready.map_or_else(|| py.detach(|| lock(&self.records).recv_timeout(POLL)), Ok)
    }

    /// Returns the next record, or `None` after the last one.
    fn following(&self, py: Python<'_>) -> PyResult<Option<BoardRecord>> {
        let feed = self.feed.get();
        loop {
            feed.cancel.ask_event(py)?;
            let found = self.receive(py);
            if matches!(found, Err(RecvTimeoutError::Disconnected)) || feed.cancel.is_set() {
                return lock(&feed.failure).take().map_or(Ok(None), Err);
            }
            match found {
                Ok(record) => return Ok(Some(record)),
                Err(_) if feed.process != process::id() => {
                    return Err(failed(
                        "another process solves these boards: this one was forked from it",
                    ));
                }
                Err(_) => py.check_signals()?,
            }
        }
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(record) = self.following(py).inspect_err(|_| self.feed.get().stop())? else {
            return Ok(None);
        };
        self.feed
            .get()
            .room
            .call_method0(py, intern!(py, "release"))?;
        record_object(py, "Solution", &record).map(Some)
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.feed.get().stop();
        Python::attach(|py| {
            // Python code must not be called while an exception is being raised. Set the exception
            // aside first, and restore it afterwards.
            let raised = PyErr::take(py);
            // The thread that supplies boards can be waiting for room in the pool. Wake it, so that
            // it notices that the iterator has ended.
            let _ = self.feed.get().room.call_method0(py, "release");
            raised.into_iter().for_each(|raised| raised.restore(py));
        });
    }
}
