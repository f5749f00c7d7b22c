//! [`PublishedTableDigest`]: digests of the pattern databases that named partitions and collections
//! need.

use fifteen_puzzle::Size;

use super::rows;

const DIGESTS: &str = include_str!("digests.txt");

/// The digests of one published table. Tables are published if a named partition or collection
/// needs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PublishedTableDigest {
    /// Size of the board. The goal's blank is on the last cell.
    pub size: Size,
    /// Kind of the table: `zero-aware` or `additive`.
    pub kind: &'static str,
    /// The tiles of the pattern, with consecutive ones as a range: `1-4,7`.
    pub tiles: &'static str,
    /// BLAKE3 hash of the payload in hexadecimal, as `fifteen pdb list` prints it.
    pub payload: &'static str,
    /// BLAKE3 hash, in hexadecimal, of the histogram's numbers as little-endian integers of 8
    /// bytes.
    pub histogram: &'static str,
}

/// The digests of all published tables, in the order of the file.
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

/// The digests of the table of that size, kind and pattern, if it is published.
pub fn table_digest(size: Size, kind: &str, tiles: &str) -> Option<PublishedTableDigest> {
    table_digests().find(|row| row.size == size && row.kind == kind && row.tiles == tiles)
}
