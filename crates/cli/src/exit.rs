//! Exit codes of the command, and how its final error is reported.

use std::io;
use std::process::ExitCode;

use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::{LimitKind, OpenError};

use crate::advice::{advised, remedy_of};
use crate::terminal::Ui;

/// Exit code of a command. A command that processes several boards ends with the largest of their
/// codes. If a signal stopped the command before it finished, the process ends with
/// [`signal_exit_code`](crate::terminal::interrupt::signal_exit_code) instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// The command did everything that was requested.
    Done = 0,
    /// A board is unsolvable, or a search stopped at a limit.
    Partial = 1,
    /// The usage, the input or a file is invalid, or a check failed.
    Failed = 2,
}

impl Exit {
    /// Returns the exit code for a board's result. With `--within`, a solution that is as short as
    /// this option requires is a success, even if a shorter one may exist.
    pub(crate) fn of_board(record: &BoardRecord) -> Self {
        if record.stopped == Some(LimitKind::Gap) {
            Self::Done
        } else {
            Self::of(record.status)
        }
    }

    /// Returns the exit code for a result with this status.
    pub(crate) fn of(status: RecordStatus) -> Self {
        match status {
            RecordStatus::Solved => Self::Done,
            RecordStatus::Unsolvable | RecordStatus::Limit => Self::Partial,
            RecordStatus::Invalid => Self::Failed,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Error of a command that was interrupted before it had a result to report.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// Reports the error that ends a command, and returns the exit code.
pub(crate) fn report(error: &anyhow::Error, ui: &Ui) -> Exit {
    // A broken pipe can be anywhere in the chain of errors, because an output file can also be a
    // pipe.
    let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(is_closed))
    {
        // The reader of the output has closed the pipe (`fifteen ... | head`), which is not an
        // error.
        return Exit::Done;
    }
    let limit = error.downcast_ref::<OpenError>().and_then(OpenError::limit);
    if limit == Some(LimitKind::Interrupted) || error.is::<Interrupted>() {
        ui.note("interrupted");
        return Exit::Partial;
    }
    ui.error(advised(error, remedy_of(error)));
    if limit.is_some() {
        Exit::Partial
    } else {
        Exit::Failed
    }
}
