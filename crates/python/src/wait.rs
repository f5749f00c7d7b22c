//! Runs long computations without the interpreter lock, so that other Python threads can continue.
//! Ctrl-C or a Python event stops a computation.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use fifteen_solver::Limits;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Interval between checks for Ctrl-C.
pub(crate) const POLL: Duration = Duration::from_millis(50);

/// A flag that cancels a computation. The computation's threads check the flag regularly.
///
/// Ctrl-C sets the flag. For a search, a Python event can set it too: the keyword `cancel` takes an
/// object with a method `is_set`, such as a `threading.Event`. This method is called regularly, and
/// the flag is set when it returns true.
pub(crate) struct Cancel {
    flag: Arc<AtomicBool>,
    event: Option<Py<PyAny>>,
}

impl Cancel {
    /// Creates a flag that only Ctrl-C can set.
    pub(crate) fn new() -> Self {
        Self {
            flag: Arc::new(AtomicBool::new(false)),
            event: None,
        }
    }

    /// Creates the flag for a search with these keyword arguments. If the event in `cancel` is
    /// already set, so is the flag.
    ///
    /// # Errors
    /// Returns a `TypeError` if the object in `cancel` has no `is_set` method.
    pub(crate) fn of_search(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut cancel = Self::new();
        let given = keywords
            .map(|keywords| keywords.get_item("cancel"))
            .transpose()?
            .flatten();
        if let Some(event) = given.filter(|event| !event.is_none()) {
            if !event.hasattr("is_set")? {
                return Err(PyTypeError::new_err(format!(
                    "cancel must be a threading.Event, or another object with a method is_set; found {}",
                    event.repr()?
                )));
            }
            let py = event.py();
            cancel.event = Some(event.unbind());
            cancel.ask_event(py)?;
        }
        Ok(cancel)
    }

    /// Returns the flag that the threads of a computation check.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// Returns limits that contain only the cancellation flag.
    pub(crate) fn limits(&self) -> Limits {
        Limits::cancelled_by(Arc::clone(&self.flag))
    }

    /// Sets the flag, which stops the computation.
    pub(crate) fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag is set.
    pub(crate) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Sets the flag if the Python event is set.
    ///
    /// # Errors
    /// Returns the exception that the event's `is_set` raises.
    pub(crate) fn ask_event(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(event) = &self.event
            && event.bind(py).call_method0("is_set")?.is_truthy()?
        {
            self.set();
        }
        Ok(())
    }

    /// Returns `Break` if the flag is set.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        if self.is_set() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Message from the thread that runs a computation to the thread that waits for its result.
enum Message<P, T> {
    Progress(P),
    Done(thread::Result<T>),
}

/// Runs `work` on a separate thread and returns its result. If Python receives a signal, such as
/// Ctrl-C, `work` is cancelled. After `work` has ended, the signal's exception is raised.
///
/// # Errors
/// Returns the exception that ended `work`, or a `RuntimeError` if `work` panicked.
pub(crate) fn for_result<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    for_progress(py, cancel, |_: &(dyn Fn(()) + Sync)| work(), |()| Ok(()))
}

/// Runs `work` on a separate thread like [`for_result`], and passes its progress reports to a
/// Python callback. An exception in the callback stops `work`, just as Ctrl-C does.
pub(crate) fn for_progress<P: Send, T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce(&(dyn Fn(P) + Sync)) -> T + Send,
    mut report: impl FnMut(P) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let receiver = Mutex::new(receiver);
    let look = || cancel.ask_event(py).and_then(|()| py.check_signals());
    thread::scope(|scope| {
        let worker = move || {
            let progress = |p| {
                // Ignore errors: sending fails only if the computation is being cancelled.
                let _ = sender.send(Message::Progress(p));
            };
            let result = panic::catch_unwind(AssertUnwindSafe(|| work(&progress)));
            let _ = sender.send(Message::Done(result));
        };
        thread::Builder::new()
            .spawn_scoped(scope, worker)
            .map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
        let mut raised = None;
        loop {
            let message = py.detach(|| receive(&receiver));
            let stopped = match message {
                Ok(Message::Done(result)) => {
                    let result = result.map_err(|panic| panicked(panic.as_ref()));
                    return raised.map_or(result, Err);
                }
                Ok(Message::Progress(p)) if raised.is_none() => report(p).and_then(|()| look()),
                Ok(Message::Progress(_)) => Ok(()),
                Err(RecvTimeoutError::Timeout) if raised.is_none() => look(),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err(
                        "a working thread ended without a result",
                    ));
                }
            };
            if let Err(error) = stopped {
                cancel.set();
                raised = Some(error);
            }
        }
    })
}

/// Returns the exception for a panic of a working thread. Such a panic is a bug in this package.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a working thread panicked");
    PyRuntimeError::new_err(format!(
        "{text}; this is a bug in fifteen: please report it, with the call that led to it"
    ))
}

fn receive<M>(receiver: &Mutex<Receiver<M>>) -> Result<M, RecvTimeoutError> {
    receiver
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .recv_timeout(POLL)
}
