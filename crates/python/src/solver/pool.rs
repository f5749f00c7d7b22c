//! Solves many boards in parallel. A Python thread supplies the boards, native threads solve them,
//! and an iterator returns the solutions in the same order as the boards.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::{process, thread};

use fifteen_solver::Threads;
use fifteen_solver::batch::{self, Source};
use fifteen_solver::puzzle::TileGrid;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::resources::lock;
use fifteen_solver::{Board, BoardQueue, Request, Size, Solution, SolveError, solve_each};
use pyo3::intern;
use pyo3::prelude::*;

use super::GoalSolver;
use crate::error::{advised, failed, of_heuristic};
use crate::wait::{Cancel, POLL, panicked};
use crate::{arguments, record_object};

/// Maximum number of boards in the pool for each thread. A board leaves the pool when it and all
/// earlier boards are solved.
const WINDOW_PER_THREAD: usize = 32;

/// A line number, and the board on that line or an error message.
type NumberedBoard = (u64, Result<TileGrid, String>);

/// Queue that supplies boards to the solving threads and receives their records.
type Numbered<'a> = dyn batch::Queue<NumberedBoard, BoardRecord> + 'a;

/// Supplies boards to the threads that solve them, and shares its state with these threads and with
/// the iterator of solutions.
#[pyclass(frozen, module = "fifteen._fifteen")]
pub(crate) struct Feed {
    size: Size,
    /// Whether the goal is a pattern that many boards match. A start board can then contain the
    /// same tile more than once.
    leaves_choice: bool,
    /// Channel to the solving threads. After the last board it becomes `None`, which closes the
    /// channel and thereby ends the threads.
    boards: Mutex<Option<Sender<NumberedBoard>>>,
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
    /// Supplies a board. A value that is not a board gets a result with the reason.
    #[pyo3(signature = (line, board: "Board | FifteenError"))]
    fn put(&self, line: u64, board: &Bound<'_, PyAny>) {
        let py = board.py();
        let board = if self.leaves_choice {
            arguments::tiles(board, Some(self.size))
        } else {
            arguments::board(board, Some(self.size)).map(TileGrid::from)
        };
        let board = board.map_err(|error| error.value(py).to_string());
        if let Some(boards) = lock(&self.boards).as_ref() {
            // Sending fails if the threads have stopped, and then the board is not needed.
            let _ = boards.send((line, board));
        }
    }

    /// Whether the pool still accepts boards.
    #[getter]
    fn open(&self) -> bool {
        lock(&self.boards).is_some()
    }

    /// Ends the supply of boards. If an exception ended it, the iterator raises it after the last
    /// solution.
    #[pyo3(signature = (error: "BaseException | None"))]
    fn close(&self, error: Option<Bound<'_, PyAny>>) {
        if let Some(error) = error {
            lock(&self.failure).get_or_insert(PyErr::from_value(error));
        }
        *lock(&self.boards) = None;
    }
}

/// Queue of boards for one solving thread. It produces the results of invalid boards without
/// searching.
struct PoolBoards<'a, 'b> {
    solver: &'a Arc<fifteen_solver::Solver>,
    request: &'a Request,
    feed: &'a Feed,
    boards: &'a mut Numbered<'b>,
}

impl BoardQueue for PoolBoards<'_, '_> {
    /// A board's index in the queue, its line number, and the board itself.
    type Ticket = (usize, u64, Board);

    fn next(&mut self) -> Option<(Arc<fifteen_solver::Solver>, Board, Self::Ticket)> {
        loop {
            let (number, (line, board)) = self.boards.next()?;
            let board = board.and_then(|tiles| {
                let board = tiles.board();
                board.ok_or_else(|| "a tile repeats, but the goal is a board".to_owned())
            });
            match board {
                Ok(board) => return Some((Arc::clone(self.solver), board, (number, line, board))),
                Err(error) => self.boards.done(
                    number,
                    BoardRecord::invalid(line, None, error, self.request),
                ),
            }
        }
    }

    fn done(&mut self, (number, line, board): Self::Ticket, result: Result<Solution, SolveError>) {
        if let Err(SolveError::Heuristic(error)) = &result
            && self.solver.tile_heuristic().has_function()
        {
            // An exception in the heuristic function ends all searches. Create it before locking
            // the mutex, to avoid a deadlock: creating it needs the interpreter lock, whose holder
            // can be waiting for the mutex.
            let raised = of_heuristic(error.clone());
            lock(&self.feed.failure).get_or_insert(raised);
            self.feed.stop();
        }
        self.boards.done(
            number,
            BoardRecord::new(line, board, self.solver, result, self.request).with_advice(advised),
        );
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
            (mpsc::channel::<NumberedBoard>(), mpsc::channel());
        let room = py
            .import("threading")?
            .call_method1("Semaphore", (WINDOW_PER_THREAD * threads.count(),))?
            .unbind();
        let (boards, failure, process) =
            (Mutex::new(Some(boards)), Mutex::default(), process::id());
        let (size, leaves_choice) = (solver.size(), matches!(solver, GoalSolver::Choice(_)));
        let feed = Py::new(
            py,
            Feed {
                size,
                leaves_choice,
                boards,
                failure,
                cancel,
                process,
                room,
            },
        )?;
        let (working, failing) = (feed.clone_ref(py), feed.clone_ref(py));
        let solve_boards = move |boards: &mut Numbered<'_>| match &solver {
            GoalSolver::Board(solver) => {
                let solver = &super::with_algorithm_of(solver, &request);
                let mut taken = PoolBoards {
                    solver,
                    request: &request,
                    feed: working.get(),
                    boards,
                };
                solve_each(&request, &mut taken);
            }
            GoalSolver::Choice(solver) => {
                while let Some((number, (line, start))) = boards.next() {
                    let record = match start {
                        Ok(start) => {
                            let result = solver.solve(&start, &request.limits_from_now());
                            BoardRecord::of_choice(line, start, result, &request)
                        }
                        Err(error) => BoardRecord::invalid(line, None, error, &request),
                    };
                    boards.done(number, record);
                }
            }
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

    /// Waits for the next record, but at most for the polling interval. The interpreter is released
    /// during the wait.
    fn receive(&self, py: Python<'_>) -> Result<BoardRecord, RecvTimeoutError> {
        // Releasing the interpreter takes time, so first check whether a record is ready.
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
            // If an exception is being raised, set it aside while Python code is called, and
            // restore it afterwards.
            let raised = PyErr::take(py);
            // The thread that supplies boards can be waiting for room in the pool. Wake it, so that
            // it notices that the iterator has ended.
            let _ = self.feed.get().room.call_method0(py, "release");
            raised.into_iter().for_each(|raised| raised.restore(py));
        });
    }
}
