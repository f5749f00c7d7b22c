//! The book: `docs/SUMMARY.md` lists every page, and every link of the documents leads to a file and a heading.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::repository;

/// Links out of the book, which has only the pages of `docs`.
const ON_THE_WEB: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

/// The targets of the links and pictures of a Markdown text, without addresses on the web.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let ends = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    ends.map(|(target, _)| target).filter(|target| target.starts_with(ON_THE_WEB) || !target.contains(':'))
}

/// The Markdown text, without fenced blocks of code.
fn prose(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.split("```").step_by(2).collect()
}

/// The names of the headings of a text, as GitHub and mdBook make them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let titles = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    titles.map(|title| {
        let kept = title.to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    })
}

/// The Markdown files of a folder.
fn pages(folder: &str) -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(repository(folder)).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "md"))
}

#[test]
fn the_summary_has_every_page_once() {
    let summary = fs::read_to_string(repository("docs/SUMMARY.md")).unwrap();
    let mut listed: Vec<_> = targets(&summary).map(|target| repository("docs").join(target)).collect();
    listed.sort_unstable();
    let mut pages: Vec<_> = pages("docs").filter(|path| !path.ends_with("SUMMARY.md")).collect();
    pages.sort_unstable();
    assert_eq!(listed, pages);
}

#[test]
fn links_of_documents_lead_to_files_and_headings() {
    let mut number = 0;
    for page in ["", "docs", "docs/notes", "crates/pdb"].into_iter().flat_map(pages) {
        for target in targets(&prose(&page)) {
            number += 1;
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = match file.strip_prefix(ON_THE_WEB) {
                Some(file) => repository(file),
                None if file.is_empty() => page.clone(),
                None => page.parent().unwrap().join(file),
            };
            assert!(path.exists(), "{}: a link to {target}, which is not there", page.display());
            let found = heading.is_empty() || headings(&prose(&path)).any(|name| name == heading);
            assert!(found, "{}: {file} has no heading #{heading}", page.display());
        }
    }
    assert!(number > 60, "{number}");
}
