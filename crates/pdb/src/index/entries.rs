//! The order of the entries in a table's payload, and functions that read them.
//!
//! The entry with rank `rank` in row `row` has the index `rank * rows + row`, where `rows` is the
//! number of [rows](super) of the table. Entries with the same rank are adjacent. Most moves do not
//! change the rank, so the next entry that a search reads is usually within a few kilobytes.
//!
//! Entry `i` of a table with `b` bits per entry occupies the bits `b*i` to `b*i + b - 1` of the
//! payload. Bit 0 is the least significant bit of the first byte. For example, 1-bit entry 45 is
//! bit 5 of byte 5, and 4-bit entry 45 is the upper half of byte 22.

/// Returns the index of an entry in a table. `rank` is the rank of the tiles' order. `row` is the
/// index of the entry's [row](super), which is a zero class or an occupied set, and `rows` is the
/// number of rows.
#[inline]
pub fn index(rank: u32, rows: u32, row: u32) -> u64 {
    u64::from(rank) * u64::from(rows) + u64::from(row)
}

/// Returns an entry of a zero-aware table, which is bit 1 of the entry's distance.
///
/// # Panics
/// Panics if `index` is beyond the end of the payload.
#[inline]
pub fn bit(payload: &[u8], index: u64) -> u32 {
    u32::from(payload[(index / 8) as usize] >> (index % 8)) & 1
}

/// Returns the excess of an entry in an additive table. The excess is the entry's distance minus
/// the Manhattan distance. `entry_bits` is 4 or 8.
///
/// # Panics
/// Panics if `index` is beyond the end of the payload.
#[inline]
pub fn excess(payload: &[u8], entry_bits: u32, index: u64) -> u32 {
    let half = if entry_bits == 8 {
        payload[index as usize]
    } else {
        payload[(index / 2) as usize] >> (index % 2 * 4) & 15
    };
    u32::from(half) * 2
}

/// Returns 1 if an entry's distance is less than its neighbour's distance, and 0 if it is greater.
/// The two distances always differ by 1. `neighbour` is the neighbour's distance, and `bit` is bit
/// 1 of the entry's distance.
///
/// For example, if the neighbour's distance is 5, the entry's distance is 4 (`100` in binary) or 6
/// (`110`). Bit 1 distinguishes the two.
#[inline]
pub fn nearer(neighbour: u32, bit: u32) -> u32 {
    (neighbour.wrapping_add(1) >> 1 ^ bit) & 1
}
