//! The packages that are published: each has what registries show and what Cargo checks.

use std::collections::BTreeSet;
use std::process::Command;

use crate::support::repository;

#[test]
#[cfg_attr(windows, ignore = "asks cargo, which Wine has not; the answer is that of other systems")]
fn published_packages_are_described() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = Command::new(cargo);
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(repository(""));
    let metadata: serde_json::Value = serde_json::from_slice(&cargo.output().unwrap().stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let names = |published: bool| -> BTreeSet<&str> {
        let packages = packages.iter().filter(|package| package["publish"].is_null() == published);
        packages.map(|package| package["name"].as_str().unwrap()).collect()
    };
    let (published, private) = (names(true), names(false));
    assert!(["fifteen", "fifteen-data", "fifteen-solver"].iter().all(|name| published.contains(name)), "{published:?}");
    assert!(["fifteen-python", "xtask"].iter().all(|name| private.contains(name)), "{private:?}");
    for package in packages.iter().filter(|package| package["publish"].is_null()) {
        let name = package["name"].as_str().unwrap();
        for key in ["description", "documentation", "license", "readme", "repository", "rust_version"] {
            assert!(package[key].as_str().is_some_and(|text| !text.is_empty()), "{name}: no {key}");
        }
        for (key, most) in [("categories", 5), ("keywords", 5)] {
            let count = package[key].as_array().map_or(0, Vec::len);
            assert!((1..=most).contains(&count), "{name}: {count} {key}; from 1 to {most} are allowed");
        }
        // `cargo publish` refuses a dependency that has a path alone, or that is not in the registry.
        for dependency in package["dependencies"].as_array().unwrap() {
            let needed = dependency["name"].as_str().unwrap();
            assert_ne!(dependency["req"], "*", "{name}: no version of {needed}");
            assert!(!private.contains(needed), "{name} is published, but {needed} is not");
        }
    }
}
