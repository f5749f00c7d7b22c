//! The order of the entries in a table's payload, and functions that read them.
//!
//! The entry with rank `rank` and class `class` has the index `rank * classes + class`. In a
//! zero-aware table, the class is a zero class, which is an occupied set together with the blank's
//! region. In an additive table, the class is an occupied set. Entries with the same rank are
//! adjacent. Most moves do not change the rank, so the next entry that a search reads is usually
//! within a few kilobytes.
//!
//! Entry `i` of a table with `b` bits per entry occupies the bits `b*i` to `b*i + b - 1` of the
//! payload. Bit 0 is the least significant bit of the first byte. For example, 1-bit entry 45 is
//! bit 5 of byte 5, and 4-bit entry 45 is the upper half of byte 22.

/// Returns the index of an entry in a table. `rank` is the rank of the tiles' order. In a
/// zero-aware table, `class` is the index of the zero class, and in an additive table it is the
/// index of the occupied set. `classes` is the number of zero classes or occupied sets in the
/// table.
#[inline]
pub fn index(rank: u32, classes: u32, class: u32) -> u64 {
    u64::from(rank) * u64::from(classes) + u64::from(class)
}

/// Returns an entry of a zero-aware table. The entry is bit 1 of a distance.
///
/// # Panics
/// Panics if `index` is beyond the end of the payload.
#[inline]
pub fn bit(payload: &[u8], index: u64) -> u32 {
    u32::from(payload[(index / 8) as usize] >> (index % 8)) & 1
}

/// Returns the amount by which a distance in an additive table exceeds the Manhattan distance.
/// `entry_bits` is 4 or 8.
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

/// Compares the distances of two neighbouring entries, which always differ by 1. Returns 1 if the
/// entry's distance is less than its neighbour's, and 0 if it is greater. `neighbour` is the
/// neighbour's distance, and `bit` is bit 1 of the entry's distance.
///
/// For example, the neighbours of distance 5 have distance 4 (`100` in binary) or 6 (`110`), so bit
/// 1 is enough to distinguish them.
#[inline]
pub fn nearer(neighbour: u32, bit: u32) -> u32 {
    (neighbour.wrapping_add(1) >> 1 ^ bit) & 1
}
