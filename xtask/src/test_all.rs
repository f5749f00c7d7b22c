//! `cargo xtask test-all`: all tests, with those that take minutes and are ignored otherwise, optimised, with all checks; and every
//! crate built as it would be published.

use std::process::Command;

use crate::Result;
use crate::paths::root;
use crate::wine;

/// Run all tests, with the exhaustive ones that `cargo test` leaves out, and package all crates (half an hour, 4 GB of memory)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run only tests with this text in their name
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// The packages that are not published.
const PRIVATE: [&str; 3] = ["fifteen-python", "fifteen-wasm", "xtask"];

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut test = cargo();
    test.args(["test", "--workspace", "--profile", "exhaustive", "--locked", "--"]).args(&args.name);
    if !test.arg("--include-ignored").status()?.success() {
        return Err("tests failed".into());
    }
    if args.name.is_none() {
        package()?;
    }
    wine::run(&wine::Args { name: args.name.clone() })
}

/// Builds every crate from its package alone, as a user who takes it from the registry.
fn package() -> Result<()> {
    let mut package = cargo();
    package.args(["package", "--workspace", "--locked", "--allow-dirty"]);
    package.args(PRIVATE.iter().flat_map(|name| ["--exclude", name]));
    if package.status()?.success() { Ok(()) } else { Err("a crate cannot be built from its package".into()) }
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}
