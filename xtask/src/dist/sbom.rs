//! The bill of materials of the command: its crates with their licences, sums and dependencies, as CycloneDX JSON.
//!
//! It depends on the commit alone: it has neither the time nor the random serial number that the format allows.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::metadata::{Metadata, word};
use super::stage::Stage;
use crate::Result;

/// SHA-256 sums by name and version of a package.
type Sums<'a> = BTreeMap<(&'a str, &'a str), &'a str>;

pub(super) fn make(stage: &Stage) -> Result<Vec<PathBuf>> {
    let lock = fs::read_to_string(stage.source().join("Cargo.lock"))?;
    let bill = bill(&Metadata::of(stage)?, &sums(&lock))?;
    let out = stage.out.join(format!("{}.cdx.json", stage.name()));
    fs::write(&out, serde_json::to_string_pretty(&bill)? + "\n")?;
    Ok(vec![out])
}

/// The sums that `Cargo.lock` has of the registry's packages.
fn sums<'a>(lock: &'a str) -> Sums<'a> {
    let packages = lock.split("[[package]]").skip(1);
    let sum_of = |package: &'a str| {
        let value = |key: &str| {
            package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'))
        };
        Some(((value("name")?, value("version")?), value("checksum")?))
    };
    packages.filter_map(sum_of).collect()
}

/// The bill of the command.
fn bill(metadata: &Metadata, sums: &Sums) -> Result<Value> {
    let packages = metadata.linked("fifteen")?;
    let reference = |id: &str| packages.iter().find(|package| word(package, "id") == id).map(|package| url(package));
    let dependencies = packages.iter().map(|package| {
        let mut on: Vec<String> = metadata.dependencies(word(package, "id")).filter_map(reference).collect();
        on.sort();
        on.dedup();
        json!({ "ref": url(package), "dependsOn": on })
    });
    let (command, libraries): (Vec<&Value>, Vec<&Value>) = packages.iter().partition(|p| word(p, "name") == "fifteen");
    Ok(json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": command.first().map(|package| component(package, "application", sums)) },
        "components": libraries.iter().map(|package| component(package, "library", sums)).collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    }))
}

/// The name of a package everywhere: <https://github.com/package-url/purl-spec>.
fn url(package: &Value) -> String {
    format!("pkg:cargo/{}@{}", word(package, "name"), word(package, "version").replace('+', "%2B"))
}

fn component(package: &Value, kind: &str, sums: &Sums) -> Value {
    let (name, version) = (word(package, "name"), word(package, "version"));
    let mut component = json!({ "type": kind, "bom-ref": url(package), "name": name, "version": version });
    if let Some(sum) = sums.get(&(name, version)) {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    if let Some(licence) = package["license"].as_str() {
        // Old manifests separate licences by a slash.
        let expression = licence.split('/').map(str::trim).collect::<Vec<_>>().join(" OR ");
        component["licenses"] = json!([{ "expression": expression }]);
    }
    component["purl"] = json!(url(package));
    if let Some(repository) = package["repository"].as_str() {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    component
}

#[cfg(test)]
mod tests {
    use super::super::metadata::tests::sample;
    use super::*;

    #[test]
    fn a_bill_has_the_linked_crates_with_their_sums_and_dependencies() {
        let lock = "version = 4\n\n[[package]]\nname = \"fifteen\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"zstd\"\nversion = \"1.0.0\"\nsource = \"registry\"\nchecksum = \"0a1b\"\n\
                    dependencies = [\n \"libc\",\n]\n";
        let bill = bill(&sample(), &sums(lock)).unwrap();
        assert_eq!(bill["metadata"]["component"]["purl"], "pkg:cargo/fifteen@1.0.0");
        let zstd = json!({
            "type": "library",
            "bom-ref": "pkg:cargo/zstd@1.0.0",
            "name": "zstd",
            "version": "1.0.0",
            "hashes": [{ "alg": "SHA-256", "content": "0a1b" }],
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            "purl": "pkg:cargo/zstd@1.0.0",
        });
        assert_eq!(bill["components"][1], zstd);
        assert_eq!(
            bill["dependencies"],
            json!([
                { "ref": "pkg:cargo/fifteen@1.0.0", "dependsOn": ["pkg:cargo/zstd@1.0.0"] },
                { "ref": "pkg:cargo/libc@1.0.0", "dependsOn": [] },
                { "ref": "pkg:cargo/zstd@1.0.0", "dependsOn": ["pkg:cargo/libc@1.0.0"] },
            ])
        );
    }
}
