//! Compiling for another system: the recipe of `cargo xtask dist`, `test-wine`, `check-systems` and `site`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A system for which the command is compiled and linked on another one.
#[derive(Debug)]
pub(crate) struct System {
    /// The target of Rust's compiler.
    pub(crate) target: &'static str,
    /// The C compiler, which links too.
    compiler: &'static str,
    /// The line to type to install the C compiler.
    install: &'static str,
}

/// 64-bit Windows, with the linker and the C library of MinGW-w64.
pub(crate) const WINDOWS: System = System {
    target: "x86_64-pc-windows-gnu",
    compiler: "x86_64-w64-mingw32-gcc",
    install: "apt-get install gcc-mingw-w64-x86-64",
};

/// Linux on 64-bit Arm.
pub(crate) const ARM: System = System {
    target: "aarch64-unknown-linux-gnu",
    compiler: "aarch64-linux-gnu-gcc",
    install: "apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
};

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
    /// The program that links, if it is not Cargo's own choice.
    linker: Option<&'static str>,
}

impl Toolchain {
    /// The toolchain in use if it can compile and link for a system, else that of the machine's system.
    ///
    /// # Errors
    /// A sentence for each missing tool, with the line that installs the tool.
    pub(crate) fn find(system: &System) -> Result<Self, Vec<String>> {
        let System { target, compiler, install } = system;
        let no_compiler =
            (!is_program(compiler)).then(|| format!("there is no {compiler}; install it with: {install}"));
        let found = Self::of_target(target);
        let no_library = found.is_none().then(|| format!("{target}: {NO_SOURCES}"));
        let missing: Vec<String> = no_library.into_iter().chain(no_compiler).collect();
        found.map(|found| Self { linker: Some(compiler), ..found }).filter(|_| missing.is_empty()).ok_or(missing)
    }

    /// The toolchain in use if it can compile for a target, else that of the system. The linker is another matter.
    pub(crate) fn of_target(target: &'static str) -> Option<Self> {
        [None, Some(PathBuf::from("/usr/bin"))].into_iter().find_map(|programs| Self::of_programs(target, programs))
    }

    fn of_programs(target: &'static str, programs: Option<PathBuf>) -> Option<Self> {
        let rustc = programs.as_ref().map_or_else(|| "rustc".into(), |folder| folder.join("rustc"));
        let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
        let libraries = Path::new(String::from_utf8(output.stdout).ok()?.trim()).join("lib/rustlib");
        if libraries.join(target).join("lib").is_dir() {
            return Some(Self { target, programs, builds_std: false, linker: None });
        }
        let sources = libraries.join("src/rust/library/std/Cargo.toml");
        sources.is_file().then_some(Self { target, programs, builds_std: true, linker: None })
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
        if let Some(linker) = self.linker {
            cargo.env(format!("CARGO_TARGET_{}_LINKER", self.target.to_uppercase().replace('-', "_")), linker);
        }
        // Variables of the program that runs now, which may belong to another toolchain.
        cargo.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        if let Some(programs) = &self.programs {
            cargo.env("RUSTC", programs.join("rustc")).env("RUSTDOC", programs.join("rustdoc"));
        }
        if self.builds_std {
            // Compiling the standard library is an unstable feature, which a stable compiler allows itself for this
            // only.
            let panic = if self.target.starts_with("wasm32") { "panic_abort" } else { "panic_unwind" };
            cargo.arg("-Z").arg(format!("build-std=std,{panic}")).env("RUSTC_BOOTSTRAP", "1");
        }
    }
}

/// True if a program can be started.
pub(crate) fn is_program(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}
