//! The command for other systems than this machine's, and its archives: Windows, and Linux on 64-bit Arm.
//!
//! Each is tried by an emulator of its system where there is one.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::stage::{Stage, run};
use super::{binary, trial};
use crate::Result;
use crate::cross::{ARM, System, Toolchain, WINDOWS, is_program};
use crate::wine::Wine;

/// The program that runs commands for Linux on Arm, of Debian's package `qemu-user-static`.
const QEMU: &str = "qemu-aarch64-static";

pub(super) fn windows_missing(_: &Stage) -> Vec<String> {
    Toolchain::find(&WINDOWS).err().unwrap_or_default()
}

pub(super) fn windows(stage: &Stage) -> Result<Vec<PathBuf>> {
    let command = build(stage, &WINDOWS, "fifteen.exe")?;
    if is_program("wine") {
        let wine = Wine::start(stage.work.join("wine"))?;
        trial::of(|| {
            let mut start = wine.command("wine");
            start.arg(&command);
            start
        })?;
    } else {
        not_tried(&command, "wine");
    }
    Ok(vec![binary::archive(stage, WINDOWS.target, &command)?])
}

pub(super) fn arm_missing(stage: &Stage) -> Vec<String> {
    if stage.host == ARM.target {
        return vec![format!("this machine is of {}: the kind `archive` is it", ARM.target)];
    }
    Toolchain::find(&ARM).err().unwrap_or_default()
}

pub(super) fn arm(stage: &Stage) -> Result<Vec<PathBuf>> {
    let command = build(stage, &ARM, "fifteen")?;
    if is_program(QEMU) {
        trial::of(|| {
            let mut start = Command::new(QEMU);
            start.arg(&command);
            start
        })?;
    } else {
        not_tried(&command, QEMU);
    }
    Ok(vec![binary::archive(stage, ARM.target, &command)?])
}

/// Builds the command for a system: its file, of that name.
fn build(stage: &Stage, system: &System, file: &str) -> Result<PathBuf> {
    // The manual pages and the completions are those of the command that runs here.
    binary::build(stage)?;
    let toolchain = Toolchain::find(system).map_err(|missing| missing.join("; "))?;
    let mut cargo = stage.command(toolchain.cargo(), &["-Ctarget-feature=+crt-static"])?;
    cargo.args(["build", "--quiet", "--locked", "--package", "fifteen", "--profile", "dist"]);
    toolchain.cross_compile(&mut cargo);
    run(&mut cargo)?;
    Ok(stage.results(system.target).join(file))
}

fn not_tried(command: &Path, emulator: &str) {
    eprintln!("dist: note: {} was not tried, since there is no {emulator}", command.display());
}
