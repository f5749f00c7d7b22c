//! `cargo xtask site`: the page as a static site, with the engine as WebAssembly in the place of a server.
//!
//! The site is the page of `fifteen serve`, the files of `crates/wasm/page`, the engine and the book. Nothing in it has an
//! absolute path, so it works in any folder of any file server.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::Result;
use crate::book;
use crate::cross::{NO_SOURCES, Toolchain, is_program};
use crate::paths::{root, target_folder};

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
/// The linkers of LLVM for it, for a toolchain that has none of its own.
const LINKERS: [&str; 3] = ["wasm-ld", "wasm-ld-19", "wasm-ld-20"];

/// The line of the page before which the site's own come.
const HEAD: &str = "<meta charset=\"utf-8\">\n";

/// The lines of the site in the head of the page. Scripts, styles and WebAssembly come from the site alone, none of them inline.
const OWN_HEAD: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="carrier" content="worker">
<script src="opened.js"></script>
<link rel="stylesheet" href="site.css">
<link rel="modulepreload" href="engine.js">
<script type="module" src="site.js"></script>
"#;

/// The line in the head of the page where there is a book: the page links to it.
const BOOK_HEAD: &str = "<link rel=\"help\" href=\"book/index.html\">\n";

/// The place of the buttons in a page of the book, and the link to the site's page that is put there.
const BOOK_BUTTONS: &str = "<div class=\"right-buttons\">";
const PAGE_LINK: &str = "<a href=\"../index.html\">Play</a>";

pub(crate) fn run(args: &Args) -> Result<()> {
    let missing = missing(root(), &args.wasm_bindgen);
    if !missing.is_empty() {
        return Err(missing.join("\n").into());
    }
    let out = std::path::absolute(args.out.clone().unwrap_or_else(|| target_folder().join("site")))?;
    let cargo = |cargo: &Path| {
        let mut command = Command::new(cargo);
        command.env("CARGO_TARGET_DIR", target_folder().join("site-build")).current_dir(root());
        Ok(command)
    };
    let site = Site { source: root(), target: &target_folder().join("site-build"), cargo: &cargo };
    site.make(&args.wasm_bindgen, &args.mdbook, &out)
}

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

fn linker() -> Option<&'static str> {
    LINKERS.into_iter().find(|name| is_program(name))
}

/// The version of a package in the lock file.
fn locked_version(source: &Path, package: &str) -> Option<String> {
    let lock = fs::read_to_string(source.join("Cargo.lock")).ok()?;
    let (_, entry) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    entry.split_once('"').map(|(version, _)| version.to_owned())
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
        if out.exists() {
            fs::remove_dir_all(out)?;
        }
        fs::create_dir_all(out)?;
        let engine = self.compile()?;
        let mut bind = Command::new(wasm_bindgen);
        bind.args(["--target", "web", "--no-typescript", "--remove-name-section", "--remove-producers-section"]);
        bind.args(["--out-name", "fifteen", "--out-dir"]).arg(out).arg(engine);
        if !bind.status()?.success() {
            return Err(format!("{} failed", wasm_bindgen.display()).into());
        }
        for folder in ["crates/serve/assets", "crates/wasm/page"] {
            copy_files(&self.source.join(folder), out)?;
        }
        let has_book = Command::new(mdbook).arg("--version").output().is_ok();
        let book_head = if has_book { BOOK_HEAD } else { "" };
        replace(&out.join("index.html"), HEAD, &format!("{HEAD}{OWN_HEAD}{book_head}"))?;
        let files = files(out)?;
        write_service_worker(out, &files)?;
        report(out, &files)?;
        if has_book {
            book::make(&self.source.join("docs"), mdbook, &out.join("book"))?;
            link_to_page(&out.join("book"))?;
        } else {
            println!("SKIPPED: the book is left out: {}", book::MISSING);
        }
        Ok(())
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

fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Replaces a text in a file, in which it must be.
fn replace(file: &Path, text: &str, by: &str) -> Result<()> {
    let content = fs::read_to_string(file)?;
    if !content.contains(text) {
        return Err(format!("{}: expected {text:?} in it", file.display()).into());
    }
    Ok(fs::write(file, content.replacen(text, by, 1))?)
}

/// Puts a link to the site's page into the pages of the book.
fn link_to_page(book: &Path) -> Result<()> {
    for entry in fs::read_dir(book)? {
        let path = entry?.path();
        // `toc.html` is the table of contents alone.
        if path.extension().is_some_and(|ending| ending == "html") && !path.ends_with("toc.html") {
            replace(&path, BOOK_BUTTONS, &format!("{BOOK_BUTTONS}{PAGE_LINK}"))?;
        }
    }
    Ok(())
}

/// The files of the page, by name, with their contents.
fn files(out: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(out)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && name != "sw.js" {
            files.push((name, fs::read(entry.path())?));
        }
    }
    files.sort();
    Ok(files)
}

/// Fills in the files that the service worker keeps, and the digest of all of them.
fn write_service_worker(out: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    let mut digest = Sha256::new();
    let mut names = "\"./\"".to_owned();
    for (name, content) in files {
        digest.update(name.as_bytes());
        digest.update(Sha256::digest(content));
        write!(names, ", \"{name}\"")?;
    }
    let version: String = digest.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let path = out.join("sw.js");
    replace(&path, "VERSION = \"\"", &format!("VERSION = \"{version}\""))?;
    replace(&path, "FILES = []", &format!("FILES = [{names}]"))
}

fn gzip(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

/// Prints the sizes of what a first visit transfers.
fn report(out: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    let (mut all, mut compressed) = (0, 0);
    for (name, content) in files {
        let small = gzip(content)?;
        (all, compressed) = (all + content.len(), compressed + small);
        if name.ends_with(".wasm") {
            println!("{name}: {} bytes, {small} compressed by gzip", content.len());
        }
    }
    println!("{}: {all} bytes, {compressed} compressed by gzip", out.join("index.html").display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_what_the_site_replaces() {
        let folder = tempfile::tempdir().unwrap();
        for from in ["crates/serve/assets", "crates/wasm/page"] {
            copy_files(&root().join(from), folder.path()).unwrap();
        }
        let index = folder.path().join("index.html");
        replace(&index, HEAD, &format!("{HEAD}{OWN_HEAD}")).unwrap();
        assert!(replace(&index, "no such text", "").is_err());
        let names = files(folder.path()).unwrap();
        assert!(names.iter().any(|(name, _)| name == "engine.js") && names.iter().all(|(name, _)| name != "sw.js"));
        write_service_worker(folder.path(), &names).unwrap();
        let worker = fs::read_to_string(folder.path().join("sw.js")).unwrap();
        assert!(
            worker.contains("FILES = [\"./\", \"") && worker.contains("\"engine.js\"") && !worker.contains("\"\";")
        );
        let page = fs::read_to_string(index).unwrap();
        // What is inline would be refused by the policy, and a path from the root would leave the folder.
        assert!(!page.contains("<style") && !page.contains("href=\"/") && !page.contains("src=\"/"));
    }

    #[test]
    fn pages_of_the_book_link_to_the_page() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("START.html"), format!("<p>{BOOK_BUTTONS}</div></p>")).unwrap();
        fs::write(file("toc.html"), "<ol></ol>").unwrap();
        fs::write(file("book.js"), BOOK_BUTTONS).unwrap();
        link_to_page(folder.path()).unwrap();
        let page = fs::read_to_string(file("START.html")).unwrap();
        assert_eq!(page, format!("<p>{BOOK_BUTTONS}{PAGE_LINK}</div></p>"));
        assert_eq!(fs::read_to_string(file("book.js")).unwrap(), BOOK_BUTTONS);
        fs::write(file("other.html"), "<p>").unwrap();
        assert!(link_to_page(folder.path()).is_err(), "another version of mdBook");
    }

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
