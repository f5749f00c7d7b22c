//! A hash set of keys that takes only four bytes per slot. A slot does not contain a key, but says
//! where its key is in a list outside of the set.
//!
//! A shard keeps its keys in a list, in the order in which it found them. A slot of the set
//! contains the low bits of the key's number in this order. Its other bits are part of the key's
//! hash, so that the slots of different keys are almost always different, and the list rarely needs
//! to be read. If the slot for a key is occupied, the key goes into the next free slot (linear
//! probing). Slots are never freed.
//!
//! For example, a set of 64 slots needs 6 bits to number its keys. It stores the key with the
//! number 70 like this:
//!
//! | bit 31 | bits 30 to 6 | bits 5 to 0 |
//! | --- | --- | --- |
//! | 1 if the slot is occupied | hash bits below those that chose the slot | 70 modulo 64 = 6 |
//!
//! The owner of the list may remove its oldest keys. After 40 keys have been removed, this slot
//! refers to the key at the index (6 - 40) modulo 64 = 30 of the list. A slot whose key has been
//! removed no longer matches any key, because a match is always confirmed by comparing the keys
//! themselves.
//!
//! This set is faster than the hash set of the standard library because it can prefetch slots:
//! while one batch of keys is being inserted, the slots for the next batch are already being loaded
//! from memory.

use super::Words;
use fifteen_resources::{prefetch, zeroed};

/// Number of keys that are inserted as a batch. Their slots are prefetched together, so that the
/// memory accesses overlap.
pub(crate) const BATCH: usize = 32;

/// Number of keys above which a set is filled more densely, because the saved memory is then worth
/// longer probe sequences.
///
/// When every shard has this many keys, there are about eight million keys in all.
const LARGE: usize = 1 << 18;

/// Maximum number of slots, chosen so that a slot has room for the number of a key and the
/// [`TAKEN`] bit.
const MAX_SLOTS: usize = 1 << 31;

/// Number of slots of the smallest set. Together with the maximum load factor, it gives room for
/// one batch of keys.
const MIN_SLOTS: usize = 2 * BATCH;

/// The bit that is set in every occupied slot. A free slot is 0.
const TAKEN: u32 = 1 << 31;

/// A hash set of the keys of a list. Its capacity is fixed.
pub(crate) struct StateSet {
    slots: Vec<u32>,
    /// Number of high bits of the hash that are equal for all keys of the set. The bits below them
    /// choose the slot.
    skipped_bits: u32,
    /// Number of low bits of a slot that hold the number of a key. They suffice to distinguish
    /// between the keys of the list.
    number_bits: u32,
    /// Number of occupied slots.
    len: usize,
    /// Maximum number of occupied slots. The set counts as full when the next batch of keys could
    /// exceed it.
    max_len: usize,
}

/// The list of the keys that have been inserted into a set, in order of insertion and without the
/// oldest ones.
#[derive(Clone, Copy)]
pub(crate) struct KeyList<'a, const K: usize> {
    pub(crate) keys: &'a [Words<K>],
    /// Number of keys that have been removed before the first of `keys`.
    pub(crate) dropped: usize,
}

/// The result of looking up a key.
enum KeyProbe {
    /// The key is in the set. The value is its index in the list.
    Found(usize),
    /// The key is not in the set. The value is the free slot where it can be inserted.
    Free(usize),
}

impl StateSet {
    /// Returns an empty set of the smallest size, which has room for one batch of [`BATCH`] keys.
    pub(crate) fn smallest(skipped_bits: u32) -> Self {
        Self::with_slots(vec![0; MIN_SLOTS], 0, skipped_bits)
    }

    /// Returns an empty set with room for `keys` keys and some more, or `None` if the allocation
    /// fails.
    ///
    /// The `keys` keys will occupy three eighths of the slots (three fifths in a large set), and
    /// the set counts as full when five eighths (three quarters) are occupied.
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

    /// Returns the memory that a set with room for `keys` keys would occupy, in bytes, or `None` if
    /// so many keys exceed [`MAX_SLOTS`].
    pub(crate) fn bytes_for(keys: usize) -> Option<usize> {
        let slots = Self::slots_for(keys);
        (slots <= MAX_SLOTS).then_some(slots * size_of::<u32>())
    }

    /// Returns the memory that this set occupies, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Returns the number of keys in the set, including keys that have been removed from the list.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the set has no room for another batch.
    pub(crate) fn is_full(&self) -> bool {
        self.len + BATCH > self.max_len
    }

    /// Returns the slot at which the lookup of a key with this hash begins.
    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        // The hash, read as a fraction between 0 and 1, is multiplied by the number of slots.
        // Unlike a mask, this spreads the keys evenly over any number of slots. The product has 128
        // bits, and its high half is the slot.
        let fraction = u128::from(hash << self.skipped_bits);
        ((fraction * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// Returns the content of a slot apart from the number of its key: the [`TAKEN`] bit, and bits
    /// of the hash that did not influence [`Self::first_slot`].
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        let next_bits = ((hash << (self.skipped_bits + self.number_bits)) >> 33) as u32;
        TAKEN | (next_bits & !self.number_mask())
    }

    #[inline]
    fn number_mask(&self) -> u32 {
        (1 << self.number_bits) - 1
    }

    /// Prefetches the first slot of a key that will soon be inserted.
    #[inline]
    pub(crate) fn prefetch<const K: usize>(&self, key: Words<K>) {
        prefetch(&self.slots, self.first_slot(key.hashed()));
    }

    /// Prefetches the key in the list with which a given key will be compared first. The slot of
    /// the given key should have been prefetched before.
    #[inline]
    pub(crate) fn prefetch_key<const K: usize>(&self, key: Words<K>, list: KeyList<K>) {
        let index = self.index(self.slots[self.first_slot(key.hashed())], list.dropped);
        prefetch(list.keys, index.min(list.keys.len()));
    }

    /// Returns the index in the list of the key to which a slot refers. If that key has been
    /// removed, the index is that of another key or out of bounds.
    #[inline]
    fn index(&self, slot: u32, dropped: usize) -> usize {
        (slot.wrapping_sub(dropped as u32) & self.number_mask()) as usize
    }

    /// Looks up a key. The set must have a free slot, because the loop ends only at the key or at a
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

    /// Inserts a key that the caller will append to the list if it is new, and returns whether it
    /// is new.
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

    /// Returns the index of a key in the list, or `None` if the list does not contain it.
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

    /// A key that has been removed from the list counts as new, even if its slot now seems to refer
    /// to another key.
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
