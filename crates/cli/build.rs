//! Finds the Git commit and the target platform that `fifteen --version` prints.
//!
//! Only release builds contain the commit, so that debug builds are not recompiled after every
//! commit. If the sources are not in a Git clone, the environment variable `FIFTEEN_COMMIT` can
//! name the commit.

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

/// Returns the abbreviated hash and the date of the current commit, or `unknown commit` outside a
/// Git clone of this project.
fn commit() -> String {
    if git(&["rev-parse", "--show-prefix"]).as_deref() != Some("crates/cli/") {
        return "unknown commit".to_owned();
    }
    // Run this script again after every commit or change of branch: `HEAD` names the branch, and
    // `logs/HEAD` changes with every commit. Skip missing files, because Cargo would treat them as
    // changed in every build.
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
