//! The crates that are linked into the command, and how they depend on each other, from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::stage::{Stage, output};
use crate::Result;

/// The output of `cargo metadata`.
pub(super) struct Metadata(Value);

impl Metadata {
    /// The metadata of the commit that is packed.
    pub(super) fn of(stage: &Stage) -> Result<Self> {
        let mut cargo = stage.command("cargo", &[])?;
        let text = output(cargo.args(["metadata", "--locked", "--format-version", "1"]))?;
        Ok(Self(serde_json::from_str(&text)?))
    }

    /// A package of the workspace, and all packages that it needs at run time on any system; sorted by name.
    pub(super) fn linked(&self, root: &str) -> Result<Vec<&Value>> {
        let packages: BTreeMap<&str, &Value> = list(&self.0["packages"]).iter().map(|p| (word(p, "id"), p)).collect();
        let root = packages.values().find(|p| word(p, "name") == root).ok_or("cargo metadata lacks the command")?;
        let (mut open, mut seen) = (vec![word(root, "id")], BTreeSet::new());
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(self.dependencies(id));
            }
        }
        let mut linked: Vec<&Value> = seen.into_iter().map(|id| packages[id]).collect();
        linked.sort_by_key(|package| (word(package, "name"), word(package, "version")));
        Ok(linked)
    }

    /// The identities of the packages that a package needs at run time: neither those of tests nor those of build
    /// scripts.
    pub(super) fn dependencies<'a>(&'a self, id: &str) -> impl Iterator<Item = &'a str> {
        let node = list(&self.0["resolve"]["nodes"]).iter().find(|node| word(node, "id") == id);
        let all = node.map(|node| list(&node["deps"])).unwrap_or_default();
        let is_linked = |dependency: &&Value| list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        all.iter().filter(is_linked).map(|dependency| word(dependency, "pkg"))
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A text of a package.
pub(super) fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or("unknown")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The command, a crate with a C library behind it, and crates of tests and build scripts.
    pub(in crate::dist) fn sample() -> Metadata {
        let package = |id: &str, name: &str, source: Option<&str>| serde_json::json!({"id": id, "name": name, "version": "1.0.0", "source": source, "license": "MIT/Apache-2.0"});
        Metadata(serde_json::json!({
            "packages": [
                package("0", "fifteen", None), package("1", "zstd", Some("registry")),
                package("2", "proptest", Some("registry")), package("3", "cc", Some("registry")),
                package("4", "libc", Some("registry")),
            ],
            "resolve": {"nodes": [
                {"id": "0", "deps": [
                    {"pkg": "1", "dep_kinds": [{"kind": null}]}, {"pkg": "2", "dep_kinds": [{"kind": "dev"}]},
                ]},
                {"id": "1", "deps": [
                    {"pkg": "3", "dep_kinds": [{"kind": "build"}]},
                    {"pkg": "4", "dep_kinds": [{"kind": "build"}, {"kind": null}]},
                ]},
                {"id": "2", "deps": []}, {"id": "3", "deps": []}, {"id": "4", "deps": []},
            ]},
        }))
    }

    #[test]
    fn crates_of_tests_and_build_scripts_are_not_linked() {
        let metadata = sample();
        let names = metadata.linked("fifteen").unwrap().into_iter().map(|package| word(package, "name"));
        assert_eq!(names.collect::<Vec<_>>(), ["fifteen", "libc", "zstd"]);
    }
}
