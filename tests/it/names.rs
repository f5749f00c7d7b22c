//! Names that other languages and pages repeat: each list is that of the library.

use std::fs;

use fifteen_solver::{Algorithm, Convention, Goal, HeuristicKind, Metric, Mode};

use crate::support::repository;

/// The quoted words of a file's list, which begins with these words and ends with that one.
fn listed(file: &str, begin: &str, end: &str) -> Vec<String> {
    let text = fs::read_to_string(repository(file)).unwrap();
    let (_, list) = text.split_once(begin).unwrap_or_else(|| panic!("{file} has no {begin:?}"));
    list.split_once(end).unwrap().0.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn goals() -> Vec<&'static str> {
    Goal::NAMED.iter().filter_map(|goal| Some(goal.name()?.0)).collect()
}

#[test]
fn the_types_of_python_have_every_name() {
    let literal = |name: &str| listed("crates/python/python/fifteen/_types.py", &format!("\n{name} = "), "]");
    assert_eq!(literal("Metric"), Metric::ALL.map(Metric::name));
    assert_eq!(literal("Convention"), Convention::ALL.map(Convention::name));
    let mut modes = literal("Mode");
    modes.sort_by_key(|name| Mode::ALL.iter().position(|mode| mode.name() == name));
    assert_eq!(modes, Mode::ALL.map(Mode::name));
}

#[test]
fn the_page_has_every_goal() {
    let text = fs::read_to_string(repository("crates/serve/assets/address.js")).unwrap();
    let (_, list) = text.split_once("const GOALS = {").unwrap();
    let entries = list.split_once('}').unwrap().0.split(',');
    assert_eq!(entries.map(|entry| entry.split(':').next().unwrap().trim()).collect::<Vec<_>>(), goals());
}

#[test]
fn the_pages_describe_every_name() {
    let describes = |page: &str, names: &[&str]| {
        let text = fs::read_to_string(repository(page)).unwrap();
        for name in names {
            let quoted = [format!("`{name}`"), format!("`{name}:")];
            assert!(quoted.iter().any(|name| text.contains(name)), "{page} says nothing of {name}");
        }
    };
    describes("docs/START.md", &goals());
    describes("docs/LABORATORY.md", &HeuristicKind::ALL.map(HeuristicKind::name));
    describes("docs/LABORATORY.md", &Algorithm::ALL.map(Algorithm::name));
}
