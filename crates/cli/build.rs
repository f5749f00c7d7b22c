//! The commit and the target that `fifteen --version` prints.
//!
//! Only release builds have the commit: a debug build would be compiled again after each commit. Where sources are not
//! in a clone, the environment variable `FIFTEEN_COMMIT` can name it.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo:rerun-if-env-changed=FIFTEEN_COMMIT");
    let found = || {
        if variable("PROFILE") == "release" {
            commit()
        } else {
            "debug build".to_owned()
        }
    };
    let commit = env::var("FIFTEEN_COMMIT").unwrap_or_else(|_| found());
    println!("cargo:rustc-env=FIFTEEN_COMMIT={commit}");
    println!("cargo:rustc-env=FIFTEEN_TARGET={}", variable("TARGET"));
}

/// The abbreviated commit and its day. Outside a clone of this project it is unknown.
fn commit() -> String {
    if git(&["rev-parse", "--show-prefix"]).as_deref() != Some("crates/cli/") {
        return "unknown commit".to_owned();
    }
    // The first names the branch, the second changes with every commit. Cargo takes a missing file for a changed one.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) =
            git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).exists())
        {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    git(&["show", "--no-patch", "--format=%h %cs", "HEAD"])
        .unwrap_or_else(|| "unknown commit".to_owned())
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
