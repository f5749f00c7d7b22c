//! Compares tables with the list of published digests, in order to detect wrong entries.

use fifteen_pdb::Header;

/// Error for a table that differs from the published table of the same size, kind and tiles.
///
/// The size, kind and tiles determine all entries of a table. A correct table is therefore the same
/// on every machine, and a table that differs must be wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is not the published {table} boards: the digest of its {part} is {found}, that of the published table is \
     {expected}"
)]
pub struct DifferentFromPublished {
    /// Kind, tiles and size of the table, such as `zero-aware table of the tiles 1-8 of 3x3`.
    table: String,
    /// The part whose digest differs: the entries or the histogram.
    part: &'static str,
    found: String,
    expected: &'static str,
}

/// Compares a header with the list of published digests. Returns whether the list contains a table
/// of this size, kind and pattern.
///
/// The caller must have checked that the digest in the header matches the entries.
///
/// # Errors
/// Returns [`DifferentFromPublished`] if the list contains this table with another digest.
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
