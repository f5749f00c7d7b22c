//! `fifteen pdb pack`: the compressed form of a table.

use std::path::PathBuf;

use anyhow::{Result, bail};
use fifteen_solver::pdb::{file, zst};
use fifteen_solver::tables;

use super::{packed_name, prepare, size};
use crate::exit::Exit;
use crate::save;
use crate::terminal::ui::Ui;

/// Compress a table to FILE.zst, which every command accepts
///
/// A packed table is unpacked into memory when it is opened. `fifteen pdb unpack` and `zstd -d` restore it byte for
/// byte.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen pdb pack data/pdb/4x4_zero-aware_2-4.pdb
  fifteen pdb pack --level 19 data/pdb/4x4_zero-aware_2-4.pdb
  fifteen pdb pack --out - data/pdb/4x4_zero-aware_2-4.pdb > table.zst")]
pub(crate) struct Args {
    /// The table; it is kept
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The compression level
    #[arg(long, value_name = "1-22", default_value_t = zst::DEFAULT_LEVEL, value_parser = level)]
    level: i32,
    /// Write to this file instead of FILE.zst
    ///
    /// '-' is the standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

/// Parses a compression level.
pub(super) fn level(text: &str) -> Result<i32, String> {
    let levels = zst::LEVELS;
    let range = || format!("expected a level from {} to {}", levels.start(), levels.end());
    text.parse().ok().filter(|level| levels.contains(level)).ok_or_else(range)
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let to = args.out.clone().unwrap_or_else(|| packed_name(&args.file));
    save::refuse_same(("the table", &args.file), ("--out", &to))?;
    if file::is_packed(&args.file)? {
        bail!("{} is packed already", args.file.display());
    }
    prepare(&to, args.force)?;
    let table = tables::files().open_verified(&args.file)?;
    save::with(&to, |out| table.write_packed(args.level, out))?;
    ui.say(match save::is_stdout(&to) {
        true => format!("packed: {}", args.file.display()),
        false => format!("{}: {} instead of {}", to.display(), size(&to), size(&args.file)),
    });
    Ok(Exit::Done)
}
