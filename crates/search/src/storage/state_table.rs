//! [`StateTable`]: a hash table that numbers the states that a search has reached.
//!
//! All keys, such as the 5 bytes that encode a 3x3 board, are stored in a list. Each slot of the
//! hash table holds the index of a key and a *tag*, which is seven bits of the key's hash. A lookup
//! uses linear probing (Knuth 1973): it starts at the slot that the low bits of the hash select,
//! and visits the following slots until one is empty. It reads a key, which is likely to miss the
//! cache, only if the tag matches. Of 128 other keys on the way, only one has the same tag on
//! average.

use crate::storage::Budget;
use fifteen_resources::LimitKind;

/// The table allocates memory for this many keys at a time. The number is large, so that the vector
/// of allocations stays short even with many millions of keys.
const KEYS: usize = 1024;
/// Number of slots in the smallest table. It must be a power of two.
const FEWEST_SLOTS: u64 = 1024;
/// The value that marks an empty slot. A used slot holds a tag, which is made from a key's hash.
/// The highest bit of a tag is always set, so a tag is never 0.
const EMPTY: u8 = 0;
/// Size of a slot in bytes: a tag and the index of a key.
const SLOT: usize = size_of::<u8>() + size_of::<u32>();

/// A set of keys, which are encoded states of the same length. The keys are numbered in the order
/// of insertion. At most three quarters of the slots of the hash table are in use.
///
/// A standard hash table holds both the old and the new slots while it grows, and cannot predict
/// how much memory it will need. This table frees its old slots first, and counts its memory before
/// it allocates.
#[derive(Debug)]
pub(crate) struct StateTable {
    /// Length of each key, in bytes.
    width: usize,
    /// All keys in the order of insertion, in separately allocated chunks of [`KEYS`] keys.
    pieces: Vec<Vec<u8>>,
    count: u32,
    tags: Vec<u8>,
    numbers: Vec<u32>,
}

impl StateTable {
    /// Creates an empty table for keys of `width` bytes.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            width,
            pieces: Vec::new(),
            count: 0,
            tags: Vec::new(),
            numbers: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.count as usize
    }

    /// Returns the key with the given index, or `None` if the index is out of bounds.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&[u8]> {
        let number = number as usize;
        let begin = number % KEYS * self.width;
        self.pieces
            .get(number / KEYS)?
            .get(begin..begin + self.width)
    }

    /// Returns the index of a key, or `None` if the key is not in the table.
    #[inline]
    pub(crate) fn find(&self, key: &[u8]) -> Option<u32> {
        let hash = hash(key);
        let mask = self.tags.len().checked_sub(1)?;
        let mut slot = hash as usize & mask;
        while self.tags[slot] != EMPTY {
            let number = self.numbers[slot];
            if self.tags[slot] == tag(hash) && self.get(number) == Some(key) {
                return Some(number);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Adds a new key and returns its index. The table must not contain the key yet.
    pub(crate) fn insert(&mut self, key: &[u8], budget: &mut Budget) -> Result<u32, LimitKind> {
        let number = self.count;
        let count = number.checked_add(1).ok_or(LimitKind::Memory)?;
        if slots_for(count.into()) > self.tags.len() as u64 {
            self.grow(budget)?;
        }
        if (number as usize).is_multiple_of(KEYS) {
            budget.take(KEYS * self.width)?;
            let mut piece = Vec::new();
            piece
                .try_reserve_exact(KEYS * self.width)
                .map_err(|_| LimitKind::Memory)?;
            self.pieces.push(piece);
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.extend_from_slice(key);
        }
        self.count = count;
        self.fill_slot(hash(key), number);
        Ok(number)
    }

    /// Stores the index of a key and the tag of its hash in the slot that the hash selects, or in
    /// the next empty slot if that slot is in use.
    fn fill_slot(&mut self, hash: u64, number: u32) {
        let mask = self.tags.len() - 1;
        let mut slot = hash as usize & mask;
        while self.tags[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.tags[slot] = tag(hash);
        self.numbers[slot] = number;
    }

    fn grow(&mut self, budget: &mut Budget) -> Result<(), LimitKind> {
        let count = slots_for(self.len() as u64 + 1) as usize;
        // The slots can be rebuilt from the keys, so the old slots are freed before the new ones
        // are allocated. If the allocation fails, the search ends without using the table again.
        budget.give(self.tags.len() * SLOT);
        (self.tags, self.numbers) = (Vec::new(), Vec::new());
        budget.take(count * SLOT)?;
        self.tags
            .try_reserve_exact(count)
            .map_err(|_| LimitKind::Memory)?;
        self.numbers
            .try_reserve_exact(count)
            .map_err(|_| LimitKind::Memory)?;
        self.tags.resize(count, EMPTY);
        self.numbers.resize(count, 0);
        for number in 0..self.count {
            if let Some(hash) = self.get(number).map(hash) {
                self.fill_slot(hash, number);
            }
        }
        Ok(())
    }
}

/// Returns the number of slots for `keys` keys: a power of two that leaves at least a quarter of
/// the slots empty.
fn slots_for(keys: u64) -> u64 {
    let least = keys.saturating_add(keys / 3 + 1);
    least
        .checked_next_power_of_two()
        .unwrap_or(u64::MAX)
        .max(FEWEST_SLOTS)
}

/// Returns the memory usage of a table with `keys` keys of `width` bytes each, in bytes.
pub(crate) fn table_bytes(keys: u64, width: usize) -> u64 {
    let keys_allocated = keys.next_multiple_of(KEYS as u64);
    keys_allocated
        .saturating_mul(width as u64)
        .saturating_add(slots_for(keys).saturating_mul(SLOT as u64))
}

/// Returns the tag for a hash: its seven highest bits, and a bit that is always set, so that no tag
/// equals [`EMPTY`]. Lower bits of the hash select the slot.
#[inline]
fn tag(hash: u64) -> u8 {
    (hash >> 57) as u8 | 1 << 7
}

/// Returns the hash of a key. Keys are not chosen by an attacker, so a fast hash that multiplies
/// and rotates words is sufficient.
#[inline]
fn hash(key: &[u8]) -> u64 {
    let (words, rest) = key.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words
        .iter()
        .chain(std::iter::once(&last).filter(|_| !rest.is_empty()));
    let mixed = words.fold(0_u64, |mixed, &word| {
        (mixed.rotate_left(26) ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    let folded = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    folded ^ folded >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn the_state_table_behaves_like_a_hash_map() {
        for width in [2, 8, 11, 16] {
            let mut budget = Budget::new(None);
            let (mut table, mut map) = (StateTable::new(width), HashMap::new());
            for i in 0..20_000_u128 {
                let key = (i * i % 10_007).to_le_bytes()[..width].to_vec();
                assert_eq!(table.find(&key), map.get(&key).copied());
                if !map.contains_key(&key) {
                    let number = table.insert(&key, &mut budget).unwrap();
                    assert_eq!(
                        (number as usize, table.get(number)),
                        (map.len(), Some(&key[..]))
                    );
                    map.insert(key, number);
                }
            }
            assert_eq!(table.len(), map.len());
            assert_eq!(budget.peak(), table_bytes(map.len() as u64, width));
        }
    }
}
