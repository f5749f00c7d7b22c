//! The commands `fifteen pdb build`, `list` and `verify` for pattern databases.

mod announcement;
mod build;
mod list;
mod verify;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Subcommand;
use fifteen_solver::TableRemedy;
use fifteen_solver::pdb::file::FileError;
use fifteen_solver::pdb::{BuildProgress, Table, VerifyError};
use fifteen_solver::tables::{self, is_published};
use indicatif::ProgressBar;

use crate::advice::advised;
use crate::exit::Exit;
use crate::terminal::{Ui, human, interrupt};

/// Build, list and verify pattern databases
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  fifteen pdb build
  fifteen pdb list
  fifteen pdb verify --deep tables/*.pdb")]
pub(crate) enum Command {
    Build(build::Args),
    List(list::Args),
    Verify(verify::Args),
}

pub(crate) fn run(command: &Command, ui: &Ui) -> Result<Exit> {
    match command {
        Command::Build(args) => build::run(args, ui),
        Command::List(args) => list::run(args, ui),
        Command::Verify(args) => verify::run(args, ui),
    }
}

/// Returns the size of a file for display, such as `195.6 MB`, or an error message if the size
/// cannot be read.
fn size(path: &Path) -> String {
    fs::metadata(path).map_or_else(|e| e.to_string(), |m| human::bytes(m.len()))
}

/// Returns the given files, and the table files in the given folders.
fn with_folders(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let tables = tables::files_of_folder(path)?;
        if tables.is_empty() {
            bail!(
                "there is no table in {}: no file whose name ends in .pdb or .pdb.zst; `fifteen pdb list` shows \
                 what is there",
                path.display()
            );
        }
        files.extend(tables);
    }
    Ok(files)
}

/// Shows how many entries of a table are complete. Returns `Break`, which stops the build or
/// verification, if the user has interrupted the program.
fn show(bar: &ProgressBar, progress: &BuildProgress) -> ControlFlow<()> {
    bar.set_length(progress.total);
    bar.set_position(progress.entries);
    bar.set_message(format!("entries, depth {}", progress.depth));
    interrupt::flow()
}

/// Describes in words whether a table is one of the published tables.
fn in_words(published: bool) -> &'static str {
    if published {
        "the published table"
    } else {
        "not one of the published tables"
    }
}

/// Verifies the digest and the histogram of a table, and compares it with the list of published
/// tables. Returns whether the list contains the table.
///
/// # Errors
/// Returns an error if the table is damaged, or if the list contains this table with other digests.
fn verify_published(table: &Table, path: &Path) -> Result<bool> {
    table.verify().map_err(entries_error(path))?;
    is_published(table.header()).map_err(|difference| {
        let message = format!(
            "{}: {difference}; the table is consistent, but its entries are wrong",
            path.display()
        );
        anyhow!(advised(message, Some(TableRemedy::BuildAgain)))
    })
}

/// Returns a function that adds the path of a table to a verification error.
fn entries_error(path: &Path) -> impl FnOnce(VerifyError) -> FileError + '_ {
    |error| FileError::Entries {
        path: path.to_owned(),
        error,
    }
}
