//! Writing a file completely or not at all.

use std::path::Path;

use fifteen_solver::pdb::file::write_whole;

use crate::exit::Failure;

/// Writes a text file under a temporary name beside it, and renames it.
pub(crate) fn text(path: &Path, content: &str) -> Result<(), Failure> {
    bytes(path, content.as_bytes())
}

/// Writes a binary file in the same way.
pub(crate) fn bytes(path: &Path, content: &[u8]) -> Result<(), Failure> {
    Ok(write_whole(path, |out| out.write_all(content))?)
}
