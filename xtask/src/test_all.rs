//! `cargo xtask test-all`: all tests, with those that take minutes and are ignored otherwise, optimised, with all
//! checks; every crate built as it would be published; and the same results asked of WebAssembly and of the command for
//! Windows.

use std::process::Command;

use serde_json::Value;

use crate::Result;
use crate::paths::root;
use crate::{wasm, wine};

/// Run all tests, with the exhaustive ones that `cargo test` leaves out, and package all crates (half an hour, 4 GB of
/// memory)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run only tests with this text in their name
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut test = cargo();
    test.args(["test", "--workspace", "--profile", "exhaustive", "--locked", "--"]).args(&args.name);
    if !test.arg("--include-ignored").status()?.success() {
        return Err("tests failed".into());
    }
    if args.name.is_none() {
        package()?;
        wasm::run(&wasm::Args::default())?;
    }
    wine::run(&wine::Args { name: args.name.clone() })
}

/// Builds every crate from its package alone, as a user who takes it from the registry.
fn package() -> Result<()> {
    let metadata = cargo().args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).output()?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let mut package = cargo();
    package.args(["package", "--workspace", "--locked", "--allow-dirty"]);
    for private in packages.iter().filter(|package| !package["publish"].is_null()) {
        package.args(["--exclude", private["name"].as_str().ok_or("a package has no name")?]);
    }
    if package.status()?.success() { Ok(()) } else { Err("a crate cannot be built from its package".into()) }
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}
