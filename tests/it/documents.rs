//! The documents: every path that they name exists, and no line has more than 120 characters.

use std::fs;
use std::path::Path;

use crate::support::repository;

/// Collects the paths below a folder, each with a slash before it; files made by tools are left out.
fn collect(folder: &Path, above: &str, paths: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if !name.starts_with('.') && !["target", "node_modules"].contains(&name.as_str()) {
            let path = format!("{above}/{name}");
            if entry.path().is_dir() {
                collect(&entry.path(), &path, paths);
            }
            paths.push(path);
        }
    }
}

/// The texts between backticks that are paths of the repository.
fn named(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter(|text| {
        let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
        let top = ["crates/", "data/", "docs/", "tests/", "xtask/"].iter().any(|top| text.starts_with(top));
        plain && (text.ends_with(".rs") || top && *text != "data/pdb")
    })
}

#[test]
fn documents_name_files_that_exist() {
    let mut paths = Vec::new();
    collect(&repository(""), "", &mut paths);
    let documents: Vec<&String> = paths.iter().filter(|path| path.ends_with(".md")).collect();
    assert!(documents.len() > 10, "{documents:?}");
    for document in documents {
        let text = fs::read_to_string(repository(document.trim_start_matches('/'))).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            assert!(line.chars().count() <= 120, "{document}:{number}: a line of more than 120 characters");
            for path in named(line) {
                let end = format!("/{}", path.trim_end_matches('/'));
                assert!(paths.iter().any(|path| path.ends_with(&end)), "{document}:{number}: there is no {path}");
            }
        }
    }
}
