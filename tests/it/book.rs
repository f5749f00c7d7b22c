//! The book: `docs/SUMMARY.md` lists every page, and every link of the documents leads to a file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::repository;

/// The targets of the links and pictures of a Markdown text, without headings and addresses on the web.
fn targets(text: &str) -> BTreeSet<String> {
    let ends = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let files = ends.map(|(target, _)| target.split('#').next().unwrap_or_default());
    files.filter(|file| !file.is_empty() && !file.contains(':')).map(str::to_owned).collect()
}

/// The Markdown text, without fenced blocks of code.
fn prose(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.split("```").step_by(2).collect()
}

#[test]
fn the_summary_has_every_page_once() {
    let summary = fs::read_to_string(repository("docs/SUMMARY.md")).unwrap();
    let mut listed: Vec<_> = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    listed.sort_unstable();
    let names = fs::read_dir(repository("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    let mut pages: Vec<_> = names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    pages.sort_unstable();
    assert_eq!(listed, pages);
}

#[test]
fn links_of_documents_lead_to_files() {
    let pages = fs::read_dir(repository("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let top = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "crates/pdb/FORMAT.md"].map(repository);
    let mut number = 0;
    for page in pages.chain(top) {
        for target in targets(&prose(&page)) {
            number += 1;
            let file = page.parent().unwrap().join(&target);
            assert!(file.exists(), "{}: a link to {target}, which is not there", page.display());
        }
    }
    assert!(number > 60, "{number}");
}
