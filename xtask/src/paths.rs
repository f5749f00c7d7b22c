//! Paths of the repository, of the tables that tasks build for themselves, and of the built command.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The folder of the tables of measurements and comparisons.
pub(crate) fn tables() -> PathBuf {
    target_folder().join("measure")
}

/// The target folder in use, which need not be the checkout's: this program is in TARGET/PROFILE.
pub(crate) fn target_folder() -> PathBuf {
    let here = std::env::current_exe().ok();
    here.as_deref().and_then(|exe| exe.ancestors().nth(2)).map_or_else(|| root().join("target"), Path::to_path_buf)
}

/// Builds the command in the profile of this program: its path.
pub(crate) fn command() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    let here = std::env::current_exe()?;
    let profile = here.parent().and_then(Path::file_name).unwrap_or("release".as_ref());
    build.args(["build", "--quiet", "--package", "fifteen", "--target-dir"]).arg(target_folder());
    build.arg("--profile").arg(if profile == "debug" { "dev".as_ref() } else { profile });
    if !build.current_dir(root()).status()?.success() {
        return Err("the command `fifteen` cannot be built".into());
    }
    Ok(target_folder().join(profile).join(format!("fifteen{}", std::env::consts::EXE_SUFFIX)))
}
