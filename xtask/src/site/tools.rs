//! The programs that make the site.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::TARGET;
use crate::cross::{NO_SOURCES, Toolchain, is_program};

/// The linkers of LLVM for it, for a toolchain that has none of its own.
const LINKERS: [&str; 3] = ["wasm-ld", "wasm-ld-19", "wasm-ld-20"];

/// A sentence for each missing tool, with the line that installs it.
pub(crate) fn missing(source: &Path, wasm_bindgen: &Path) -> Vec<String> {
    let mut missing = Vec::new();
    match Toolchain::of_target(TARGET) {
        None => missing.push(format!("{TARGET}: {NO_SOURCES}")),
        Some(toolchain) if toolchain.is_of_system() && linker().is_none() => {
            missing.push("there is no linker for WebAssembly; install it with: apt-get install lld-19".to_owned());
        }
        Some(_) => (),
    }
    let version = Command::new(wasm_bindgen).arg("--version").output();
    let found = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    match locked_version(source, "wasm-bindgen") {
        Some(needed) if found.split(' ').nth(1) == Some(&needed) => (),
        Some(needed) => missing.push(format!(
            "{} {}; install the right version with: cargo install wasm-bindgen-cli --version {needed}",
            wasm_bindgen.display(),
            if found.is_empty() { "is not there".to_owned() } else { format!("has the version '{found}'") },
        )),
        None => missing.push("Cargo.lock has no package wasm-bindgen".to_owned()),
    }
    missing
}

/// A linker of LLVM that is installed.
pub(super) fn linker() -> Option<&'static str> {
    LINKERS.into_iter().find(|name| is_program(name))
}

/// The version of a package in the lock file.
fn locked_version(source: &Path, package: &str) -> Option<String> {
    let lock = fs::read_to_string(source.join("Cargo.lock")).ok()?;
    let (_, entry) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    entry.split_once('"').map(|(version, _)| version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::root;

    #[test]
    fn the_lock_file_tells_the_version_of_the_command() {
        assert!(locked_version(root(), "wasm-bindgen").is_some_and(|version| version.starts_with("0.2.")));
        let missing = missing(root(), Path::new("no-such-program"));
        assert!(
            missing.iter().any(|line| line.contains("cargo install wasm-bindgen-cli --version 0.2.")),
            "{missing:?}"
        );
    }
}
