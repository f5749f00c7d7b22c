//! `fifteen pdb`: building, checking and packing tables.

pub(crate) mod build;
mod histogram;
mod info;
mod pack;
mod plan;
mod published;
mod quality;
mod unpack;
mod verify;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Subcommand;
use fifteen_solver::pdb::file::Destination;
use fifteen_solver::tables;

use crate::exit::Exit;
use crate::save;
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// Build and check pattern databases
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  fifteen pdb build
  fifteen pdb info data/pdb/*.pdb
  fifteen pdb verify --deep data/pdb/*.pdb")]
pub(crate) enum Command {
    Build(build::Args),
    Info(info::Args),
    Verify(verify::Args),
    Histogram(histogram::Args),
    Quality(quality::Args),
    Pack(pack::Args),
    Unpack(unpack::Args),
}

pub(crate) fn run(command: &Command, ui: &Ui) -> Result<Exit> {
    match command {
        Command::Build(args) => build::run(args, ui),
        Command::Info(args) => info::run(args, ui),
        Command::Verify(args) => verify::run(args, ui),
        Command::Histogram(args) => histogram::run(args),
        Command::Quality(args) => quality::run(args, ui),
        Command::Pack(args) => pack::run(args, ui),
        Command::Unpack(args) => unpack::run(args, ui),
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
                "there is no table in {}: no file whose name ends in .pdb or .pdb.zst; `fifteen tables` lists what is there",
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

/// Checks before any work that a table can be written: refuses to overwrite a file without `force`, and to fill a
/// terminal.
fn prepare(path: &Path, force: bool) -> Result<()> {
    if save::prepare(&[("--out", path)])?.is_some() {
        return save::refuse_terminal("--out", "a table");
    }
    let is_file = matches!(Destination::of(path), Ok(Destination::Regular(_)));
    if !force && is_file && occupied(path)? {
        bail!("{} is already there; --force overwrites it", path.display());
    }
    Ok(())
}
