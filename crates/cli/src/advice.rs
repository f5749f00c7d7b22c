//! Advice on errors: the library's remedies in the words of this command.

use std::fmt::Display;

use fifteen_lab::LabError;
use fifteen_solver::distributed::DistributedError;
use fifteen_solver::pdb::file::FileError;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::tables::TableError;
use fifteen_solver::{OpenError, Remedy, SolveError};

/// Returns a message, followed by the remedy if there is one.
pub(crate) fn advised(message: impl Display, remedy: Option<Remedy>) -> String {
    match remedy.and_then(in_words) {
        Some(advice) => format!("{message}; {advice}"),
        None => message.to_string(),
    }
}

/// Returns a record with the remedy of its error as part of the message.
pub(crate) fn advised_record(mut record: BoardRecord) -> BoardRecord {
    let remedy = record.remedy.take();
    record.error = record.error.map(|error| advised(error, remedy));
    record
}

/// Finds the remedy of an error of any of the libraries.
pub(crate) fn remedy_of(error: &anyhow::Error) -> Option<Remedy> {
    if let Some(error) = error.downcast_ref::<FileError>() {
        error.remedy()
    } else if let Some(error) = error.downcast_ref::<TableError>() {
        error.remedy()
    } else if let Some(error) = error.downcast_ref::<OpenError>() {
        error.remedy()
    } else if let Some(error) = error.downcast_ref::<SolveError>() {
        error.remedy()
    } else if let Some(error) = error.downcast_ref::<DistributedError>() {
        error.remedy()
    } else if let Some(LabError::Open(error)) = error.downcast_ref::<LabError>() {
        error.remedy()
    } else {
        None
    }
}

fn in_words(remedy: Remedy) -> Option<&'static str> {
    match remedy {
        Remedy::BuildAgain => {
            Some("build it again with the options that built it (fifteen pdb build --force)")
        }
        Remedy::Verify => Some(
            "verify it (fifteen pdb verify); if it is damaged, build it again with the options that built it \
             (fifteen pdb build --force)",
        ),
        Remedy::Build => Some("build it (fifteen pdb build)"),
        Remedy::BuildInFiles => Some("build them in files (fifteen pdb build)"),
        Remedy::BuildCompressed => Some("make the file with: fifteen pdb build --zstd"),
        // A remedy of a newer library.
        _ => None,
    }
}
