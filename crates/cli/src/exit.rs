//! The end of a command: exit codes, and the errors that end it.

use std::error::Error;
use std::process::ExitCode;
use std::{fmt, io};

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

/// Ctrl-C, before there was a result.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl Error for Interrupted {}

/// The meaning of an error that ends the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Nobody reads the output any more, which is not an error for the user.
    ClosedPipe,
    /// Ctrl-C came before there was a result; exit code 1.
    Interrupted,
    /// A limit left no result; exit code 1.
    Partial,
    /// Everything else; exit code 2.
    Failed,
}

impl Failure {
    pub(crate) fn of(error: &anyhow::Error) -> Self {
        // An error of a file may hold it, if the file is a pipe.
        let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        if error.chain().any(|cause| cause.downcast_ref().is_some_and(is_closed)) {
            return Self::ClosedPipe;
        }
        match error.downcast_ref::<OpenError>().and_then(OpenError::limit) {
            Some(LimitKind::Interrupted) => Self::Interrupted,
            Some(_) => Self::Partial,
            None if error.is::<Interrupted>() => Self::Interrupted,
            None => Self::Failed,
        }
    }
}
