//! The open-addressed table of keys: a power of two of slots, linear probing, nothing ever taken out.

use super::words::Key;
use fifteen_search::prefetch;

/// Keys inserted together: their first slots are read before any of them is looked at, so that the reads overlap.
pub(crate) const BATCH: usize = 32;

/// A set of keys. It does not grow by itself.
pub(crate) struct Table<K> {
    slots: Vec<K>,
    /// Bits of the hash that say which table it is, at the high end; the slot's bits follow.
    skip: u32,
    len: usize,
}

impl<K: Key> Table<K> {
    /// The smallest table in which `keys` keys take at most three eighths of the slots.
    pub(crate) fn for_keys(keys: usize, skip: u32) -> Self {
        Table { slots: vec![K::ZERO; Self::slots_for(keys)], skip, len: 0 }
    }

    fn slots_for(keys: usize) -> usize {
        (keys * 8 / 3 + 2 * BATCH).next_power_of_two()
    }

    /// The memory of such a table.
    pub(crate) fn bytes_for(keys: usize) -> usize {
        Self::slots_for(keys) * size_of::<K>()
    }

    /// The memory that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<K>()
    }

    /// Whether another batch would take more than five eighths of the slots.
    pub(crate) fn is_full(&self) -> bool {
        (self.len + BATCH) * 8 > self.slots.len() * 5
    }

    /// The first slot in which a key may be.
    #[inline]
    fn slot(&self, key: K) -> usize {
        let shift = self.slots.len().leading_zeros() + 1;
        ((key.hashed() << self.skip) >> shift) as usize
    }

    /// Has the slots of some keys fetched, which will soon be inserted.
    #[inline]
    pub(crate) fn prefetch(&self, keys: &[K]) {
        keys.iter().for_each(|&key| prefetch(&self.slots, self.slot(key)));
    }

    /// Inserts at most [`BATCH`] keys; `new` is called for those that were not there. The table must not be full.
    #[inline]
    pub(crate) fn insert(&mut self, keys: &[K], mut new: impl FnMut(K)) {
        let mask = self.slots.len() - 1;
        for &key in keys {
            // The mask changes nothing; it shows the compiler that the slot exists.
            let mut slot = self.slot(key) & mask;
            loop {
                let seen = self.slots[slot];
                if seen == key {
                    break;
                }
                if seen == K::ZERO {
                    self.slots[slot] = key;
                    self.len += 1;
                    new(key);
                    break;
                }
                slot = (slot + 1) & mask;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_new_once() {
        let keys: Vec<u64> = (1..2000u64).map(|i| (i % 700 + 1) << 20).collect();
        let mut table = Table::for_keys(700, 5);
        let mut found = Vec::new();
        for batch in keys.chunks(BATCH) {
            assert!(!table.is_full());
            table.insert(batch, |key| found.push(key));
        }
        assert_eq!(found, keys[..700]);
    }
}
