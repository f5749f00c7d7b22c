//! The files of the site: what is added to the page and to the book, the service worker, and sizes.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::Result;

/// The line of the page before which the site's own come.
const HEAD: &str = "<meta charset=\"utf-8\">\n";

/// The lines of the site in the head of the page. Scripts, styles and WebAssembly come from the site alone, none of
/// them inline.
const OWN_HEAD: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="carrier" content="worker">
<script src="opened.js"></script>
<link rel="stylesheet" href="site.css">
<link rel="modulepreload" href="engine.js">
<script type="module" src="site.js"></script>
"#;

/// The line in the head of the page where there is a book: the page links to it.
const BOOK_HEAD: &str = "<link rel=\"help\" href=\"book/index.html\">\n";

/// The text before the address of the picture in previews.
const PREVIEW: &str = "<meta property=\"og:image\" content=\"";

/// The place of the buttons in a page of the book, and the link to the site's page that is put there.
const BOOK_BUTTONS: &str = "<div class=\"right-buttons\">";
const PAGE_LINK: &str = "<a href=\"../index.html\">Play</a>";

/// Bytes of the engine, compressed by gzip, at most.
const LARGEST_ENGINE: usize = 700_000;

/// Adds the site's own lines to the head of the page, the link to the book where there is one, and the address of the
/// site to that of the picture in previews.
pub(super) fn add_to_head(page: &Path, has_book: bool, url: &str) -> Result<()> {
    let book_head = if has_book { BOOK_HEAD } else { "" };
    replace(page, HEAD, &format!("{HEAD}{OWN_HEAD}{book_head}"))?;
    replace(page, PREVIEW, &format!("{PREVIEW}{url}"))
}

/// Copies the files of a folder.
pub(crate) fn copy_files(from: &Path, to: &Path) -> Result<()> {
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
pub(super) fn link_to_page(book: &Path) -> Result<()> {
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
pub(super) fn files(out: &Path) -> Result<Vec<(String, Vec<u8>)>> {
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
pub(super) fn write_service_worker(out: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    let mut digest = Sha256::new();
    let mut names = "\"./\"".to_owned();
    for (name, content) in files {
        digest.update(name.as_bytes());
        digest.update(Sha256::digest(content));
        write!(names, ", \"{name}\"")?;
    }
    let version: String = digest
        .finalize()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
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
///
/// # Errors
/// If the engine is `bounded`, and larger than [`LARGEST_ENGINE`].
pub(super) fn report(out: &Path, files: &[(String, Vec<u8>)], bounded: bool) -> Result<()> {
    let (mut all, mut compressed) = (0, 0);
    for (name, content) in files {
        let small = gzip(content)?;
        (all, compressed) = (all + content.len(), compressed + small);
        if name.ends_with(".wasm") {
            println!(
                "{name}: {} bytes, {small} compressed by gzip",
                content.len()
            );
            if bounded && small > LARGEST_ENGINE {
                return Err(format!(
                    "{name}: at most {LARGEST_ENGINE} bytes compressed by gzip are expected"
                )
                .into());
            }
        }
    }
    println!(
        "{}: {all} bytes, {compressed} compressed by gzip",
        out.join("index.html").display()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::root;

    #[test]
    fn the_page_has_what_the_site_replaces() {
        let folder = tempfile::tempdir().unwrap();
        for from in ["crates/serve/assets", "crates/questions/page"] {
            copy_files(&root().join(from), folder.path()).unwrap();
        }
        let index = folder.path().join("index.html");
        add_to_head(&index, true, "https://example.org/").unwrap();
        assert!(replace(&index, "no such text", "").is_err());
        let names = files(folder.path()).unwrap();
        assert!(
            names.iter().any(|(name, _)| name == "engine.js")
                && names.iter().all(|(name, _)| name != "sw.js")
        );
        write_service_worker(folder.path(), &names).unwrap();
        let worker = fs::read_to_string(folder.path().join("sw.js")).unwrap();
        assert!(
            worker.contains("FILES = [\"./\", \"")
                && worker.contains("\"engine.js\"")
                && !worker.contains("\"\";")
        );
        let page = fs::read_to_string(index).unwrap();
        // What is inline would be refused by the policy, and a path from the root would leave the folder.
        assert!(page.contains("content=\"https://example.org/icon.png\""));
        assert!(
            !page.contains("<style") && !page.contains("href=\"/") && !page.contains("src=\"/")
        );
    }
}
