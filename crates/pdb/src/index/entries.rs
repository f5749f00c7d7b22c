//! Entries in a payload: their order and how they are read.
//!
//! Entries stand arrangement by arrangement: entry `rank * classes + class`, so that a move that keeps the rank stays
//! within a few kilobytes. A class is a zero class in a zero-aware table and an occupied set in an additive one. Entry
//! `i` of `b` bits fills bits `b*i..b*i+b` of the payload, byte by byte from the least significant bit.

/// The number of an entry.
#[inline]
pub fn index(rank: u32, classes: u32, class: u32) -> u64 {
    u64::from(rank) * u64::from(classes) + u64::from(class)
}

/// The bit of a zero-aware entry: 0 or 1.
#[inline]
pub fn bit(payload: &[u8], index: u64) -> u32 {
    u32::from(payload[(index / 8) as usize] >> (index % 8)) & 1
}

/// The excess over the Manhattan distance that an additive entry of 4 or 8 bits holds.
#[inline]
pub fn excess(payload: &[u8], entry_bits: u32, index: u64) -> u32 {
    let half = if entry_bits == 8 {
        payload[index as usize]
    } else {
        payload[(index / 2) as usize] >> (index % 2 * 4) & 15
    };
    u32::from(half) * 2
}

/// The step to a zero-aware entry with this bit from a neighbour of known distance: 1 if the entry is nearer to the
/// goal, 0 if it is farther.
///
/// Neighbours differ by exactly 1, and the bit is the second one of the distance, so only one of the two candidates
/// has it.
#[inline]
pub fn nearer(neighbour: u32, bit: u32) -> u32 {
    (neighbour.wrapping_add(1) >> 1 ^ bit) & 1
}
