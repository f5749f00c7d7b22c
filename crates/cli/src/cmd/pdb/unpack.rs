//! `fifteen pdb unpack`: the plain form of a packed table.

use std::path::PathBuf;

use anyhow::{Result, bail};
use fifteen_solver::pdb::file;
use fifteen_solver::tables;

use super::{prepare, size};
use crate::exit::Exit;
use crate::save;
use crate::terminal::ui::Ui;

/// Restore a table from FILE.zst, so that it can be mapped
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen pdb unpack data/pdb/4x4_zero-aware_2-4.pdb.zst")]
pub(crate) struct Args {
    /// The packed table; it is kept
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write to this file instead of FILE without .zst
    ///
    /// '-' is the standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let path = &args.file;
    if !file::is_packed(path)? {
        bail!("{} is not packed: it does not begin like a zstd file", path.display());
    }
    let to = match &args.out {
        Some(out) => out.clone(),
        None if path.extension().is_some_and(|e| e == "zst") => path.with_extension(""),
        None => {
            let path = path.display();
            bail!("{path} does not end in .zst; name the file to be written with --out");
        }
    };
    save::refuse_same(("the packed table", path), ("--out", &to))?;
    prepare(&to, args.force)?;
    let table = tables::files().open_verified(path)?;
    save::with(&to, |out| table.write(out))?;
    ui.say(match save::is_stdout(&to) {
        true => format!("unpacked: {}", path.display()),
        false => format!("{}: {}", to.display(), size(&to)),
    });
    Ok(Exit::Done)
}
