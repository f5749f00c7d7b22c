//! Converts the library's errors to Python exceptions.

use fifteen_solver::distributed::DistributedError;
use fifteen_solver::search::tiles::HeuristicError;
use fifteen_solver::tables::TablesToBuild;
use fifteen_solver::{OpenError, Remedy, SolveError, TableRemedy, tables};
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

/// Appends advice to an error message if there is a remedy. The advice names Python functions and
/// arguments, such as `fifteen.build_tables`.
pub(crate) fn advised(message: impl ToString, remedy: Option<impl Into<Remedy>>) -> String {
    let message = message.to_string();
    match remedy.map(Into::into).and_then(in_words) {
        Some(advice) => format!("{message}; {advice}"),
        None => message,
    }
}

fn in_words(remedy: Remedy) -> Option<String> {
    let advice = match remedy {
        Remedy::BuildTables(tables) => {
            return Some(format!("build them with: {}", build_call(&tables)));
        }
        Remedy::TableFile(TableRemedy::BuildAgain) => {
            "build it again with the options that built it (fifteen.build_tables with force=True)"
        }
        Remedy::TableFile(TableRemedy::Verify) => {
            "if it is damaged, build it again with the options that built it (fifteen.build_tables with force=True)"
        }
        Remedy::TableFile(TableRemedy::Build) => "build it (fifteen.build_tables)",
        Remedy::TableFile(TableRemedy::BuildCompressed) => {
            "make the file with fifteen.build_tables(zstd=...)"
        }
        Remedy::NameFolder => "name one with out=",
        Remedy::BuildElsewhere => "move it, or name another with out=",
        Remedy::OverwriteOrBuildElsewhere => {
            "move it away, build with force=True, or name another folder with out="
        }
        // A newer version of the library can return remedies that this function does not know.
        _ => return None,
    };
    Some(advice.to_owned())
}

/// Returns the Python call that builds the given tables, such as
/// `fifteen.build_tables(partition='7-8')`.
fn build_call(tables: &TablesToBuild) -> String {
    let TablesToBuild {
        size,
        goal,
        partitions,
        collection,
        kind,
        folder,
    } = tables;
    let mut arguments: Vec<String> = Vec::new();
    match partitions.as_slice() {
        [] => (),
        [one] => arguments.push(format!("partition={}", literal(one))),
        several => {
            let several: Vec<String> = several.iter().map(|text| literal(text)).collect();
            arguments.push(format!("partition=[{}]", several.join(", ")));
        }
    }
    let mut add = |name: &str, value: Option<String>| {
        arguments.extend(value.map(|value| format!("{name}={}", literal(&value))));
    };
    add("collection", collection.clone());
    add("size", size.map(|size| size.to_string()));
    add("goal", goal.map(|goal| goal.to_string()));
    add("kind", kind.map(|kind| kind.to_string()));
    add(
        "out",
        folder
            .as_ref()
            .map(|folder| folder.to_string_lossy().into_owned()),
    );
    format!("fifteen.build_tables({})", arguments.join(", "))
}

/// Formats a string as a Python literal.
fn literal(text: &str) -> String {
    let escaped = text.replace('\\', r"\\").replace('\'', r"\'");
    format!("'{escaped}'")
}

/// Returns a `FifteenError` with the message of `error`.
pub(crate) fn failed(error: impl ToString) -> PyErr {
    FifteenError::new_err(error.to_string())
}

/// Returns a `TableError` with the message of `error`.
pub(crate) fn of_tables(error: impl ToString) -> PyErr {
    TableError::new_err(error.to_string())
}

/// Returns the exception for a solver that cannot be opened.
pub(crate) fn of_opening(error: &OpenError) -> PyErr {
    match error {
        OpenError::Tables(tables::TableError::Sets(error)) => failed(error),
        OpenError::Tables(error) => of_tables(advised(error, error.remedy())),
        OpenError::Build(error) => of_tables(error),
        OpenError::Heuristic(error) => of_heuristic(error.clone()),
        error => failed(error),
    }
}

/// Returns the exception for a board that cannot be searched.
pub(crate) fn of_solving(error: SolveError) -> PyErr {
    match error {
        SolveError::Unsolvable(reason) => UnsolvableError::new_err(reason.explanation()),
        SolveError::Heuristic(error) => of_heuristic(error),
        error @ SolveError::TableChanged { .. } => of_tables(advised(&error, error.remedy())),
        error => failed(error),
    }
}

/// Returns the exception for a heuristic that failed. If a Python function raised an exception,
/// returns that exception itself.
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

/// Returns the exception for a failed step of a distributed search.
pub(crate) fn of_work(error: DistributedError) -> PyErr {
    match error {
        DistributedError::Solve(error) => of_solving(error),
        DistributedError::Open(error) => of_opening(&error),
        error @ (DistributedError::Tables(_)
        | DistributedError::Table(_)
        | DistributedError::TablesInMemory(_)) => of_tables(advised(&error, error.remedy())),
        DistributedError::Interrupted => PyKeyboardInterrupt::new_err(()),
        error => failed(error),
    }
}
