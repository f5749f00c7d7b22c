//! Tables compared with the published ones, whose digests are in `data/digests.txt`.

use std::path::Path;

use anyhow::{Result, anyhow};
use fifteen_data::TableDigest;
use fifteen_solver::pdb::{Header, Table};

/// The words that end a line on a table.
pub(super) fn in_words(published: bool) -> &'static str {
    if published { "the published table" } else { "not one of the published tables" }
}

/// Verifies the digest and the histogram of a table and compares it with the list: true for a published table, false
/// where the list has no table of that board, kind and pattern.
///
/// # Errors
/// If the table is damaged, or the list has such a table with other digests.
pub(super) fn verify(table: &Table, path: &Path) -> Result<bool> {
    let wrong = |error: &dyn std::fmt::Display| anyhow!("{}: {error}", path.display());
    table.verify().map_err(|e| wrong(&e))?;
    compare(table.header()).map_err(|difference| {
        wrong(&format!("{difference}; the table is consistent, but its entries are wrong; build it again (--force)"))
    })
}

/// Compares a header, whose digest must be known to be that of the entries, with the list: true for a published table,
/// false where the list has no table of that board, kind and pattern.
///
/// # Errors
/// The difference, if the list has such a table with other digests. Tables are the same on every machine, so one with
/// other digests is wrong.
pub(super) fn compare(header: &Header) -> Result<bool, String> {
    let Some(published) = entry(header) else { return Ok(false) };
    let digests = [
        ("entries", header.digest_hex(), published.payload),
        ("histogram", header.histogram_digest_hex(), published.histogram),
    ];
    let Some((what, found, expected)) = digests.into_iter().find(|(_, found, expected)| found != expected) else {
        return Ok(true);
    };
    let (kind, pattern, size) = (header.kind(), header.pattern(), header.pattern().size());
    Err(format!(
        "this is not the published {kind} table of the tiles {pattern} of {size} boards: the digest of its {what} is \
         {found}, that of the published table is {expected}"
    ))
}

/// The line of the list for the board, kind and pattern of a table.
fn entry(header: &Header) -> Option<TableDigest> {
    let pattern = header.pattern();
    let blank_last = pattern.blank() + 1 == pattern.size().cells();
    let find = || fifteen_data::table_digest(pattern.size(), &header.kind().to_string(), &pattern.to_string());
    blank_last.then(find).flatten()
}
