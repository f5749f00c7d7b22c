//! Long work with the interpreter free for others, ended by Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often it is asked whether Ctrl-C was pressed.
const POLL: Duration = Duration::from_millis(50);

/// What a working thread sends.
enum Message<P, T> {
    Progress(P),
    Done(T),
}

/// Does the work on a thread of its own. When Python has a signal to raise, the flag is set, the end of the work awaited, and
/// the exception raised.
pub(crate) fn for_result<T: Send>(py: Python<'_>, cancel: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    for_progress(py, cancel, |_: &(dyn Fn(()) + Sync)| work(), |()| Ok(()))
}

/// The same, with what the work reports handed to Python on the way; an exception there ends the work as Ctrl-C does.
pub(crate) fn for_progress<P: Send, T: Send>(
    py: Python<'_>,
    cancel: &AtomicBool,
    work: impl FnOnce(&(dyn Fn(P) + Sync)) -> T + Send,
    mut report: impl FnMut(P) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let worker = move || {
            let progress = |p| {
                // Whoever listened has left: the work is about to end.
                let _ = sender.send(Message::Progress(p));
            };
            let result = work(&progress);
            let _ = sender.send(Message::Done(result));
        };
        scope.spawn(worker);
        let mut raised = None;
        loop {
            let message = py.detach(|| receive(&receiver));
            let stopped = match message {
                Ok(Message::Done(result)) => return raised.map_or(Ok(result), Err),
                Ok(Message::Progress(p)) if raised.is_none() => report(p).and_then(|()| py.check_signals()),
                Ok(Message::Progress(_)) => Ok(()),
                Err(RecvTimeoutError::Timeout) if raised.is_none() => py.check_signals(),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a working thread ended without a result"));
                }
            };
            if let Err(error) = stopped {
                cancel.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        }
    })
}

fn receive<M>(receiver: &Mutex<Receiver<M>>) -> Result<M, RecvTimeoutError> {
    receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(POLL)
}

/// A flag that nobody has set.
pub(crate) fn flag() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}
