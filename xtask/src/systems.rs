//! `cargo xtask check-systems`: the Rust code of the command, checked for systems that are not at hand.
//!
//! Nothing is linked or run. C code is not compiled, since that would need the headers of those systems.

use std::process::Command;

use crate::Result;
use crate::cross::{NO_SOURCES, Toolchain};
use crate::paths::{root, target_folder};

/// Check the Rust code of the command for Windows, macOS and 64-bit Arm (ten minutes)
///
/// A system without a standard library of Rust, or its sources, is skipped, and the output says so.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Check for this target only (may be repeated)
    #[arg(long, value_name = "TARGET", value_parser = TARGETS)]
    target: Vec<String>,
}

const TARGETS: [&str; 4] =
    ["x86_64-pc-windows-gnu", "aarch64-unknown-linux-gnu", "x86_64-apple-darwin", "aarch64-apple-darwin"];

pub(crate) fn run(args: &Args) -> Result<()> {
    for target in TARGETS.into_iter().filter(|target| args.target.is_empty() || args.target.iter().any(|t| t == target))
    {
        match Toolchain::of_target(target) {
            Some(toolchain) => check(&toolchain, target)?,
            None => println!("SKIPPED: nothing was checked for {target}: {NO_SOURCES}"),
        }
    }
    Ok(())
}

fn check(toolchain: &Toolchain, target: &str) -> Result<()> {
    let mut cargo = Command::new(toolchain.cargo());
    cargo.args(["check", "--quiet", "--locked", "--package", "fifteen"]).current_dir(root());
    // A compiler that succeeds and does nothing is enough: what it would make is not linked.
    let variable = |tool: &str| format!("{tool}_{}", target.replace('-', "_"));
    cargo.env(variable("CC"), "true").env(variable("AR"), "true");
    cargo.env("CARGO_TARGET_DIR", target_folder().join("systems"));
    toolchain.cross_compile(&mut cargo);
    if !cargo.status()?.success() {
        return Err(format!("the code does not compile for {target}").into());
    }
    println!("the Rust code compiles for {target}");
    Ok(())
}
