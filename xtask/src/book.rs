//! `cargo xtask book`: the pages of `docs` as a searchable book, made with mdBook in `target/book`.
//!
//! The links of the book are checked. Links to files outside `docs` lead to the repository on the web.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::paths::{root, target_folder};

/// The branch that links to the repository show.
const FILES: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

pub(crate) const MISSING: &str = "mdBook is not installed: `cargo install mdbook --locked` installs it from crates.io \
                       (version 0.5.4 is known to work), or name the program with --mdbook";

/// Make the book of the pages in docs, in target/book, with mdBook
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The program mdBook
    #[arg(long, value_name = "PROGRAM", default_value = "mdbook")]
    mdbook: PathBuf,
    /// The folder of the book, which is emptied first [default: target/book]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let out = std::path::absolute(args.out.clone().unwrap_or_else(|| target_folder().join("book")))?;
    make(&root().join("docs"), &args.mdbook, &out)
}

/// Makes the book of a folder of pages with the program `mdbook`.
pub(crate) fn make(docs: &Path, mdbook: &Path, out: &Path) -> Result<()> {
    let status = Command::new(mdbook).arg("build").arg(docs).arg("--dest-dir").arg(out).status();
    match status {
        Ok(status) if status.success() => (),
        Ok(status) => return Err(format!("{} failed: {status}", mdbook.display()).into()),
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(MISSING.into()),
        Err(error) => return Err(format!("cannot run {}: {error}", mdbook.display()).into()),
    }
    // mdBook copies everything that is not a page.
    fs::remove_file(out.join("book.toml"))?;
    let pages = pages(out)?;
    let broken: Vec<String> = pages.iter().flat_map(|(name, page)| broken_links(out, &pages, name, page)).collect();
    if !broken.is_empty() {
        return Err(format!("links that lead nowhere:\n{}", broken.join("\n")).into());
    }
    println!("{}: {} pages", out.join("index.html").display(), pages.len());
    Ok(())
}

/// The HTML files of the book by their names, with links out of the book set right.
fn pages(out: &Path) -> Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(out)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "html") {
            let text = fs::read_to_string(&path)?;
            let page = with_outer_links(&text);
            if page != text {
                fs::write(&path, &page)?;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            pages.insert(name, page);
        }
    }
    Ok(pages)
}

/// A page whose links to files outside `docs` lead to the repository; mdBook took those to pages for links to chapters.
fn with_outer_links(page: &str) -> String {
    let mut parts = page.split("href=\"../");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (link, rest) = part.split_once('"').unwrap_or((part, ""));
        text += &format!("href=\"{FILES}{}\"{rest}", link.replace(".html", ".md"));
    }
    text
}

/// The links and pictures of a page that are not there, and the headings.
fn broken_links(out: &Path, pages: &BTreeMap<String, String>, name: &str, page: &str) -> Vec<String> {
    // The page for addresses that are not found takes its parts from the root of a server.
    let targets = ["href=\"", "src=\""].into_iter().flat_map(|attribute| page.split(attribute).skip(1));
    let targets = targets.filter_map(|rest| rest.split_once('"')).map(|(target, _)| target);
    let is_broken = |target: &&str| {
        if target.contains(':') || target.is_empty() || name == "404.html" {
            return false;
        }
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        let other = if file.is_empty() { Some(page) } else { pages.get(file).map(String::as_str) };
        let has_heading = |page: &str| heading.is_empty() || page.contains(&format!("id=\"{heading}\""));
        !other.map_or_else(|| heading.is_empty() && out.join(file).exists(), has_heading)
    };
    targets.filter(is_broken).map(|target| format!("{name}: {target}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_out_of_the_book_lead_to_the_repository() {
        let page = r#"<a href="../ARCHITECTURE.html">A</a> <a href="HTTP.html">H</a> <a href="../data/a.txt">"#;
        let expected =
            format!(r#"<a href="{FILES}ARCHITECTURE.md">A</a> <a href="HTTP.html">H</a> <a href="{FILES}data/a.txt">"#);
        assert_eq!(with_outer_links(page), expected);
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.svg"), "").unwrap();
        let page = r##"<h2 id="here"> <a href="#here"> <a href="#gone"> <img src="a.svg"> <img src="b.svg">
            <a href="other.html#there"> <a href="other.html#gone"> <a href="none.html"> <a href="https://a.b/">"##;
        let pages = [("page.html", page), ("other.html", r#"<h2 id="there">"#)];
        let pages = pages.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        let broken = broken_links(folder.path(), &pages, "page.html", page);
        let expected = ["#gone", "other.html#gone", "none.html", "b.svg"].map(|link| format!("page.html: {link}"));
        assert_eq!(broken, expected);
    }
}
