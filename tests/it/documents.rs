//! Tests of the documentation. Paths and links must lead to files and headings that exist, lines
//! must not be too long, and `docs/SUMMARY.md`, the contents of the book, must list every page.
//!
//! Other tests compare lists of names that Python, the web page and the documentation repeat with
//! the lists in the library.

use std::fs;
use std::path::Path;

use fifteen_solver::{Algorithm, Convention, Goal, HeuristicKind, Metric, Mode};

use crate::support::repository;

/// Beginning of links from the book to files that are not part of it, because the book only
/// contains the pages in `docs`.
const ON_THE_WEB: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");

/// Collects the paths of all files and folders below `folder`, each with a slash before it. Hidden
/// files and folders that tools create, such as `target`, are left out.
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

/// Returns the texts between backticks that look like paths of this repository.
fn named(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter(|text| {
        let plain = text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
        let top = ["crates/", "data/", "docs/", "tests/", "web/", "xtask/"]
            .iter()
            .any(|top| text.starts_with(top));
        plain && (text.ends_with(".rs") || top)
    })
}

/// Returns the targets of all links and pictures in a Markdown text, without links to other
/// websites.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let ends = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'));
    ends.map(|(target, _)| target)
        .filter(|target| target.starts_with(ON_THE_WEB) || !target.contains(':'))
}

/// Returns the text of a Markdown file without its fenced code blocks.
fn prose(path: &Path) -> String {
    fs::read_to_string(path)
        .unwrap()
        .split("```")
        .step_by(2)
        .collect()
}

/// Whether a document has a heading with the given anchor, which GitHub and mdBook derive from the
/// heading's text.
fn has_heading(path: &Path, name: &str) -> bool {
    let titles = |line: &str| {
        Some(
            line.strip_prefix('#')?
                .trim_start_matches('#')
                .trim()
                .to_lowercase(),
        )
    };
    prose(path).lines().filter_map(titles).any(|title| {
        let kept = title.chars().map(|c| if c == ' ' { '-' } else { c });
        kept.filter(|c| c.is_alphanumeric() || "-_".contains(*c))
            .eq(name.chars())
    })
}

#[test]
fn documents_contain_no_broken_paths_or_links() {
    let mut paths = Vec::new();
    collect(&repository(""), "", &mut paths);
    let documents: Vec<&str> = paths
        .iter()
        .filter_map(|path| path.strip_prefix('/'))
        .collect();
    let documents: Vec<&str> = documents
        .into_iter()
        .filter(|path| path.ends_with(".md"))
        .collect();
    let mut links = 0;
    for document in &documents {
        let page = repository(document);
        for (number, line) in (1..).zip(fs::read_to_string(&page).unwrap().lines()) {
            assert!(
                line.chars().count() <= 120,
                "{document}:{number}: a line of more than 120 characters"
            );
            for path in named(line) {
                let end = format!("/{}", path.trim_end_matches('/'));
                assert!(
                    paths.iter().any(|path| path.ends_with(&end)),
                    "{document}:{number}: there is no {path}"
                );
            }
        }
        for target in targets(&prose(&page)) {
            links += 1;
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = match file.strip_prefix(ON_THE_WEB) {
                Some(file) => repository(file),
                None if file.is_empty() => page.clone(),
                None => page.parent().unwrap().join(file),
            };
            assert!(
                path.exists(),
                "{document}: a link to {target}, which is not there"
            );
            assert!(
                heading.is_empty() || has_heading(&path, heading),
                "{document}: {file} has no heading #{heading}"
            );
        }
    }
    assert!(
        documents.len() > 10 && links > 60,
        "{documents:?}, {links} links"
    );
    let summary = fs::read_to_string(repository("docs/SUMMARY.md")).unwrap();
    let mut listed: Vec<String> = targets(&summary)
        .map(|page| format!("docs/{page}"))
        .collect();
    listed.sort_unstable();
    let is_page = |path: &&&str| {
        path.matches('/').count() == 1 && path.starts_with("docs/") && !path.ends_with("SUMMARY.md")
    };
    let mut pages: Vec<&str> = documents.iter().filter(is_page).copied().collect();
    pages.sort_unstable();
    assert_eq!(listed, pages);
}

/// Returns the quoted words of the list in `file` that starts with the text `begin` and ends with
/// `end`.
fn listed(file: &str, begin: &str, end: &str) -> Vec<String> {
    let text = fs::read_to_string(repository(file)).unwrap();
    let (_, list) = text
        .split_once(begin)
        .unwrap_or_else(|| panic!("{file} has no {begin:?}"));
    list.split_once(end)
        .unwrap()
        .0
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn goals() -> Vec<&'static str> {
    Goal::NAMED
        .iter()
        .filter_map(|goal| Some(goal.name()?.0))
        .collect()
}

#[test]
fn python_types_list_the_same_names_as_the_library() {
    let literal = |name: &str| {
        listed(
            "crates/python/python/fifteen/_types.py",
            &format!("\n{name} = "),
            "]",
        )
    };
    assert_eq!(literal("Metric"), Metric::ALL.map(Metric::name));
    assert_eq!(literal("Letters"), Convention::ALL.map(Convention::name));
    let mut modes = literal("Mode");
    modes.sort_by_key(|name| Mode::ALL.iter().position(|mode| mode.name() == name));
    assert_eq!(modes, Mode::ALL.map(Mode::name));
}

#[test]
fn the_web_page_knows_every_named_goal() {
    let text = fs::read_to_string(repository("web/page/address.js")).unwrap();
    let (_, list) = text.split_once("const GOALS = {").unwrap();
    let entries = list.split_once('}').unwrap().0.split(',');
    assert_eq!(
        entries
            .map(|entry| entry.split(':').next().unwrap().trim())
            .collect::<Vec<_>>(),
        goals()
    );
}

#[test]
fn the_documentation_mentions_every_name() {
    let describes = |page: &str, names: &[&str]| {
        let text = fs::read_to_string(repository(page)).unwrap();
        for name in names {
            let quoted = [format!("`{name}`"), format!("`{name}:")];
            assert!(
                quoted.iter().any(|name| text.contains(name)),
                "{page} says nothing of {name}"
            );
        }
    };
    describes("docs/START.md", &goals());
    describes(
        "docs/LABORATORY.md",
        &HeuristicKind::ALL.map(HeuristicKind::name),
    );
    describes("docs/LABORATORY.md", &Algorithm::ALL.map(Algorithm::name));
}
