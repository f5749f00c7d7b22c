//! The wheel for Python: the package `fifteen` with the command beside it, by maturin.
//!
//! On Linux, zig links against the symbols of an old C library (manylinux), so that the wheel suits every distribution
//! since 2014.

use std::fs;
use std::path::PathBuf;

use super::binary;
use super::stage::{Stage, run, text};
use super::tools::{self, Tool};
use crate::Result;

const MATURIN: Tool = Tool {
    probes: &[&["maturin", "--version"], &["python3", "-m", "maturin", "--version"]],
    install: "python3 -m pip install maturin",
};
const ZIG: Tool = Tool {
    probes: &[&["zig", "version"], &["python3", "-m", "ziglang", "version"]],
    install: "python3 -m pip install ziglang",
};

pub(super) fn missing(stage: &Stage) -> Vec<String> {
    tools::missing(if stage.host.contains("linux") { &[MATURIN, ZIG] } else { &[MATURIN] })
}

pub(super) fn make(stage: &Stage) -> Result<Vec<PathBuf>> {
    binary::build(stage)?;
    add_command(stage)?;
    let start = MATURIN.found().ok_or("maturin is gone")?;
    let out = stage.work.join("wheel");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let mut maturin = stage.command(start[0], &[])?;
    maturin.args(&start[1..]).args(["build", "--quiet", "--locked", "--profile", "dist", "--out", &text(&out)?]);
    if stage.host.contains("linux") {
        maturin.args(["--zig", "--compatibility", "manylinux2014"]);
    }
    run(maturin.args(["--target", &stage.host]))?;
    let mut wheels = Vec::new();
    for entry in fs::read_dir(&out)? {
        let entry = entry?;
        let wheel = stage.out.join(entry.file_name());
        fs::copy(entry.path(), &wheel)?;
        wheels.push(wheel);
    }
    Ok(wheels)
}

/// Puts the command where maturin packs it as a script, which pip installs beside `python`.
fn add_command(stage: &Stage) -> Result<()> {
    let command = binary::command(stage);
    let scripts = stage.source().join("wheel-data/scripts");
    fs::create_dir_all(&scripts)?;
    fs::copy(&command, scripts.join(command.file_name().unwrap_or_default()))?;
    let project = stage.source().join("pyproject.toml");
    let before = fs::read_to_string(&project)?;
    let after = before.replacen("[tool.maturin]\n", "[tool.maturin]\ndata = \"wheel-data\"\n", 1);
    if after == before {
        return Err("pyproject.toml has no section [tool.maturin]".into());
    }
    Ok(fs::write(project, after)?)
}
