//! The licences of the crates that are linked into the command, in one file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::metadata::{Metadata, word};
use super::stage::Stage;
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
    let metadata = Metadata::of(stage)?;
    let packages = metadata.linked("fifteen")?;
    let mut text = HEADER.to_owned();
    // Crates under one text are listed together.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages.iter().filter(|package| !package["source"].is_null()) {
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
