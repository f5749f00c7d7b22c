//! `cargo xtask test-wasm`: the engine as WebAssembly, whose words have 32 bits, compared with the command.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::cross::is_program;
use crate::paths::{command, root, target_folder};
use crate::site;

/// Compare the engine as WebAssembly with the command: tables, Korf's 100 boards, data/SIGNATURE (five minutes)
///
/// Nothing is run without Node.js and the tools that make the site; the output then names what is missing.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// The command of wasm-bindgen, of the version that Cargo.lock has [default: wasm-bindgen]
    #[arg(long, value_name = "PROGRAM")]
    wasm_bindgen: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let wasm_bindgen = args.wasm_bindgen.as_deref().unwrap_or(Path::new("wasm-bindgen"));
    let node = (!is_program("node")).then(|| "there is no node; install it with: apt-get install nodejs".to_owned());
    let missing: Vec<String> = site::missing(root(), wasm_bindgen).into_iter().chain(node).collect();
    if !missing.is_empty() {
        println!("SKIPPED: nothing was compared in WebAssembly: {}", missing.join("; "));
        return Ok(());
    }
    let engine = target_folder().join("wasm-engine");
    site::make_engine(wasm_bindgen, &engine)?;
    let mut node = Command::new("node");
    node.arg(root().join("crates/wasm/tests/truth.mjs")).arg(&engine).arg(command()?);
    if node.status()?.success() { Ok(()) } else { Err("WebAssembly computes something else than the command".into()) }
}
