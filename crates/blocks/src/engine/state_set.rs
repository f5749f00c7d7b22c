//! A set of states: an open-addressed table of places in a list of keys, with linear probing. Nothing is removed.
//!
//! A slot has four bytes, however long a key is: the place of a key in the list, and in the bits that are left some of
//! its hash. Only where these bits agree, the key itself is compared. Own code, since slots are prefetched before keys
//! are inserted.

use super::Words;
use fifteen_resources::prefetch;

/// Keys inserted together: their first slots are prefetched together, so that the reads overlap.
pub(crate) const BATCH: usize = 32;

/// The keys from which on memory counts more than short probes. The sets of one search have some eight million keys
/// then.
const LARGE: usize = 1 << 18;

/// The most slots of a set, so that a slot has room for a place.
const MOST_SLOTS: usize = 1 << 31;

/// The bit that is set in all slots that are taken.
const TAKEN: u32 = 1 << 31;

/// A set of places. Its capacity is fixed.
///
/// The keys belong to the caller, who may drop the oldest ones: their slots stay, and match no key any more.
pub(crate) struct StateSet {
    slots: Vec<u32>,
    /// The high bits of the hash that are the same for all keys of the set; the others choose the slot.
    skip: u32,
    /// The number of low bits of a slot that have the place: enough to tell all keys of the list apart.
    place_bits: u32,
    len: usize,
    /// The most keys.
    most: usize,
}

/// The keys of a set: all that were put into it, in order, but for the oldest ones.
#[derive(Clone, Copy)]
pub(crate) struct KeyList<'a, const K: usize> {
    pub(crate) keys: &'a [Words<K>],
    /// The number of keys that were dropped before the first of `keys`.
    pub(crate) dropped: usize,
}

impl StateSet {
    /// A set with room for more than `keys` keys: they take three eighths of the slots, or three fifths if they are many,
    /// and the most keys five eighths, or three quarters.
    pub(crate) fn for_keys(keys: usize, skip: u32) -> Self {
        let slots = Self::slots_for(keys);
        let place_bits = usize::BITS - (slots - 1).leading_zeros();
        let most = if keys > LARGE {
            slots * 3 / 4
        } else {
            slots * 5 / 8
        };
        StateSet {
            slots: vec![0; slots],
            skip,
            place_bits,
            len: 0,
            most,
        }
    }

    fn slots_for(keys: usize) -> usize {
        2 * BATCH
            + if keys > LARGE {
                keys * 5 / 3
            } else {
                keys * 8 / 3
            }
    }

    /// The memory of a set for `keys` keys, in bytes; `None` if they are too many for one set.
    pub(crate) fn bytes_for(keys: usize) -> Option<usize> {
        Some(Self::slots_for(keys))
            .filter(|&slots| slots <= MOST_SLOTS)
            .map(|slots| slots * size_of::<u32>())
    }

    /// The memory of this set, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// The number of keys, of dropped ones too.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there is no room for another batch.
    pub(crate) fn is_full(&self) -> bool {
        self.len + BATCH > self.most
    }

    /// The first slot that may have a key with this hash.
    #[inline]
    fn slot(&self, hash: u64) -> usize {
        // The high half of a product of 128 bits: the hash as a fraction, times the number of slots.
        ((u128::from(hash << self.skip) * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// The content of a slot without the place: the bits of the hash that follow those which choose the slot.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        let next = ((hash << (self.skip + self.place_bits)) >> 33) as u32;
        TAKEN | (next & !self.place_mask())
    }

    #[inline]
    fn place_mask(&self) -> u32 {
        (1 << self.place_bits) - 1
    }

    /// Prefetches the slot of a key that will soon be inserted.
    #[inline]
    pub(crate) fn prefetch<const K: usize>(&self, key: Words<K>) {
        prefetch(&self.slots, self.slot(key.hashed()));
    }

    /// Prefetches the key of the slot that a key will first be compared with. The slot itself should be near already.
    #[inline]
    pub(crate) fn prefetch_key<const K: usize>(&self, key: Words<K>, list: KeyList<K>) {
        let place = self.place(self.slots[self.slot(key.hashed())], list.dropped);
        prefetch(list.keys, place.min(list.keys.len()));
    }

    /// The index of a slot's key in a list, if it was not dropped.
    #[inline]
    fn place(&self, slot: u32, dropped: usize) -> usize {
        (slot.wrapping_sub(dropped as u32) & self.place_mask()) as usize
    }

    /// Inserts a key that comes next in the list, unless the list has it, and returns true if it is new. The set must
    /// not be full, which is checked once for each batch of [`BATCH`] keys.
    #[inline]
    pub(crate) fn insert<const K: usize>(&mut self, key: Words<K>, list: KeyList<K>) -> bool {
        let hash = key.hashed();
        let (tag, mask) = (self.tag(hash), self.place_mask());
        let mut slot = self.slot(hash);
        loop {
            let seen = self.slots[slot];
            if seen == 0 {
                self.slots[slot] = tag | ((list.dropped + list.keys.len()) as u32 & mask);
                self.len += 1;
                return true;
            }
            // Dropped keys have the places of others, or of none.
            if seen & !mask == tag && list.keys.get(self.place(seen, list.dropped)) == Some(&key) {
                return false;
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

    /// A key that was dropped is new again, whatever places its slot may mean.
    #[test]
    fn dropped_keys_are_forgotten() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut table = StateSet::for_keys(3000, 5);
        let (mut keys, mut dropped): (Vec<Words<1>>, usize) = (Vec::new(), 0);
        while !table.is_full() {
            let key = Words([random.u64(1..400) << 30]);
            let list = KeyList {
                keys: &keys,
                dropped,
            };
            assert_eq!(
                table.insert(key, list),
                !keys.contains(&key),
                "{key:?} after {dropped}"
            );
            if !keys.contains(&key) {
                keys.push(key);
            }
            if keys.len() > 200 {
                keys.drain(..100);
                dropped += 100;
            }
        }
        assert!(dropped > 3000);
    }
}
