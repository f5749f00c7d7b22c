//! `fifteen pdb unpack`: the plain form of a packed table.

use std::path::PathBuf;

use fifteen_solver::pdb::file;
use fifteen_solver::tables;

use super::pack::size;
use super::refuse_overwriting;
use crate::exit::{Exit, Failure};
use crate::terminal::ui::Ui;

/// Restore a table from FILE.zst, so that it can be mapped
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen pdb unpack data/pdb/4x4_zero-aware_1-8.pdb.zst")]
pub(crate) struct Args {
    /// The packed table, whose name ends in .zst; it is kept
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Overwrite the file without .zst
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let path = &args.file;
    if !file::is_packed(path)? {
        return Err(Failure::new(format!("{} is not packed: it does not begin like a zstd file", path.display())));
    }
    if path.extension().is_none_or(|e| e != "zst") {
        return Err(Failure::new(format!(
            "{} does not end in .zst; rename it, so that the result gets a name",
            path.display()
        )));
    }
    let to = path.with_extension("");
    refuse_overwriting(&to, args.force)?;
    tables::files().unpack(path, &to)?;
    ui.say(format_args!("{}: {}", to.display(), size(&to)));
    Ok(Exit::Done)
}
