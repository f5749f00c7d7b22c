//! The end of a command: exit codes, and the errors that end it.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use fifteen_solver::record::{BoardRecord, RecordStatus};
use fifteen_solver::{LimitKind, OpenError};

/// The exit code of a command; the largest of several applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything was done.
    Done = 0,
    /// A board was unsolvable, a search stopped at a limit, or the command was interrupted.
    Partial = 1,
    /// Bad usage, input or file, or a failed check.
    Failed = 2,
}

impl Exit {
    /// The exit code of the result of a board. A search that ended with a solution as good as was asked for is done.
    pub(crate) fn of_board(record: &BoardRecord) -> Self {
        if record.stopped == Some(LimitKind::Gap) { Self::Done } else { Self::of(record.status) }
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

/// An error that ends the command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody reads the output any more, which is not an error for the user.
    ClosedPipe,
    /// A message for the user; exit code 2.
    Message(String),
    /// A message on a board that cannot be solved, or on a limit that left no result; exit code 1.
    Partial(String),
    /// Ctrl-C came before there was a result; exit code 1.
    Interrupted,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Message(message.into())
    }
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        let any: &(dyn Error + 'static) = &error;
        // An error of a file may hold it, if the file is a pipe.
        let mut causes = std::iter::successors(Some(any), |error: &&(dyn Error + 'static)| (*error).source());
        let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        if causes.any(|error| error.downcast_ref::<io::Error>().is_some_and(is_closed)) {
            return Self::ClosedPipe;
        }
        match any.downcast_ref::<OpenError>().and_then(OpenError::limit) {
            Some(LimitKind::Interrupted) => Self::Interrupted,
            Some(_) => Self::Partial(error.to_string()),
            None => Self::Message(error.to_string()),
        }
    }
}
