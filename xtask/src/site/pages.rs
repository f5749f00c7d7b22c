//! Adapts the files of the site: adds lines to the page and the book, fills in the service worker,
//! and reports the file sizes.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::Result;

/// The line of the page after which [`POLICY`] is inserted.
const HEAD: &str = "<meta charset=\"utf-8\">\n";

/// Lines that the site adds at the beginning of the page's head. The security policy allows only
/// scripts, styles and WebAssembly from the site itself, and forbids inline ones. It comes first,
/// because it does not apply to anything before it.
///
/// In a page with such a policy, Chromium does not scan ahead for files: it requests a file only
/// when it reaches the line that names the file, and it reads no further while it waits for a
/// script. Therefore, scripts that the page waits for must come after the lines that name its
/// modules.
const POLICY: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="carrier" content="worker">
"#;

/// The end of the page's head, before which [`ENGINE`] is inserted.
const HEAD_END: &str = "</head>\n";

/// Lines that the site adds at the end of the page's head. The first view of the page does not
/// need these files, so browsers request them last.
const ENGINE: &str = r#"<link rel="modulepreload" href="engine.js">
<link rel="modulepreload" href="fifteen.js">
<link rel="modulepreload" href="kept.js">
<script type="module" src="site.js"></script>
<script defer src="opened.js"></script>
"#;

/// Line in the head of the page that links to the book. It is added only if the book was built.
const BOOK_HEAD: &str = "<link rel=\"help\" href=\"book/index.html\">\n";

/// The text that precedes the path of the preview picture in the page. The site's address is
/// inserted after it, which completes the picture's address.
const PREVIEW: &str = "<meta property=\"og:image\" content=\"";

/// The element on each page of the book into which the link back to the puzzle is inserted.
const BOOK_BUTTONS: &str = "<div class=\"right-buttons\">";
const PAGE_LINK: &str = "<a href=\"../index.html\">Play</a>";

/// Maximum size of the engine after compression with gzip, in bytes. The engine has 830,000 bytes.
/// With `opt-level = "z"` it would have 710,000, but its searches would take three times as long.
const LARGEST_ENGINE: usize = 850_000;

/// Adds the site's lines to the head of the page. If the book was built, also adds a link to it.
/// Completes the address of the preview picture with the site's address.
pub(super) fn add_to_head(page: &Path, has_book: bool, url: &str) -> Result<()> {
    let book_head = if has_book { BOOK_HEAD } else { "" };
    replace(page, HEAD, &format!("{HEAD}{POLICY}"))?;
    replace(page, HEAD_END, &format!("{ENGINE}{book_head}{HEAD_END}"))?;
    replace(page, PREVIEW, &format!("{PREVIEW}{url}"))
}

/// Copies all files in a folder, which must not contain folders.
pub(crate) fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Copies all files in a folder of the page. Removes the comments from scripts, as `fifteen serve`
/// does.
pub(super) fn copy_page(from: &Path, to: &Path) -> Result<()> {
    copy_files(from, to)?;
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        let copy = to.join(name);
        if copy.extension().is_some_and(|ending| ending == "js") {
            let script = fs::read_to_string(&copy)?;
            fs::write(&copy, fifteen_web::without_comments(&script))?;
        }
    }
    Ok(())
}

/// Replaces a string in a file. Returns an error if the file does not contain the string.
fn replace(file: &Path, text: &str, by: &str) -> Result<()> {
    let content = fs::read_to_string(file)?;
    if !content.contains(text) {
        return Err(format!("{}: expected {text:?} in it", file.display()).into());
    }
    Ok(fs::write(file, content.replacen(text, by, 1))?)
}

/// Adds a link to the puzzle page to every page of the book.
pub(super) fn link_to_page(book: &Path) -> Result<()> {
    for entry in fs::read_dir(book)? {
        let path = entry?.path();
        // `toc.html` contains only the table of contents, so it has no place for the link.
        if path.extension().is_some_and(|ending| ending == "html") && !path.ends_with("toc.html") {
            replace(&path, BOOK_BUTTONS, &format!("{BOOK_BUTTONS}{PAGE_LINK}"))?;
        }
    }
    Ok(())
}

/// Returns the names and contents of the site's files, except for the service worker.
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

/// Writes two values into the service worker: the list of files to cache, and the version of the
/// page, which is a digest of these files.
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

/// Prints how many bytes a browser loads on the first visit.
///
/// # Errors
/// Returns an error if `bounded` is set and the engine is larger than [`LARGEST_ENGINE`].
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
    fn the_page_contains_everything_that_the_site_replaces() {
        let folder = tempfile::tempdir().unwrap();
        for from in ["web/page", "web/engine"] {
            copy_page(&root().join(from), folder.path()).unwrap();
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
        // The security policy would block inline styles, and absolute paths would not work in a
        // subfolder.
        assert!(page.contains("content=\"https://example.org/icon.png\""));
        assert!(
            !page.contains("<style") && !page.contains("href=\"/") && !page.contains("src=\"/")
        );
    }
}
