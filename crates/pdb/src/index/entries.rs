//! The order of the entries in a payload, and how they are read.
//!
//! The entry of a rank and a class has the number `rank * classes + class`. A class is a zero class
//! in a zero-aware table and an occupied set in an additive one. Entries of the same rank are next
//! to each other, because most moves keep the rank, so that the next entry is usually within a few
//! kilobytes.
//!
//! Entry `i` of `b` bits fills the bits `b*i` to `b*i + b - 1` of the payload, byte by byte from
//! the least significant bit. For example, entry 45 of one bit is bit 5 of byte 5, and entry 45 of
//! four bits is the upper half of byte 22.

/// Returns the number of the entry of an arrangement's rank and a class. `classes` is the number of
/// classes of the table.
#[inline]
pub fn index(rank: u32, classes: u32, class: u32) -> u64 {
    u64::from(rank) * u64::from(classes) + u64::from(class)
}

/// Returns the bit of a zero-aware entry, which is bit 1 of its distance.
///
/// # Panics
/// Panics if the payload has no such entry.
#[inline]
pub fn bit(payload: &[u8], index: u64) -> u32 {
    u32::from(payload[(index / 8) as usize] >> (index % 8)) & 1
}

/// Returns the excess over the Manhattan distance that an additive entry of 4 or 8 bits holds.
///
/// # Panics
/// Panics if the payload has no such entry.
#[inline]
pub fn excess(payload: &[u8], entry_bits: u32, index: u64) -> u32 {
    let half = if entry_bits == 8 {
        payload[index as usize]
    } else {
        payload[(index / 2) as usize] >> (index % 2 * 4) & 15
    };
    u32::from(half) * 2
}

/// Returns 1 if an entry is nearer to the goal than a neighbour, and 0 if it is farther, given the
/// distance of the neighbour and the bit of the entry.
///
/// The distances of neighbours differ by exactly 1, and the bit is bit 1 of the distance. Only one
/// of the two candidates has that bit: next to distance 5, 4 (`100`) has 0, and 6 (`110`) has 1.
#[inline]
pub fn nearer(neighbour: u32, bit: u32) -> u32 {
    (neighbour.wrapping_add(1) >> 1 ^ bit) & 1
}
