//! `cargo xtask site`: the page as a static site, with the engine as WebAssembly in the place of a server.
//!
//! The site is the page of `fifteen serve`, the files of `crates/wasm/page`, the engine and the book. Nothing in it has
//! an absolute path, so it works in any folder of any file server.

mod pages;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::cross::{NO_SOURCES, Toolchain};
use crate::paths::{root, target_folder};
use pages::{add_to_head, copy_files, files, link_to_page, report, write_service_worker};
use tools::linker;
pub(crate) use tools::missing;

/// Make the page as a static site, which needs no server, in target/site
///
/// The book is left out where there is no mdBook, and the output says so.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder of the site, which is emptied first [default: target/site]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The command of wasm-bindgen, of the version that Cargo.lock has
    #[arg(long, value_name = "PROGRAM", default_value = "wasm-bindgen")]
    wasm_bindgen: PathBuf,
    /// The program mdBook
    #[arg(long, value_name = "PROGRAM", default_value = "mdbook")]
    mdbook: PathBuf,
}

const TARGET: &str = "wasm32-unknown-unknown";

pub(crate) fn run(args: &Args) -> Result<()> {
    let missing = missing(root(), &args.wasm_bindgen);
    if !missing.is_empty() {
        return Err(missing.join("\n").into());
    }
    let out = std::path::absolute(args.out.clone().unwrap_or_else(|| target_folder().join("site")))?;
    of_workspace(|site| site.make(&args.wasm_bindgen, &args.mdbook, &out))
}

/// Makes the book of the pages in `docs` with mdBook.
pub(crate) fn make_book(docs: &Path, mdbook: &Path, out: &Path) -> Result<()> {
    let status = Command::new(mdbook).arg("build").arg(docs).arg("--dest-dir").arg(out).status()?;
    if !status.success() {
        return Err(format!("{} failed: {status}", mdbook.display()).into());
    }
    // mdBook copies everything that is not a page.
    Ok(fs::remove_file(out.join("book.toml"))?)
}

/// Makes the engine alone.
pub(crate) fn make_engine(wasm_bindgen: &Path, out: &Path) -> Result<()> {
    of_workspace(|site| site.make_engine(wasm_bindgen, out))
}

/// Does something with the sources that are checked out.
fn of_workspace(act: impl FnOnce(&Site) -> Result<()>) -> Result<()> {
    let target = target_folder().join("site-build");
    let cargo = |cargo: &Path| {
        let mut command = Command::new(cargo);
        command.env("CARGO_TARGET_DIR", &target).current_dir(root());
        Ok(command)
    };
    act(&Site { source: root(), target: &target, cargo: &cargo })
}

/// The place where the site's sources are, and the way to compile them.
pub(crate) struct Site<'a> {
    pub(crate) source: &'a Path,
    /// The folder in which Cargo builds.
    pub(crate) target: &'a Path,
    /// A call of that program, in the sources, which builds in `target`.
    pub(crate) cargo: &'a dyn Fn(&Path) -> Result<Command>,
}

impl Site<'_> {
    /// Makes the site in the folder `out`.
    pub(crate) fn make(&self, wasm_bindgen: &Path, mdbook: &Path, out: &Path) -> Result<()> {
        self.make_engine(wasm_bindgen, out)?;
        for folder in ["crates/serve/assets", "crates/wasm/page"] {
            copy_files(&self.source.join(folder), out)?;
        }
        let has_book = Command::new(mdbook).arg("--version").output().is_ok();
        add_to_head(&out.join("index.html"), has_book)?;
        let files = files(out)?;
        write_service_worker(out, &files)?;
        report(out, &files)?;
        if has_book {
            make_book(&self.source.join("docs"), mdbook, &out.join("book"))?;
            link_to_page(&out.join("book"))?;
        } else {
            println!("SKIPPED: the book; it needs mdBook: cargo install mdbook --locked");
        }
        Ok(())
    }

    /// Makes the engine in the folder `out`, which is emptied first.
    fn make_engine(&self, wasm_bindgen: &Path, out: &Path) -> Result<()> {
        if out.exists() {
            fs::remove_dir_all(out)?;
        }
        fs::create_dir_all(out)?;
        let engine = self.compile()?;
        let mut bind = Command::new(wasm_bindgen);
        bind.args(["--target", "web", "--no-typescript", "--remove-name-section", "--remove-producers-section"]);
        bind.args(["--out-name", "fifteen", "--out-dir"]).arg(out).arg(engine);
        if bind.status()?.success() { Ok(()) } else { Err(format!("{} failed", wasm_bindgen.display()).into()) }
    }

    /// Compiles the engine: the path of the `.wasm` file.
    fn compile(&self) -> Result<PathBuf> {
        let toolchain = Toolchain::of_target(TARGET).ok_or(NO_SOURCES)?;
        let mut cargo = (self.cargo)(&toolchain.cargo())?;
        cargo.args(["build", "--quiet", "--locked", "--package", "fifteen-wasm", "--profile", "site"]);
        if let Some(linker) = linker().filter(|_| toolchain.is_of_system()) {
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        toolchain.cross_compile(&mut cargo);
        if !cargo.status()?.success() {
            return Err("the engine does not compile to WebAssembly".into());
        }
        Ok(self.target.join(TARGET).join("site/fifteen_wasm.wasm"))
    }
}
