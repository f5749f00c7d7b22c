//! The command for Windows and its archive, made on another system; tried under Wine where Wine is there.

use std::path::PathBuf;

use super::stage::{Stage, run};
use super::{binary, trial};
use crate::Result;
use crate::windows::{TARGET, Toolchain, is_program};
use crate::wine::Wine;

pub(super) fn missing(_: &Stage) -> Vec<String> {
    Toolchain::find().err().unwrap_or_default()
}

pub(super) fn make(stage: &Stage) -> Result<Vec<PathBuf>> {
    // The manual pages and the completions are those of the command that runs here.
    binary::build(stage)?;
    let toolchain = Toolchain::find().map_err(|missing| missing.join("; "))?;
    let mut cargo = stage.command(toolchain.cargo(), &["-Ctarget-feature=+crt-static"])?;
    cargo.args(["build", "--quiet", "--locked", "--package", "fifteen", "--profile", "dist"]);
    toolchain.cross_compile(&mut cargo);
    run(&mut cargo)?;
    let command = stage.results(TARGET).join("fifteen.exe");
    if is_program("wine") {
        let wine = Wine::start(stage.work.join("wine"))?;
        trial::of(|| {
            let mut start = wine.command("wine");
            start.arg(&command);
            start
        })?;
    } else {
        eprintln!("dist: note: {} was not tried, since there is no wine", command.display());
    }
    Ok(vec![binary::archive(stage, TARGET, &command)?])
}
