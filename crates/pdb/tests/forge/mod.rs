//! Tables as a forger or a faulty disk would leave them, by the byte map of FORMAT.md.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::ops::ControlFlow;

use fifteen_pdb::{Pattern, Table, TableKind, build};

/// Offsets of FORMAT.md.
const PAYLOAD_OFFSET: usize = 16;
const PAYLOAD_LEN: usize = 24;
const PAYLOAD_DIGEST: usize = 32;
const HEADER_DIGEST: usize = 64;
const METADATA: usize = 96;

/// The bytes of the file of a table.
pub(crate) fn file(pattern: &Pattern, kind: TableKind) -> Vec<u8> {
    let mut bytes = Vec::new();
    build(pattern, kind, 1, &mut |_| ControlFlow::Continue(())).unwrap().write(&mut bytes).unwrap();
    bytes
}

/// Where the payload begins.
pub(crate) fn payload_at(bytes: &[u8]) -> usize {
    u64::from_le_bytes(bytes[PAYLOAD_OFFSET..][..8].try_into().unwrap()) as usize
}

/// Makes both digests fit the bytes again.
pub(crate) fn renew_digests(bytes: &mut [u8], payload: usize) {
    let digest = blake3::hash(&bytes[payload..]);
    bytes[PAYLOAD_DIGEST..HEADER_DIGEST].copy_from_slice(digest.as_bytes());
    let mut header = blake3::Hasher::new();
    header.update(&bytes[..HEADER_DIGEST]).update(&bytes[METADATA..payload]);
    let digest = header.finalize();
    bytes[HEADER_DIGEST..METADATA].copy_from_slice(digest.as_bytes());
}

/// The file of an additive table of 4 bits an entry with 8 bits an entry, which only large patterns need.
pub(crate) fn widened(bytes: &[u8]) -> Vec<u8> {
    let table = Table::open(bytes).unwrap();
    let entries = table.header().entries();
    let half = |i: u64| fifteen_pdb::entries::excess(table.payload(), 4, i) / 2;
    let payload: Vec<u8> = (0..entries).map(|i| half(i) as u8).collect();
    let start = payload_at(bytes);
    let mut wide = [&bytes[..start], &payload].concat();
    wide[PAYLOAD_LEN..][..8].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    // In the metadata: three bytes, the list of tiles, kind, entry order, entry bits.
    let tiles = table.header().pattern().len();
    wide[METADATA + 3 + 8 + tiles + 2] = 8;
    renew_digests(&mut wide, start);
    wide
}

/// The shipped form: the first so many bytes in a frame of their own, the rest in frames of as many as are given then.
pub(crate) fn packed(bytes: &[u8], first: usize, rest: usize) -> Vec<u8> {
    let pack = |piece: &[u8]| {
        let mut packed = Vec::new();
        fifteen_pdb::zst::pack(&[piece], 3, &mut packed).unwrap();
        packed
    };
    let (head, tail) = bytes.split_at(first);
    std::iter::once(head).chain(tail.chunks(rest)).flat_map(pack).collect()
}
