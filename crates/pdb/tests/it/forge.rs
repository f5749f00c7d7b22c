//! Creates forged and damaged tables, using the byte offsets that FORMAT.md describes.

use fifteen_pdb::format::layout::{METADATA_AT, PAYLOAD_LEN_AT, PAYLOAD_OFFSET_AT, renew_digests};
use fifteen_pdb::index::entries;
use fifteen_pdb::{Pattern, Table, TableKind, zst};

use super::built;

/// Returns the bytes of a table file.
pub(crate) fn file(pattern: &Pattern, kind: TableKind) -> Vec<u8> {
    let mut bytes = Vec::new();
    built(pattern, kind, 1).write(&mut bytes).unwrap();
    bytes
}

/// Returns the offset of the payload in a table file, in bytes.
pub(crate) fn payload_at(bytes: &[u8]) -> usize {
    u64::from_le_bytes(bytes[PAYLOAD_OFFSET_AT..][..8].try_into().unwrap()) as usize
}

/// Converts the file of an additive table from 4 to 8 bits per entry. The builder itself uses 8
/// bits only for large patterns.
pub(crate) fn widened(bytes: &[u8]) -> Vec<u8> {
    let table = Table::open(bytes.to_vec()).unwrap();
    let half = |i: u64| entries::excess(table.payload(), 4, i) / 2;
    let payload: Vec<u8> = (0..table.header().entries())
        .map(|i| half(i) as u8)
        .collect();
    let start = payload_at(bytes);
    let mut wide = [&bytes[..start], &payload].concat();
    wide[PAYLOAD_LEN_AT..][..8].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    // The entry width comes after three bytes, the list of tiles, the kind and the entry order.
    let tiles = table.header().pattern().len();
    wide[METADATA_AT + 3 + 8 + tiles + 2] = 8;
    renew_digests(&mut wide).unwrap();
    wide
}

/// Compresses a table file. The first `first` bytes are in one frame, and the rest in frames of
/// `rest` bytes.
pub(crate) fn packed(bytes: &[u8], first: usize, rest: usize) -> Vec<u8> {
    let pack = |piece: &[u8]| {
        let mut packed = Vec::new();
        zst::pack(piece, 3, &mut packed).unwrap();
        packed
    };
    let (head, tail) = bytes.split_at(first);
    std::iter::once(head)
        .chain(tail.chunks(rest))
        .flat_map(pack)
        .collect()
}
