//! A set of states: an open-addressed table of keys with linear probing. Nothing is removed.
//!
//! Own code, since the slots of a batch are prefetched before its keys are inserted.

use super::words::Key;
use fifteen_search::prefetch;

/// Keys inserted together: their first slots are prefetched together, so that the reads overlap.
pub(crate) const BATCH: usize = 32;

/// The keys from which on memory counts more than short probes. The sets of one search have some eight million keys
/// then.
const LARGE: usize = 1 << 18;

/// A set of keys. Its capacity is fixed.
pub(crate) struct StateSet<K> {
    slots: Vec<K>,
    /// The high bits of the hash that are the same for all keys of the set; the others choose the slot.
    skip: u32,
    len: usize,
}

impl<K: Key> StateSet<K> {
    /// A set in which `keys` keys take three eighths of the slots, or half of them if it is large.
    pub(crate) fn for_keys(keys: usize, skip: u32) -> Self {
        StateSet { slots: vec![K::ZERO; Self::slots_for(keys)], skip, len: 0 }
    }

    fn slots_for(keys: usize) -> usize {
        2 * BATCH + if keys > LARGE { keys * 2 } else { keys * 8 / 3 }
    }

    /// The memory of a set for `keys` keys, in bytes.
    pub(crate) fn bytes_for(keys: usize) -> usize {
        Self::slots_for(keys) * size_of::<K>()
    }

    /// The memory of this set, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<K>()
    }

    /// Returns true if another batch would take more than five eighths of the slots, or six if the set is large.
    pub(crate) fn is_full(&self) -> bool {
        (self.len + BATCH) * 8 > self.slots.len() * if self.slots.len() > 2 * LARGE { 6 } else { 5 }
    }

    /// The first slot that may have a key.
    #[inline]
    fn slot(&self, key: K) -> usize {
        // The high half of a product of 128 bits: the hash as a fraction, times the number of slots.
        ((u128::from(key.hashed() << self.skip) * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// Prefetches the slot of a key that will soon be inserted.
    #[inline]
    pub(crate) fn prefetch(&self, key: K) {
        prefetch(&self.slots, self.slot(key));
    }

    /// Inserts a key, and returns true if it is new. The set must not be full, which is checked once for each batch of
    /// [`BATCH`] keys.
    #[inline]
    pub(crate) fn insert(&mut self, key: K) -> bool {
        let mut slot = self.slot(key);
        loop {
            let seen = self.slots[slot];
            if seen == key {
                return false;
            }
            if seen == K::ZERO {
                self.slots[slot] = key;
                self.len += 1;
                return true;
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_new_once() {
        for number in [700, LARGE as u64 + 1000] {
            let keys: Vec<u64> = (1..2 * number).map(|i| (i % number + 1) << 20).collect();
            let mut table = StateSet::for_keys(number as usize, 5);
            let mut found = Vec::new();
            for batch in keys.chunks(BATCH) {
                assert!(!table.is_full());
                found.extend(batch.iter().copied().filter(|&key| table.insert(key)));
            }
            assert_eq!(found, keys[..number as usize]);
        }
    }
}
