//! Where things are: the checkout, the tables that tasks build for themselves, the command.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Where the tables of measurements and comparisons are kept.
pub(crate) fn tables() -> PathBuf {
    root().join("target/measure")
}

/// The command `fifteen`, built first, in release.
pub(crate) fn command() -> Result<PathBuf, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--release", "--package", "fifteen-cli"]).current_dir(root());
    if !build.status()?.success() {
        return Err("`fifteen` could not be built".into());
    }
    Ok(std::env::current_exe()?.with_file_name(format!("fifteen{}", std::env::consts::EXE_SUFFIX)))
}
