//! Digests of the pattern databases that the shipped partitions and collections need.

use fifteen_puzzle::Size;

use super::rows;

const DIGESTS: &str = include_str!("digests.txt");

/// The digests of one published table: one that a shipped partition or collection needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableDigest {
    /// The size of the board; the goal's blank is on the last cell.
    pub size: Size,
    /// The kind of table: `zero-aware` or `additive`.
    pub kind: &'static str,
    /// The tiles of the pattern in the labels of the goal blank last, runs shortened: `1-4,7`.
    pub tiles: &'static str,
    /// BLAKE3 of the payload in hexadecimal, as `fifteen pdb list` prints it.
    pub payload: &'static str,
    /// BLAKE3 of the histogram's numbers, each in 8 bytes, little-endian; in hexadecimal.
    pub histogram: &'static str,
}

/// The digests of all published tables, in the order of the file.
pub fn table_digests() -> impl Iterator<Item = TableDigest> {
    rows(DIGESTS).filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let &[size, kind, tiles, payload, histogram] = fields.as_slice() else {
            return None;
        };
        Some(TableDigest {
            size: size.parse().ok()?,
            kind,
            tiles,
            payload,
            histogram,
        })
    })
}

/// The digests of the published table of that size, kind and pattern, if there is one.
pub fn table_digest(size: Size, kind: &str, tiles: &str) -> Option<TableDigest> {
    table_digests().find(|row| row.size == size && row.kind == kind && row.tiles == tiles)
}
