//! Writing a file: whole under its name, or not at all.

use std::path::Path;

use fifteen_solver::pdb::file::write_whole;

use crate::exit::Failure;

/// Writes a file under a temporary name beside it, and renames it.
pub(crate) fn text(path: &Path, content: &str) -> Result<(), Failure> {
    bytes(path, content.as_bytes())
}

/// The same for a file that is no text.
pub(crate) fn bytes(path: &Path, content: &[u8]) -> Result<(), Failure> {
    Ok(write_whole(path, |out| out.write_all(content))?)
}
