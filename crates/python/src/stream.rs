//! Solving many boards: they are taken from Python's iterator as threads have room, and solved while Python does other things.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use fifteen_solver::record::{BoardRecord, Request};
use fifteen_solver::{Board, Options, Size};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::arguments;
use crate::error::failed;
use crate::solution::Solution;
use crate::solver::record;

/// Boards that may be under way or waiting for an earlier one, for each thread.
const WINDOW_PER_THREAD: u64 = 16;
/// How often it is asked whether Ctrl-C was pressed.
const POLL: Duration = Duration::from_millis(50);

/// A board and its number, or why it is none.
type Task = (u64, Result<Board, String>);

/// Solutions in the order of the boards: an iterator.
#[pyclass(module = "fifteen._fifteen")]
pub(crate) struct Solutions {
    /// None once it has ended.
    boards: Option<Py<PyIterator>>,
    size: Size,
    /// None once no more boards will come: the threads then end.
    tasks: Option<Sender<Task>>,
    results: Mutex<Receiver<BoardRecord>>,
    threads: Vec<JoinHandle<()>>,
    cancel: Arc<AtomicBool>,
    /// By number, those that came before their turn.
    waiting: BTreeMap<u64, BoardRecord>,
    /// Boards taken, and solutions handed out.
    taken: u64,
    given: u64,
}

impl Solutions {
    pub(crate) fn new(
        solver: Arc<fifteen_solver::Solver>,
        options: Options,
        request: Request,
        boards: Py<PyIterator>,
        threads: usize,
        cancel: Arc<AtomicBool>,
    ) -> PyResult<Self> {
        let (tasks, source) = mpsc::channel::<Task>();
        let (sender, results) = mpsc::channel();
        let (source, size) = (Arc::new(Mutex::new(source)), solver.goal().size());
        let work = Arc::new((solver, options, request));
        let worker = |_| {
            let (source, sender, work) = (Arc::clone(&source), sender.clone(), Arc::clone(&work));
            thread::Builder::new().spawn(move || {
                let (solver, options, request) = &*work;
                // The lock is held while waiting, not while solving.
                while let Ok((line, board)) = { lock(&source).recv() } {
                    if sender.send(record(line, board, solver, options, request)).is_err() {
                        return;
                    }
                }
            })
        };
        let threads: Vec<_> = (0..threads.max(1)).map_while(|i| worker(i).ok()).collect();
        if threads.is_empty() {
            return Err(failed("the system gives no thread to solve boards with"));
        }
        Ok(Self {
            boards: Some(boards),
            size,
            tasks: Some(tasks),
            results: Mutex::new(results),
            threads,
            cancel,
            waiting: BTreeMap::new(),
            taken: 0,
            given: 0,
        })
    }

    /// Hands a board of Python's to the threads, if there is room and another one.
    fn take_board(&mut self, py: Python<'_>) -> PyResult<bool> {
        let window = self.threads.len() as u64 * WINDOW_PER_THREAD;
        let Some(boards) = self.boards.as_ref().filter(|_| self.taken - self.given < window) else { return Ok(false) };
        match boards.bind(py).clone().next() {
            None => (self.boards, self.tasks) = (None, None),
            Some(board) => {
                // Whatever cannot be read as a board is a result that says so.
                let board = arguments::board(&board?, Some(self.size)).map_err(|error| error.value(py).to_string());
                self.taken += 1;
                if let Some(tasks) = &self.tasks {
                    let _ = tasks.send((self.taken, board));
                }
            }
        }
        Ok(true)
    }

    fn stop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        (self.boards, self.tasks) = (None, None);
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Solution>> {
        loop {
            let arrived: Vec<_> = lock(&self.results).try_iter().collect();
            self.waiting.extend(arrived.into_iter().map(|record| (record.line, record)));
            if let Some(record) = self.waiting.remove(&(self.given + 1)) {
                self.given += 1;
                // So that the threads have work while Python looks at this one.
                return match self.take_board(py) {
                    Ok(_) => Ok(Some(record.into())),
                    Err(error) => {
                        self.stop();
                        Err(error)
                    }
                };
            }
            if self.given == self.taken && self.boards.is_none() {
                return Ok(None);
            }
            let went_on = self.take_board(py).and_then(|taken| {
                if taken {
                    return Ok(());
                }
                match py.detach(|| lock(&self.results).recv_timeout(POLL)) {
                    Ok(record) => {
                        self.waiting.insert(record.line, record);
                    }
                    Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("the threads that solve boards have ended"));
                    }
                }
                Ok(())
            });
            if let Err(error) = went_on {
                self.stop();
                return Err(error);
            }
        }
    }
}

/// Threads still at work stop soon; nobody waits for them.
impl Drop for Solutions {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What these locks hold is whole even if a thread panicked while it held one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
