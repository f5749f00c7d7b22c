//! [`is_published`]: compares a table with the list of published digests.

use fifteen_pdb::Header;

/// A table that differs from the published table of the same board, kind and tiles, so its entries are wrong.
///
/// The entries of a table follow from these three, so a right table is the same on every machine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is not the published {table} boards: the digest of its {part} is {found}, that of the published table is \
     {expected}"
)]
pub struct DifferentFromPublished {
    /// Kind, tiles and size, as in `zero-aware table of the tiles 1-8 of 3x3`.
    table: String,
    /// The part that differs: the entries or the histogram.
    part: &'static str,
    found: String,
    expected: &'static str,
}

/// Compares a header with the list of published digests. Returns true for a published table, and false if the list has
/// no table of that board, kind and pattern.
///
/// The digest in the header must be known to be that of the entries.
///
/// # Errors
/// If the list has such a table with other digests.
pub fn is_published(header: &Header) -> Result<bool, DifferentFromPublished> {
    let (kind, pattern, size) = (header.kind(), header.pattern(), header.pattern().size());
    let is_blank_last = pattern.blank() + 1 == size.cells();
    if !is_blank_last {
        return Ok(false);
    }
    let published = fifteen_data::table_digest(size, &kind.to_string(), &pattern.to_string());
    let Some(published) = published else {
        return Ok(false);
    };
    let digests = [
        ("entries", header.digest_hex(), published.payload),
        (
            "histogram",
            header.histogram_digest_hex(),
            published.histogram,
        ),
    ];
    for (part, found, expected) in digests {
        if found != expected {
            return Err(DifferentFromPublished {
                table: format!("{kind} table of the tiles {pattern} of {size}"),
                part,
                found,
                expected,
            });
        }
    }
    Ok(true)
}
