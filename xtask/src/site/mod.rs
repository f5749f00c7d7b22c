//! `cargo xtask site`: builds the page as a static site, in which WebAssembly takes the place of
//! the server.
//!
//! The site consists of the page of `fifteen serve`, the files in `web/engine`, the
//! WebAssembly engine and the book. All paths are relative, so the site works in any folder of a
//! file server.

mod pages;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::programs::{RUST, is_there, output, root, run as run_program, target_folder};
pub(crate) use pages::copy_files;
use pages::{add_to_head, copy_page, files, link_to_page, report, write_service_worker};

/// Build the page as a static site, which needs no special server, in target/site
///
/// The book is omitted if mdBook is not installed.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder of the site, which is emptied first [default: target/site]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Address of the site, which link previews need to show its picture
    #[arg(long)]
    url: Option<String>,
    /// Compile the engine in the dev profile, for tests: the engine is compiled faster, but it is
    /// larger and slower
    #[arg(long)]
    fast: bool,
}

const TARGET: &str = "wasm32-unknown-unknown";

/// Path of the script that installs the tools for building the site, shown in error messages.
pub(crate) const INSTALL: &str = ".github/workflows/site-tools";

pub(crate) fn run(args: &Args) -> Result<()> {
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| target_folder().join("site"));
    let profile = if args.fast { "dev" } else { "site" };
    let target = target_folder().join("site-build");
    let url = args.url.as_deref().unwrap_or_default();
    Sources {
        folder: root(),
        target: &target,
        cargo: &Command::new,
    }
    .make(profile, &out, url)
}

/// Builds only the WebAssembly engine, in the folder `out` and in the dev profile, for tests.
pub(crate) fn make_engine(out: &Path) -> Result<()> {
    let target = target_folder().join("site-build");
    Sources {
        folder: root(),
        target: &target,
        cargo: &Command::new,
    }
    .make_engine("dev", out)
}

/// The repository from which the site is built, and the settings for compiling its engine.
pub(crate) struct Sources<'a> {
    pub(crate) folder: &'a Path,
    /// Cargo's target folder.
    pub(crate) target: &'a Path,
    /// A function that creates a command that runs Cargo, given the name or path of the program.
    pub(crate) cargo: &'a dyn Fn(&'static str) -> Command,
}

impl Sources<'_> {
    /// Builds the site in the folder `out`, with the engine compiled in the given profile. `url` is
    /// the address of the site, or empty if it is unknown.
    pub(crate) fn make(&self, profile: &str, out: &Path, url: &str) -> Result<()> {
        self.make_engine(profile, out)?;
        for folder in ["web/page", "web/engine"] {
            copy_page(&self.folder.join(folder), out)?;
        }
        let has_book = is_there("mdbook");
        add_to_head(&out.join("index.html"), has_book, url)?;
        let files = files(out)?;
        write_service_worker(out, &files)?;
        report(out, &files, profile == "site")?;
        if has_book {
            let book = std::path::absolute(out.join("book"))?;
            let mut mdbook = Command::new("mdbook");
            run_program(
                mdbook
                    .arg("build")
                    .arg(self.folder.join("docs"))
                    .arg("--dest-dir")
                    .arg(&book),
                INSTALL,
            )?;
            // mdBook also copies its configuration file, which does not belong on the site.
            fs::remove_file(book.join("book.toml"))?;
            link_to_page(&book)?;
        } else {
            println!("SKIPPED: the book; it needs mdBook: cargo install mdbook --locked");
        }
        Ok(())
    }

    /// Builds the WebAssembly engine in the folder `out`, which is emptied first.
    fn make_engine(&self, profile: &str, out: &Path) -> Result<()> {
        if out.exists() {
            fs::remove_dir_all(out)?;
        }
        fs::create_dir_all(out)?;
        let mut cargo = self.cargo()?;
        // Request a `cdylib` here rather than in the manifest, because only the WebAssembly build
        // needs one.
        cargo.args([
            "rustc",
            "--quiet",
            "--locked",
            "--package",
            "fifteen-questions",
            "--lib",
        ]);
        cargo
            .args([
                "--crate-type",
                "cdylib",
                "--target",
                TARGET,
                "--profile",
                profile,
            ])
            .current_dir(self.folder);
        run_program(cargo.env("CARGO_TARGET_DIR", self.target), RUST)?;
        let folder = if profile == "dev" { "debug" } else { profile };
        let engine = self
            .target
            .join(TARGET)
            .join(folder)
            .join("fifteen_questions.wasm");
        let mut bind = Command::new("wasm-bindgen");
        bind.args([
            "--target",
            "web",
            "--no-typescript",
            "--remove-name-section",
            "--remove-producers-section",
        ]);
        run_program(
            bind.args(["--out-name", "fifteen", "--out-dir"])
                .arg(out)
                .arg(engine),
            INSTALL,
        )
    }

    /// Returns the Cargo to use. This is the current Cargo if the standard library for WebAssembly
    /// is installed. Otherwise, it is Debian's Cargo, which compiles this library from source.
    fn cargo(&self) -> Result<Command> {
        let library = output(
            Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]),
            INSTALL,
        )?;
        if Path::new(String::from_utf8(library)?.trim()).is_dir() {
            return Ok((self.cargo)("cargo"));
        }
        if !Path::new("/usr/lib/rustlib/src/rust/library").exists() {
            return Err(format!(
                "there is no standard library of Rust for {TARGET}; install it with: rustup target add {TARGET}, or on \
                 Debian: apt-get install rustc-web cargo-web rust-web-src lld-19"
            )
            .into());
        }
        let mut cargo = (self.cargo)("/usr/bin/cargo");
        // Compiling the standard library is an unstable feature of Cargo. `RUSTC_BOOTSTRAP` permits
        // unstable features in a stable compiler.
        cargo
            .args(["-Z", "build-std=std,panic_abort"])
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTC", "/usr/bin/rustc");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
        // Remove the variables with which the Cargo that started this task would select its own
        // toolchain instead.
        cargo.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        Ok(cargo)
    }
}
