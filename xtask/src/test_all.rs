//! `cargo xtask test-all`: all tests, with those that take minutes and are ignored otherwise, optimised, with all checks.

use std::process::Command;

use crate::Result;
use crate::paths::root;

/// Run all tests, with the exhaustive ones that `cargo test` leaves out (half an hour, 4 GB of memory)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run only tests with this text in their name
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut test = Command::new(cargo);
    test.args(["test", "--workspace", "--profile", "exhaustive", "--locked", "--"])
        .args(&args.name)
        .arg("--include-ignored");
    if test.current_dir(root()).status()?.success() { Ok(()) } else { Err("tests failed".into()) }
}
