//! Runs external programs and the built command, and defines paths in the repository.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Result;

/// Web page with installation instructions for Rust, shown in error messages.
pub(crate) const RUST: &str = "https://rustup.rs";

/// Runs a program and waits for it. Its standard output is redirected to standard error.
///
/// # Errors
/// Returns an error if the program fails. If the program is not installed, the error contains
/// `install`, which says how to install it.
pub(crate) fn run(command: &mut Command, install: &str) -> Result<()> {
    end(command.stdout(std::io::stderr()), install).map(drop)
}

/// Runs a program and returns its standard output.
///
/// # Errors
/// Returns an error if the program fails. If the program is not installed, the error contains
/// `install`, which says how to install it.
pub(crate) fn output(command: &mut Command, install: &str) -> Result<Vec<u8>> {
    end(command.stdout(Stdio::piped()), install)
}

fn end(command: &mut Command, install: &str) -> Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ended = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .and_then(|child| child.wait_with_output());
    match ended {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => Err(format!("{command:?} failed: {}", output.status).into()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(format!("there is no {name}; install it with: {install}").into())
        }
        Err(error) => Err(format!("cannot run {name}: {error}").into()),
    }
}

/// Returns whether a program is installed.
pub(crate) fn is_there(name: &str) -> bool {
    Command::new(name)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// Returns the root folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// Returns the folder with the pattern databases for measurements and comparisons.
pub(crate) fn tables() -> PathBuf {
    target_folder().join("measure")
}

/// Returns Cargo's target folder, which can be outside the checkout. It is derived from the path of
/// this program, `TARGET/PROFILE/xtask`.
pub(crate) fn target_folder() -> PathBuf {
    let here = std::env::current_exe().ok();
    here.as_deref()
        .and_then(|exe| exe.ancestors().nth(2))
        .map_or_else(|| root().join("target"), Path::to_path_buf)
}

/// Builds the `fifteen` command in the same profile as this program, and returns its path.
pub(crate) fn command() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    let here = std::env::current_exe()?;
    let profile = here
        .parent()
        .and_then(Path::file_name)
        .unwrap_or("release".as_ref());
    build
        .args(["build", "--quiet", "--package", "fifteen", "--target-dir"])
        .arg(target_folder());
    build.arg("--profile").arg(if profile == "debug" {
        "dev".as_ref()
    } else {
        profile
    });
    if !build.current_dir(root()).status()?.success() {
        return Err("the command `fifteen` cannot be built".into());
    }
    Ok(target_folder()
        .join(profile)
        .join(format!("fifteen{}", std::env::consts::EXE_SUFFIX)))
}
