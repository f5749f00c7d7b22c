//! `fifteen pdb`: building, listing and verifying tables.

pub(crate) mod build;
mod list;
mod plan;
mod published;
mod verify;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Subcommand;
use fifteen_solver::pdb::Progress;
use fifteen_solver::tables;
use indicatif::ProgressBar;

use crate::exit::Exit;
use crate::terminal::{Ui, human, interrupt};

/// Build, list and verify pattern databases
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  fifteen pdb build
  fifteen pdb list
  fifteen pdb verify --deep data/pdb/*.pdb")]
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

/// The length of a file in words.
fn size(path: &Path) -> String {
    fs::metadata(path).map_or_else(|e| e.to_string(), |m| human::bytes(m.len()))
}

/// The files named, and those of the folders named.
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
                "there is no table in {}: no file whose name ends in .pdb or .pdb.zst; `fifteen pdb list` shows what is there",
                path.display()
            );
        }
        files.extend(tables);
    }
    Ok(files)
}

/// Shows the progress over the entries of a table; ends the work once a signal has come.
fn show(bar: &ProgressBar, progress: &Progress) -> ControlFlow<()> {
    bar.set_length(progress.total);
    bar.set_position(progress.entries);
    bar.set_message(format!("entries, depth {}", progress.depth));
    interrupt::flow()
}
