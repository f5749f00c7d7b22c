//! A hash set of keys that uses only four bytes per slot. Instead of a key, a slot stores the key's
//! position in a list outside the set.
//!
//! The list contains the keys in order of insertion, and its owner can remove the oldest keys. Each
//! key has a serial number. The first key ever inserted has number 0. A slot stores the low bits of
//! a key's serial number. Its remaining bits are part of the key's hash, so that the slots of
//! distinct keys almost always differ and a lookup rarely needs to read the list. If a slot is
//! occupied, the key goes into the next free slot, which is known as linear probing. Slots are
//! never freed.
//!
//! For example, in a set of 64 slots, the serial number takes 6 bits. The key with serial number 70
//! is stored like this:
//!
//! | bit 31 | bits 30 to 6 | bits 5 to 0 |
//! | --- | --- | --- |
//! | 1 if the slot is occupied | hash bits below those that chose the slot | 70 modulo 64 = 6 |
//!
//! After 40 keys have been removed from the list, this slot refers to the key at index (6 - 40)
//! modulo 64 = 30. A slot whose key has been removed no longer matches any key, because a lookup
//! always compares the keys themselves before it reports a match.
//!
//! The set is faster than the standard library's hash set because it can prefetch slots. While one
//! batch of keys is being inserted, the slots for the next batch are being loaded from memory.

use super::Words;
use fifteen_resources::{prefetch, zeroed};

/// Number of keys in a batch. The slots of a batch are prefetched together, so that the memory
/// accesses overlap.
pub(crate) const BATCH: usize = 32;

/// Number of keys above which a set is filled more densely. Denser filling makes lookups slower,
/// but in a large set it saves enough memory to be worth it.
///
/// A search whose 32 shards each contain this many keys has about eight million keys in total.
const LARGE: usize = 1 << 18;

/// Maximum number of slots in a set. Each slot has 32 bits, and one of them is the [`TAKEN`] bit,
/// so at most 31 bits remain for the serial number of a key.
const MAX_SLOTS: usize = 1 << 31;

/// Number of slots in the smallest set. It has room for one batch of keys.
const MIN_SLOTS: usize = 2 * BATCH;

/// The bit that is set in every occupied slot. A free slot is 0.
const TAKEN: u32 = 1 << 31;

/// A hash set of the keys in a [`KeyList`]. Its capacity is fixed.
pub(crate) struct StateSet {
    slots: Vec<u32>,
    /// Number of high hash bits to ignore, because they are the same for all keys in the set. The
    /// bits below them choose the slot.
    skipped_bits: u32,
    /// Number of low bits of a slot that store the low bits of a key's serial number. These bits
    /// are enough to distinguish all keys in the list.
    number_bits: u32,
    /// Number of slots of the hash table that are occupied.
    len: usize,
    /// Maximum number of slots of the hash table that can be occupied. The remaining slots stay
    /// free, so that lookups are fast.
    max_len: usize,
}

/// The keys that have been inserted into a set, in order of insertion. The owner of the list can
/// remove the oldest keys from it.
#[derive(Clone, Copy)]
pub(crate) struct KeyList<'a, const K: usize> {
    pub(crate) keys: &'a [Words<K>],
    /// Number of keys removed from the front of the list so far.
    pub(crate) dropped: usize,
}

/// The result of looking up a key in a [`StateSet`].
enum KeyProbe {
    /// The key is in the list, at the given index.
    Found(usize),
    /// The key is not in the list. It can be inserted into the given slot.
    Free(usize),
}

impl StateSet {
    /// Creates an empty set of the smallest size, which has room for [`BATCH`] keys.
    pub(crate) fn smallest(skipped_bits: u32) -> Self {
        Self::with_slots(vec![0; MIN_SLOTS], 0, skipped_bits)
    }

    /// Creates an empty set with room for more than `keys` keys. Returns `None` if there is not
    /// enough memory.
    ///
    /// After inserting `keys` keys, three eighths of the slots are occupied, or three fifths in a
    /// large set. The set counts as full when five eighths are occupied, or three quarters in a
    /// large set.
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

    /// Returns the memory, in bytes, of a set with room for more than `keys` keys. Returns `None`
    /// if the set would need more than [`MAX_SLOTS`] slots.
    pub(crate) fn bytes_for(keys: usize) -> Option<usize> {
        let slots = Self::slots_for(keys);
        (slots <= MAX_SLOTS).then_some(slots * size_of::<u32>())
    }

    /// Returns the memory that the set occupies, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Returns the number of keys inserted into the set. Keys that have since been removed from the
    /// list still count, because they still occupy their slots.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the set lacks room for another batch of [`BATCH`] keys.
    pub(crate) fn is_full(&self) -> bool {
        self.len + BATCH > self.max_len
    }

    /// Returns the first slot to probe for a key with the given hash.
    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        // Treat the hash as a fraction between 0 and 1, and multiply it by the number of slots.
        // Unlike masking, this works for any number of slots.
        let fraction = u128::from(hash << self.skipped_bits);
        ((fraction * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// Returns the bits that the slot of a key contains in addition to the serial number. They are
    /// the [`TAKEN`] bit and further bits of the hash. Most keys that are assigned to the same slot
    /// differ in these bits, so a lookup rarely has to compare the keys themselves.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        let next_bits = ((hash << (self.skipped_bits + self.number_bits)) >> 33) as u32;
        TAKEN | (next_bits & !self.number_mask())
    }

    #[inline]
    fn number_mask(&self) -> u32 {
        (1 << self.number_bits) - 1
    }

    /// Prefetches the first slot of a key that will be inserted soon.
    #[inline]
    pub(crate) fn prefetch<const K: usize>(&self, key: Words<K>) {
        prefetch(&self.slots, self.first_slot(key.hashed()));
    }

    /// Prefetches the list element with which `key` will be compared first. The method reads the
    /// slot of the key, so call [`prefetch`](Self::prefetch) some time earlier.
    #[inline]
    pub(crate) fn prefetch_key<const K: usize>(&self, key: Words<K>, list: KeyList<K>) {
        let index = self.index(self.slots[self.first_slot(key.hashed())], list.dropped);
        prefetch(list.keys, index.min(list.keys.len()));
    }

    /// Returns the list index of the key to which a slot refers. If this key has been removed from
    /// the list, the result is out of bounds or the index of a different key.
    #[inline]
    fn index(&self, slot: u32, dropped: usize) -> usize {
        (slot.wrapping_sub(dropped as u32) & self.number_mask()) as usize
    }

    /// Looks up a key. The set must have a free slot, because the search for a key that is not in
    /// the set ends only at a free slot.
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

    /// Inserts a key if it is new, and returns whether it was new. The caller must then append the
    /// key to the list.
    ///
    /// The set must not be full. Callers check this once per batch of [`BATCH`] keys.
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

    /// Checks that a key is no longer found after it has been removed from the list. Its slot stays
    /// in the hash table and can then refer to a newer key, which must not be mistaken for it.
    #[test]
    fn removed_keys_are_not_found() {
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
