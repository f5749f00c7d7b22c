//! Programs that tasks run.

use std::io::ErrorKind;
use std::process::{Command, Stdio};

use crate::Result;

/// The page that tells how to install Rust.
pub(crate) const RUST: &str = "https://rustup.rs";

/// Runs a program to its end. What it prints goes to standard error.
///
/// # Errors
/// If it fails, or is not there; then the error names the line that installs it.
pub(crate) fn run(command: &mut Command, install: &str) -> Result<()> {
    end(command.stdout(std::io::stderr()), install).map(drop)
}

/// Runs a program to its end: its standard output.
///
/// # Errors
/// As for [`run`].
pub(crate) fn output(command: &mut Command, install: &str) -> Result<Vec<u8>> {
    end(command.stdout(Stdio::piped()), install)
}

fn end(command: &mut Command, install: &str) -> Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let ended =
        command.stdin(Stdio::null()).stderr(Stdio::inherit()).spawn().and_then(|child| child.wait_with_output());
    match ended {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => Err(format!("{command:?} failed: {}", output.status).into()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(format!("there is no {name}; install it with: {install}").into())
        }
        Err(error) => Err(format!("cannot run {name}: {error}").into()),
    }
}

/// True if a program is there.
pub(crate) fn is_there(name: &str) -> bool {
    Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}
