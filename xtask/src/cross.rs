//! A Rust toolchain that compiles for WebAssembly: the one in use, or that of the system, which Debian has.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The remedy for a missing standard library of another system.
pub(crate) const NO_SOURCES: &str = "there is no standard library of Rust for it; install it with: rustup target add, or its \
     sources and a compiler of the same version with: apt-get install rustc-web cargo-web rust-web-src";

/// A Rust toolchain that can compile for another system.
#[derive(Debug)]
pub(crate) struct Toolchain {
    target: &'static str,
    /// The folder of its programs, if it is not the one in use.
    programs: Option<PathBuf>,
    /// The standard library is compiled from its sources.
    builds_std: bool,
}

impl Toolchain {
    /// The toolchain in use if it can compile for a target, else that of the system. The linker is another matter.
    pub(crate) fn of_target(target: &'static str) -> Option<Self> {
        [None, Some(PathBuf::from("/usr/bin"))].into_iter().find_map(|programs| Self::of_programs(target, programs))
    }

    fn of_programs(target: &'static str, programs: Option<PathBuf>) -> Option<Self> {
        let rustc = programs.as_ref().map_or_else(|| "rustc".into(), |folder| folder.join("rustc"));
        let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
        let libraries = Path::new(String::from_utf8(output.stdout).ok()?.trim()).join("lib/rustlib");
        if libraries.join(target).join("lib").is_dir() {
            return Some(Self { target, programs, builds_std: false });
        }
        let sources = libraries.join("src/rust/library/std/Cargo.toml");
        sources.is_file().then_some(Self { target, programs, builds_std: true })
    }

    /// The program `cargo`.
    pub(crate) fn cargo(&self) -> PathBuf {
        self.programs.as_ref().map_or_else(|| "cargo".into(), |folder| folder.join("cargo"))
    }

    /// True if it is the system's, not the one in use.
    pub(crate) fn is_of_system(&self) -> bool {
        self.programs.is_some()
    }

    /// Makes a call of [`cargo`](Self::cargo) one that compiles for the target.
    pub(crate) fn cross_compile(&self, cargo: &mut Command) {
        cargo.args(["--target", self.target]);
        // Variables of the program that runs now, which may belong to another toolchain.
        cargo.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        if let Some(programs) = &self.programs {
            cargo.env("RUSTC", programs.join("rustc")).env("RUSTDOC", programs.join("rustdoc"));
        }
        if self.builds_std {
            // Compiling the standard library is an unstable feature, which a stable compiler allows itself for this
            // only.
            cargo.args(["-Z", "build-std=std,panic_abort"]).env("RUSTC_BOOTSTRAP", "1");
        }
    }
}

/// True if a program can be started.
pub(crate) fn is_program(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}
