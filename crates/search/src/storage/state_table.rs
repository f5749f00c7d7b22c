//! A hash table of the states that a search has seen, its memory counted.

use std::hash::{Hash, Hasher};

use crate::limits::LimitKind;
use crate::prefetch::prefetch;
use crate::storage::{Budget, List};

/// Keys that are allocated at a time: there are many, and the list of pieces should stay small.
const KEYS: usize = 1024;
/// Slots of the smallest table.
const FEWEST_SLOTS: u64 = 1024;
/// The tag of a slot without a key.
const EMPTY: u8 = 0;
/// Bytes of a slot.
const SLOT: usize = size_of::<u8>() + size_of::<u32>();

/// A set of keys, numbered in the order of insertion; with linear probing, at most three quarters full.
///
/// A tag is seven bits of the hash: most slots of other keys are passed without reading the keys. The table is not one
/// of a library because it never holds old and new slots at once, and its bytes are known before they are allocated.
#[derive(Debug)]
pub(crate) struct StateTable<K> {
    keys: List<K, KEYS>,
    tags: Vec<u8>,
    numbers: Vec<u32>,
}

impl<K> Default for StateTable<K> {
    fn default() -> Self {
        Self { keys: List::default(), tags: Vec::new(), numbers: Vec::new() }
    }
}

impl<K: Hash + Eq> StateTable<K> {
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The key with that number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&K> {
        self.keys.get(number as usize)
    }

    /// The number of a key.
    #[inline]
    pub(crate) fn find(&self, key: &K) -> Option<u32> {
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

    /// Bytes that the slots take in addition once `more` keys are added, their own list left out.
    pub(crate) fn growth(&self, more: u64) -> u64 {
        let slots = slots_for(self.len() as u64 + more);
        slots.saturating_sub(self.tags.len() as u64).saturating_mul(SLOT as u64)
    }

    /// Prefetches the first slot of a key.
    #[inline]
    pub(crate) fn prefetch(&self, key: &K) {
        if let Some(mask) = self.tags.len().checked_sub(1) {
            let slot = hash(key) as usize & mask;
            prefetch(&self.tags, slot);
            prefetch(&self.numbers, slot);
        }
    }

    /// Adds a key that is not in the table, and returns its number.
    pub(crate) fn insert(&mut self, key: K, budget: &mut Budget) -> Result<u32, LimitKind> {
        let number = u32::try_from(self.len()).map_err(|_| LimitKind::Memory)?;
        if slots_for(self.len() as u64 + 1) > self.tags.len() as u64 {
            self.grow(budget)?;
        }
        let hash = hash(&key);
        self.keys.push(key, budget)?;
        self.place(hash, number);
        Ok(number)
    }

    fn place(&mut self, hash: u64, number: u32) {
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
        // The slots can be made again from the keys, so the old slots are freed before the new ones are allocated. If
        // that fails, the search ends and looks up nothing more.
        budget.give(self.tags.len() * SLOT);
        (self.tags, self.numbers) = (Vec::new(), Vec::new());
        budget.take(count * SLOT)?;
        self.tags.try_reserve_exact(count).map_err(|_| LimitKind::Memory)?;
        self.numbers.try_reserve_exact(count).map_err(|_| LimitKind::Memory)?;
        self.tags.resize(count, EMPTY);
        self.numbers.resize(count, 0);
        for number in 0..self.len() as u32 {
            if let Some(hash) = self.get(number).map(hash) {
                self.place(hash, number);
            }
        }
        Ok(())
    }
}

/// Number of slots of a table with that number of keys.
fn slots_for(keys: u64) -> u64 {
    let least = keys.saturating_add(keys / 3 + 1);
    least.checked_next_power_of_two().unwrap_or(u64::MAX).max(FEWEST_SLOTS)
}

/// Bytes of a table with that number of keys.
pub(crate) fn table_bytes<K>(keys: u64) -> u64 {
    let keys_allocated = keys.next_multiple_of(KEYS as u64);
    keys_allocated.saturating_mul(size_of::<K>() as u64).saturating_add(slots_for(keys).saturating_mul(SLOT as u64))
}

/// Seven bits of a hash that the slot does not depend on, and one bit that marks a key.
#[inline]
fn tag(hash: u64) -> u8 {
    (hash >> 57) as u8 | 1 << 7
}

fn hash<K: Hash>(key: &K) -> u64 {
    let mut hasher = Mix(0);
    key.hash(&mut hasher);
    hasher.finish()
}

/// A hash for keys that no adversary chooses: multiply and rotate by words, then mix.
struct Mix(u64);

impl Mix {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| self.word(u64::from_le_bytes(word)));
        rest.iter().for_each(|&byte| self.word(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.word(n.into());
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let folded = (self.0 ^ self.0 >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        folded ^ folded >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn a_table_is_a_map_to_numbers() {
        let mut budget = Budget::new(None);
        let (mut table, mut map) = (StateTable::default(), HashMap::new());
        for i in 0..20_000_u64 {
            let key = i * i % 10_007;
            assert_eq!(table.find(&key), map.get(&key).copied());
            if !map.contains_key(&key) {
                let number = table.insert(key, &mut budget).unwrap();
                assert_eq!((number as usize, table.get(number)), (map.len(), Some(&key)));
                map.insert(key, number);
            }
        }
        assert_eq!(table.len(), map.len());
        assert_eq!(budget.peak(), table_bytes::<u64>(map.len() as u64));
    }

    #[test]
    fn nothing_is_taken_beyond_the_limit() {
        let mut budget = Budget::new(Some(100_000));
        let mut table = StateTable::default();
        let end = (0..1_000_000_u64).find_map(|key| table.insert(key, &mut budget).err());
        assert_eq!(end, Some(LimitKind::Memory));
        assert!((50_000..=100_000).contains(&budget.peak()));
    }
}
