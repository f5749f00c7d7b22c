//! `fifteen pdb`: building, listing and verifying tables.

pub(crate) mod build;
mod list;
mod plan;
mod published;
mod verify;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Subcommand;
use fifteen_solver::tables;

use crate::exit::Exit;
use crate::terminal::human;
use crate::terminal::ui::Ui;

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

/// The name of a file's packed form.
fn packed_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".zst");
    name.into()
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

/// True if there is anything at a path, even a link to nothing.
fn occupied(path: &Path) -> Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(anyhow!("cannot look at {}: {e}", path.display())),
    }
}
