//! `cargo xtask test-all`: runs all tests, including the slow ones, builds every crate from its
//! package, and compares the WebAssembly engine with the command.

use std::process::Command;

use crate::Result;
use crate::programs::{RUST, command, is_there, root, run as run_program, target_folder};
use crate::site::{self, INSTALL};

/// Run all tests in their long forms, and package all crates (over an hour, 4 GB of memory)
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run only tests with this text in their name
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Multiply the number of repetitions of randomised tests by this factor, with a new seed each
    /// day
    #[arg(long, value_name = "N", default_value_t = 20)]
    repeats: u32,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut test = cargo(&[
        "test",
        "--workspace",
        "--profile",
        "exhaustive",
        "--locked",
        "--",
    ]);
    test.args(&args.name)
        .arg("--include-ignored")
        .env("FIFTEEN_REPEATS", args.repeats.to_string());
    run_program(&mut test, RUST)?;
    if args.name.is_some() {
        return Ok(());
    }
    // A dry run of `cargo publish` builds each crate from its package.
    run_program(
        &mut cargo(&[
            "publish",
            "--workspace",
            "--dry-run",
            "--locked",
            "--allow-dirty",
        ]),
        RUST,
    )?;
    compare_webassembly()
}

/// Checks that the WebAssembly engine, running in Node, finds the same results as the command. The
/// checks cover tables, Korf's 100 boards, the counts in `data/SIGNATURE`, and block puzzles. They
/// are needed because `usize` has only 32 bits in WebAssembly.
fn compare_webassembly() -> Result<()> {
    if let Some(program) = ["node", "wasm-bindgen"]
        .into_iter()
        .find(|program| !is_there(program))
    {
        println!("SKIPPED: nothing was compared in WebAssembly, since there is no {program}");
        return Ok(());
    }
    let engine = target_folder().join("wasm-engine");
    site::make_engine(&engine)?;
    let mut node = Command::new("node");
    run_program(
        node.arg(root().join("web/tests/truth.js"))
            .arg(&engine)
            .arg(command()?),
        INSTALL,
    )
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(arguments).current_dir(root());
    cargo
}
