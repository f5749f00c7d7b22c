//! The Debian package: the static command, its manual pages and completions, packed by cargo-deb.

use std::path::PathBuf;

use super::binary;
use super::stage::{Stage, run, text};
use super::tools::{self, Tool};
use crate::Result;

const CARGO_DEB: Tool = Tool { probes: &[&["cargo-deb", "--version"]], install: "cargo install cargo-deb --locked" };

pub(super) fn missing(stage: &Stage) -> Vec<String> {
    if stage.host.contains("linux") {
        return tools::missing(&[CARGO_DEB]);
    }
    vec![format!("a Debian package needs the command for Linux, and this machine makes that for {}", stage.host)]
}

pub(super) fn make(stage: &Stage) -> Result<Vec<PathBuf>> {
    binary::build(stage)?;
    let architecture = if stage.host.starts_with("aarch64") { "arm64" } else { "amd64" };
    let out = stage.out.join(format!("fifteen_{}-1_{architecture}.deb", stage.version));
    let mut deb = stage.command("cargo-deb", &[])?;
    deb.args(["--quiet", "--no-build", "--no-strip", "--locked", "--package", "fifteen", "--profile", "dist"]);
    run(deb.args(["--target", &stage.host, "--output", &text(&out)?]))?;
    Ok(vec![out])
}
