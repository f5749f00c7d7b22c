//! Stands in for a command whose Cargo feature is switched off in this build.
//!
//! The command stays in the help and accepts any arguments, so that a user who types it learns how
//! to get it instead of reading that it doesn't exist.

use std::ffi::OsString;

use anyhow::{Result, bail};

use crate::exit::Exit;

/// Left out of this build
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Any arguments of the command.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<OsString>,
}

/// Reports that the command `name` is missing from this build, and explains how to build it. The
/// Cargo feature has the same name.
///
/// # Errors
/// Always returns an error, because the command cannot run.
pub(crate) fn run(name: &str) -> Result<Exit> {
    bail!(
        "this program was built without the command '{name}', because its Cargo feature '{name}' was switched off; \
         build it without --no-default-features, for example: cargo run --release -- {name}"
    )
}
