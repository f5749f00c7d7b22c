//! Digests of the pattern databases that named partitions and collections need, so that a table can
//! be checked without building it again.

use fifteen_puzzle::Size;

use super::rows;

const DIGESTS: &str = include_str!("digests.txt");

/// The published digests of one pattern database.
///
/// Digests are published for all tables that a named partition or collection needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PublishedTableDigest {
    /// Size of the board. In the goal, the blank is on the last cell.
    pub size: Size,
    /// Kind of table, which is `zero-aware` or `additive`.
    pub kind: &'static str,
    /// The tiles of the table's pattern, with runs of consecutive tiles written as ranges: `1-4,7`.
    pub tiles: &'static str,
    /// BLAKE3 hash of the table's payload in hexadecimal, as `fifteen pdb list` prints it.
    pub payload: &'static str,
    /// BLAKE3 hash, in hexadecimal, of the numbers in the table's histogram, each as a 64-bit
    /// little-endian integer.
    pub histogram: &'static str,
}

/// Returns the digests of all published tables, in the order of the file `digests.txt`.
pub fn table_digests() -> impl Iterator<Item = PublishedTableDigest> {
    rows(DIGESTS).filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let &[size, kind, tiles, payload, histogram] = fields.as_slice() else {
            return None;
        };
        Some(PublishedTableDigest {
            size: size.parse().ok()?,
            kind,
            tiles,
            payload,
            histogram,
        })
    })
}

/// Returns the digests of the table with the given size, kind and pattern, or `None` if they are
/// not published.
pub fn table_digest(size: Size, kind: &str, tiles: &str) -> Option<PublishedTableDigest> {
    table_digests().find(|row| row.size == size && row.kind == kind && row.tiles == tiles)
}
