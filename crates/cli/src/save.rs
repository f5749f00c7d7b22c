//! Writing a file: whole under its name, or not at all.

use std::fs;
use std::path::Path;

use crate::exit::Failure;

/// Writes a file under a temporary name beside it, and renames it.
pub(crate) fn text(path: &Path, content: &str) -> Result<(), Failure> {
    bytes(path, content.as_bytes())
}

/// The same for a file that is no text.
pub(crate) fn bytes(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let error = |e| Failure::new(format!("cannot write {}: {e}", path.display()));
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // What remains of a failed write is of no use; that it cannot be removed is no news.
        let _ = fs::remove_file(&temporary);
    }
    written.map_err(error)
}
