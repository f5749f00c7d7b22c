//! `cargo xtask build-pdb`: builds tables with the command `fifteen`, and verifies them.

use std::ffi::OsString;
use std::process::Command;

use crate::{Result, programs};

/// Build tables as `fifteen pdb build` does, with its options, then verify each and compare it with the published one
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Options of `fifteen pdb build`
    #[arg(
        value_name = "OPTION",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    options: Vec<OsString>,
}

/// Builds tables, then verifies the files that `fifteen pdb build` reports.
pub(crate) fn run(args: &Args) -> Result<()> {
    let fifteen = programs::command()?;
    let built = programs::output(
        Command::new(&fifteen)
            .args(["pdb", "build"])
            .args(&args.options),
        programs::RUST,
    )?;
    let built = String::from_utf8(built)?;
    print!("{built}");
    // `pdb build` prints a line for each table, such as `FOLDER/4x4_zero-aware_1-8.pdb: 37 entries`.
    let tables = built
        .lines()
        .filter_map(|line| Some(line.split_once(": ")?.0));
    programs::run(
        Command::new(fifteen).args(["pdb", "verify"]).args(tables),
        programs::RUST,
    )
}
