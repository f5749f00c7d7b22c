//! The end of a command: exit codes, and the errors that end it.

use std::io;
use std::process::ExitCode;

use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::{LimitKind, OpenError};

use crate::advice::{advised, remedy_of};
use crate::terminal::Ui;

/// The exit code of a command; the largest of several applies. A command that a signal stopped ends with the code of the
/// signal instead ([`signal_exit_code`](crate::terminal::interrupt::signal_exit_code)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything was done.
    Done = 0,
    /// A board was unsolvable, or a search stopped at a limit.
    Partial = 1,
    /// Bad usage, input or file, or a failed check.
    Failed = 2,
}

impl Exit {
    /// The exit code of the result of a board. A search that ended with a solution as good as was asked for is done.
    pub(crate) fn of_board(record: &BoardRecord) -> Self {
        if record.stopped == Some(LimitKind::Gap) {
            Self::Done
        } else {
            Self::of(record.status)
        }
    }

    /// The exit code of a result.
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

/// Ctrl-C, before there was a result.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// Reports the error that ends a command; returns its exit code.
pub(crate) fn report(error: &anyhow::Error, ui: &Ui) -> Exit {
    // An error of a file may hold it, if the file is a pipe.
    let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(is_closed))
    {
        // Nobody reads the output any more, which is no error for the user.
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
