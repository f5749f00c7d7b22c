//! Exceptions: the library's errors with their messages.

use fifteen_solver::distributed::DistributedError;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::search::tiles::HeuristicError;
use fifteen_solver::{OpenError, Remedy, SolveError, tables};
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::function;

create_exception!(
    fifteen,
    FifteenError,
    PyValueError,
    "The base class of all errors of this package."
);
create_exception!(
    fifteen,
    UnsolvableError,
    FifteenError,
    "The goal cannot be reached from the board."
);
create_exception!(
    fifteen,
    TableError,
    FifteenError,
    "A table is missing, damaged, or of another board."
);

/// A message, followed by the remedy if there is one, in the words of the package.
pub(crate) fn advised(message: impl ToString, remedy: Option<Remedy>) -> String {
    let advice = match remedy {
        Some(Remedy::BuildAgain) => {
            "build it again with the options that built it (fifteen.build_tables with force=True)"
        }
        Some(Remedy::Verify) => {
            "if it is damaged, build it again with the options that built it (fifteen.build_tables with force=True)"
        }
        Some(Remedy::Build) => "build it (fifteen.build_tables)",
        Some(Remedy::BuildInFiles) => "build them in files (fifteen.build_tables)",
        Some(Remedy::BuildCompressed) => "make the file with fifteen.build_tables(zstd=...)",
        // A remedy of a newer library, or none.
        _ => return message.to_string(),
    };
    format!("{}; {advice}", message.to_string())
}

/// A record with the remedy of its error as part of the message.
pub(crate) fn advised_record(mut record: BoardRecord) -> BoardRecord {
    let remedy = record.remedy.take();
    record.error = record.error.map(|error| advised(error, remedy));
    record
}

/// The exception for any error, with its message.
pub(crate) fn failed(error: impl ToString) -> PyErr {
    FifteenError::new_err(error.to_string())
}

/// The exception for an error of tables.
pub(crate) fn of_tables(error: impl ToString) -> PyErr {
    TableError::new_err(error.to_string())
}

/// The exception for a solver that cannot be opened.
pub(crate) fn of_opening(error: &OpenError) -> PyErr {
    match error {
        OpenError::Tables(
            tables::TableError::Missing { remedy, .. }
            | tables::TableError::NoneFits { remedy, .. },
        ) => of_tables(in_python(&error.to_string(), remedy)),
        OpenError::Tables(tables::TableError::Sets(error)) => failed(error),
        OpenError::Tables(error) => of_tables(advised(error, error.remedy())),
        OpenError::Build(error) => of_tables(error),
        OpenError::Heuristic(error) => of_heuristic(error.clone()),
        error => failed(error),
    }
}

/// A message with the call of `build_tables` in place of the command that builds tables.
pub(crate) fn in_python(message: &str, command: &str) -> String {
    let options = command.split(" --").skip(1).map(|option| {
        let (name, value) = option.split_once(' ').unwrap_or((option, ""));
        format!("{name}='{}'", value.trim_matches('\''))
    });
    let call = format!(
        "fifteen.build_tables({})",
        options.collect::<Vec<_>>().join(", ")
    );
    // The command may not be installed beside the package.
    message
        .replace(" (`fifteen pdb list` shows what is there)", "")
        .replace(command, &call)
}

/// The exception for a board that is not searched.
pub(crate) fn of_solving(error: SolveError) -> PyErr {
    match error {
        SolveError::Unsolvable(reason) => UnsolvableError::new_err(reason.explanation()),
        SolveError::Heuristic(error) => of_heuristic(error),
        error @ SolveError::TableChanged { .. } => of_tables(advised(&error, error.remedy())),
        error => failed(error),
    }
}

/// The exception for a heuristic without a value: that of a function of Python is the one that it raised.
pub(crate) fn of_heuristic(error: HeuristicError) -> PyErr {
    match &error {
        HeuristicError::Damaged(_) | HeuristicError::Pdb(_) => {
            of_tables(advised(&error, error.remedy()))
        }
        HeuristicError::Function(raised) => {
            function::exception(raised).unwrap_or_else(|| failed(error))
        }
        _ => failed(error),
    }
}

/// The exception for a part of a search that is not done.
pub(crate) fn of_work(error: DistributedError) -> PyErr {
    match error {
        DistributedError::Solve(error) => of_solving(error),
        DistributedError::Open(error) => of_opening(&error),
        error @ (DistributedError::Tables(_)
        | DistributedError::Table(_)
        | DistributedError::TablesInMemory) => of_tables(advised(&error, error.remedy())),
        DistributedError::Interrupted => PyKeyboardInterrupt::new_err(()),
        error => failed(error),
    }
}
