//! The licences of the crates that are linked into the command, in one file.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::stage::{Stage, output};
use crate::Result;

const HEADER: &str = "\
fifteen is licensed under either of MIT (LICENSE-MIT) or Apache 2.0 (LICENSE-APACHE).
These crates are linked into it; each text below is the licence of the crates named above it.
On Linux the GNU C Library (LGPL-2.1-or-later) is linked in too.
";

/// Beginnings of the names of files with licences.
const FILES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// Collects the licences of all crates that the command links on any system.
pub(super) fn write(stage: &Stage, out: &Path) -> Result<()> {
    let mut cargo = stage.command("cargo", &[])?;
    let metadata: Value =
        serde_json::from_str(&output(cargo.args(["metadata", "--locked", "--format-version", "1"]))?)?;
    let packages = linked(&metadata, "fifteen")?;
    let mut text = HEADER.to_owned();
    // Crates under one text are listed together.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in &packages {
        let name = format!("{} {}", word(package, "name"), word(package, "version"));
        writeln!(text, "\n{name}: {}", word(package, "license"))?;
        write!(text, "  {}", package["repository"].as_str().unwrap_or("no repository"))?;
        let folder = Path::new(word(package, "manifest_path")).parent().unwrap_or(Path::new("."));
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let upper = entry.file_name().to_string_lossy().to_ascii_uppercase();
            if FILES.iter().any(|begin| upper.starts_with(begin)) && entry.file_type()?.is_file() {
                let content = String::from_utf8_lossy(&fs::read(entry.path())?).replace("\r\n", "\n");
                texts.entry(content.trim_end().to_owned()).or_default().insert(name.clone());
            }
        }
    }
    let mut texts: Vec<_> = texts.into_iter().map(|(content, names)| (names, content)).collect();
    texts.sort();
    for (names, content) in texts {
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        write!(text, "\n\n{}\n{names}\n\n{content}", "=".repeat(80))?;
    }
    Ok(fs::write(out, text + "\n")?)
}

/// The packages from the registry that a package of the workspace needs at run time, sorted by name.
fn linked<'a>(metadata: &'a Value, root: &str) -> Result<Vec<&'a Value>> {
    let list = |value: &'a Value| value.as_array().map(Vec::as_slice).unwrap_or_default();
    let packages: HashMap<&str, &Value> = list(&metadata["packages"]).iter().map(|p| (word(p, "id"), p)).collect();
    let nodes: HashMap<&str, &Value> = list(&metadata["resolve"]["nodes"]).iter().map(|n| (word(n, "id"), n)).collect();
    let root = packages.values().find(|p| word(p, "name") == root).ok_or("cargo metadata lacks the command")?;
    let (mut open, mut seen) = (vec![word(root, "id")], HashSet::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        for dependency in list(&nodes[id]["deps"]) {
            // Neither those of tests nor those of build scripts.
            if list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()) {
                open.push(word(dependency, "pkg"));
            }
        }
    }
    let mut linked: Vec<&Value> = seen.into_iter().map(|id| packages[id]).filter(|p| !p["source"].is_null()).collect();
    linked.sort_by_key(|package| (word(package, "name"), word(package, "version")));
    Ok(linked)
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or("unknown")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_tests_and_build_scripts_are_not_linked() {
        let metadata = serde_json::json!({
            "packages": [
                {"id": "0", "name": "fifteen", "source": null}, {"id": "1", "name": "zstd", "source": "registry"},
                {"id": "2", "name": "proptest", "source": "registry"}, {"id": "3", "name": "cc", "source": "registry"},
                {"id": "4", "name": "libc", "source": "registry"},
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
        });
        let names = linked(&metadata, "fifteen").unwrap().into_iter().map(|package| word(package, "name"));
        assert_eq!(names.collect::<Vec<_>>(), ["libc", "zstd"]);
    }
}
