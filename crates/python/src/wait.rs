//! Long work with the interpreter free for others, ended by Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Time between two checks for Ctrl-C.
pub(crate) const POLL: Duration = Duration::from_millis(50);

/// A message of a working thread.
enum Message<P, T> {
    Progress(P),
    Done(T),
}

/// Does the work on a thread of its own. When Python has a signal to raise, it sets the flag, waits for the end of the
/// work, and raises the exception.
pub(crate) fn for_result<T: Send>(
    py: Python<'_>,
    cancel: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    for_progress(py, cancel, |_: &(dyn Fn(()) + Sync)| work(), |()| Ok(()))
}

/// As [`for_result`], and passes reports of the work to Python; an exception there ends the work as Ctrl-C does.
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
                // Without a receiver the work is about to end.
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
                Ok(Message::Progress(p)) if raised.is_none() => {
                    report(p).and_then(|()| py.check_signals())
                }
                Ok(Message::Progress(_)) => Ok(()),
                Err(RecvTimeoutError::Timeout) if raised.is_none() => py.check_signals(),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err(
                        "a working thread ended without a result",
                    ));
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
    receiver
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .recv_timeout(POLL)
}

/// Ends work once the flag is set.
pub(crate) fn flow(cancel: &AtomicBool) -> ControlFlow<()> {
    if cancel.load(Ordering::Relaxed) {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// A new flag that ends work when it is set.
pub(crate) fn flag() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}
