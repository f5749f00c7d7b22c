//! A hash set of keys with four bytes for each slot: a slot says where its key is in a list outside
//! of the set.
//!
//! A shard keeps its keys in a list, in the order in which it found them. A slot of the set holds
//! the low bits of the key's number in this order. Its other bits hold part of the key's hash, so
//! that different keys mostly differ in their slots, and the list need not be read. If the slot of
//! a key is taken, the key goes into the next free one (linear probing). Nothing is ever removed.
//!
//! For example, a set of 64 slots needs 6 bits to number its keys. It stores the key with the
//! number 70 like this:
//!
//! | bit 31 | bits 30 to 6 | bits 5 to 0 |
//! | --- | --- | --- |
//! | 1, because the slot is taken | the bits of the hash that follow those that chose the slot | 70 modulo 64 = 6 |
//!
//! The owner of the list may drop its oldest keys. After 40 keys were dropped, this slot refers to
//! the key at the index (6 - 40) modulo 64 = 30 of the list. A slot whose key was dropped matches
//! no key any more, because the key itself is always compared in the end.
//!
//! The hash set of the standard library cannot prefetch a slot, which is what makes this set fast:
//! while one batch of keys is inserted, the slots of the next batch are already on their way from
//! memory.

use super::Words;
use fifteen_resources::{prefetch, zeroed};

/// Number of keys that are inserted together. Their first slots are prefetched together, so that
/// the reads overlap.
pub(crate) const BATCH: usize = 32;

/// Number of keys above which a set is filled more densely, because saving memory is then worth
/// longer probes.
///
/// The sets of all shards then have about eight million keys.
const LARGE: usize = 1 << 18;

/// Maximum number of slots, so that a slot has room for the number of a key and the bit [`TAKEN`].
const MAX_SLOTS: usize = 1 << 31;

/// Number of slots of the smallest set.
const MIN_SLOTS: usize = 2 * BATCH;

/// The bit that distinguishes a slot with a key from a free slot, which is 0.
const TAKEN: u32 = 1 << 31;

/// A set of the keys of a list. Its capacity is fixed.
pub(crate) struct StateSet {
    slots: Vec<u32>,
    /// Number of high bits of the hash that are equal for all keys of the set. The bits below them
    /// choose the slot.
    skipped_bits: u32,
    /// Number of low bits of a slot that hold the number of a key, which suffice to tell the keys
    /// of the list apart.
    number_bits: u32,
    /// Number of slots that are taken.
    len: usize,
    /// Maximum number of slots that may be taken.
    max_len: usize,
}

/// The keys that were put into a set, in order, without the oldest ones.
#[derive(Clone, Copy)]
pub(crate) struct KeyList<'a, const K: usize> {
    pub(crate) keys: &'a [Words<K>],
    /// Number of keys that were dropped before the first of `keys`.
    pub(crate) dropped: usize,
}

/// What a search for a key found.
enum KeyProbe {
    /// The index of the key in the list.
    Found(usize),
    /// The free slot into which the key belongs.
    Free(usize),
}

impl StateSet {
    /// Returns an empty set with room for a single batch.
    pub(crate) fn smallest(skipped_bits: u32) -> Self {
        Self::with_slots(vec![0; MIN_SLOTS], 0, skipped_bits)
    }

    /// Returns an empty set for `keys` keys and some more, or `None` if the system refuses the
    /// memory.
    ///
    /// The keys will take three eighths of the slots (three fifths in a large set), and the set is
    /// full at five eighths (three quarters).
    pub(crate) fn with_room_for(keys: usize, skipped_bits: u32) -> Option<Self> {
        let slots = zeroed(Self::slots_for(keys)).ok()?;
        Some(Self::with_slots(slots, keys, skipped_bits))
    }

    fn with_slots(slots: Vec<u32>, keys: usize, skipped_bits: u32) -> Self {
        let max_len = if keys > LARGE {
            slots.len() * 3 / 4
        } else {
            slots.len() * 5 / 8
        };
        StateSet {
            number_bits: usize::BITS - (slots.len() - 1).leading_zeros(),
            slots,
            skipped_bits,
            len: 0,
            max_len,
        }
    }

    fn slots_for(keys: usize) -> usize {
        let slots = if keys > LARGE {
            keys * 5 / 3
        } else {
            keys * 8 / 3
        };
        MIN_SLOTS + slots
    }

    /// Returns the memory of a set for `keys` keys, in bytes, or `None` if one set cannot number so
    /// many keys.
    pub(crate) fn bytes_for(keys: usize) -> Option<usize> {
        let slots = Self::slots_for(keys);
        (slots <= MAX_SLOTS).then_some(slots * size_of::<u32>())
    }

    /// Returns the memory of this set, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Returns the number of keys in the set, including keys that the list has dropped.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the set lacks room for another batch.
    pub(crate) fn is_full(&self) -> bool {
        self.len + BATCH > self.max_len
    }

    /// Returns the first slot in which a key with this hash may be.
    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        // Multiplying the hash, read as a fraction between 0 and 1, by the number of slots spreads
        // the keys evenly over any number of slots. The product has 128 bits; its high half is the
        // slot.
        let fraction = u128::from(hash << self.skipped_bits);
        ((fraction * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// Returns the content of a slot without the number of its key: bits of the hash that
    /// [`Self::first_slot`] does not depend on.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        let next_bits = ((hash << (self.skipped_bits + self.number_bits)) >> 33) as u32;
        TAKEN | (next_bits & !self.number_mask())
    }

    #[inline]
    fn number_mask(&self) -> u32 {
        (1 << self.number_bits) - 1
    }

    /// Prefetches the slot of a key that will soon be inserted.
    #[inline]
    pub(crate) fn prefetch<const K: usize>(&self, key: Words<K>) {
        prefetch(&self.slots, self.first_slot(key.hashed()));
    }

    /// Prefetches the key with which a key will first be compared. Its slot should have been
    /// prefetched earlier.
    #[inline]
    pub(crate) fn prefetch_key<const K: usize>(&self, key: Words<K>, list: KeyList<K>) {
        let index = self.index(self.slots[self.first_slot(key.hashed())], list.dropped);
        prefetch(list.keys, index.min(list.keys.len()));
    }

    /// Returns the index in the list of a slot's key. If the key was dropped, the index is another
    /// key's or too large.
    #[inline]
    fn index(&self, slot: u32, dropped: usize) -> usize {
        (slot.wrapping_sub(dropped as u32) & self.number_mask()) as usize
    }

    /// Looks for a key. The set must not be full, because the search only ends at the key or at a
    /// free slot.
    #[inline]
    fn probe<const K: usize>(&self, key: Words<K>, list: KeyList<K>) -> KeyProbe {
        let hash = key.hashed();
        let tag = self.tag(hash);
        let mask = self.number_mask();
        let mut slot = self.first_slot(hash);
        loop {
            let content = self.slots[slot];
            if content == 0 {
                return KeyProbe::Free(slot);
            }
            if content & !mask == tag {
                let index = self.index(content, list.dropped);
                if list.keys.get(index) == Some(&key) {
                    return KeyProbe::Found(index);
                }
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    /// Inserts a key that is about to be appended to the list, and returns whether it is new.
    ///
    /// The set must not be full, which callers check once for each batch of [`BATCH`] keys.
    #[inline]
    pub(crate) fn insert<const K: usize>(&mut self, key: Words<K>, list: KeyList<K>) -> bool {
        let KeyProbe::Free(slot) = self.probe(key, list) else {
            return false;
        };
        let number = (list.dropped + list.keys.len()) as u32;
        self.slots[slot] = self.tag(key.hashed()) | (number & self.number_mask());
        self.len += 1;
        true
    }

    /// Returns the index of a key in the list, if the list has it.
    pub(crate) fn find<const K: usize>(&self, key: Words<K>, list: KeyList<K>) -> Option<usize> {
        match self.probe(key, list) {
            KeyProbe::Found(index) => Some(index),
            KeyProbe::Free(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key that was dropped is new again, whatever other key its slot now seems to refer to.
    #[test]
    fn dropped_keys_are_forgotten() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut set = StateSet::with_room_for(3000, 5).unwrap();
        let (mut keys, mut dropped): (Vec<Words<1>>, usize) = (Vec::new(), 0);
        while !set.is_full() {
            let key = Words([random.u64(1..400) << 30]);
            let list = KeyList {
                keys: &keys,
                dropped,
            };
            let known = keys.iter().position(|other| *other == key);
            assert_eq!(set.find(key, list), known, "{key:?} after {dropped}");
            assert_eq!(set.insert(key, list), known.is_none(), "{key:?}");
            if known.is_none() {
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
