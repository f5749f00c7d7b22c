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

/// Number of keys in a batch. The slots for all keys in a batch are prefetched before they are
/// used, so that the memory accesses overlap.
pub(crate) const BATCH: usize = 32;

/// Number of keys above which a set is filled more densely. Lookups are then slower, but a large
/// set saves so much memory that this is worth it.
///
/// If each of the 32 shards of a search contains this many keys, the search has found about eight
/// million states.
const LARGE: usize = 1 << 18;

/// Maximum number of slots in a set. Each slot has 32 bits, and the [`TAKEN`] bit is one of them,
/// so 31 bits remain for the serial number of a key.
const MAX_SLOTS: usize = 1 << 31;

/// Number of slots in the smallest set. It has room for one [`BATCH`] of keys.
const MIN_SLOTS: usize = 2 * BATCH;

/// The bit that is set in all occupied slots. A free slot is 0.
const TAKEN: u32 = 1 << 31;

/// A hash set of the keys in a [`KeyList`]. It has a fixed number of slots.
pub(crate) struct StateSet {
    slots: Vec<u32>,
    /// Number of high hash bits to ignore, because they are the same for all keys in the set. The
    /// next lower bits choose the slot.
    skipped_bits: u32,
    /// Number of low bits in each slot that contain a key's serial number, modulo a power of two.
    /// They are enough to distinguish all keys in the list.
    number_bits: u32,
    /// Number of occupied slots in the hash table.
    len: usize,
    /// Maximum number of occupied slots in the hash table. The remaining slots stay free, so that
    /// lookups are fast.
    max_len: usize,
}

/// The list of keys to which the slots of a [`StateSet`] refer, in order of insertion. Its owner
/// can remove the oldest keys from the front.
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
    /// Three eighths of the slots are occupied after `keys` insertions, and the set is full at five
    /// eighths. A large set is denser: three fifths are occupied, and it is full at three quarters.
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

    /// Returns the memory that a set with room for more than `keys` keys takes, in bytes. Returns
    /// `None` if it would need more than [`MAX_SLOTS`] slots.
    pub(crate) fn bytes_for(keys: usize) -> Option<usize> {
        let slots = Self::slots_for(keys);
        (slots <= MAX_SLOTS).then_some(slots * size_of::<u32>())
    }

    /// Returns the memory that the set occupies, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Returns the number of keys that have been inserted into the set. Keys that were later
    /// removed from the list count too, because they still occupy their slots.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the set has no room for another [`BATCH`] keys.
    pub(crate) fn is_full(&self) -> bool {
        self.len + BATCH > self.max_len
    }

    /// Returns the first slot to probe for a key with the given hash.
    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        // Treat the hash as a fraction between 0 and 1, and multiply it by the number of slots.
        // Unlike a bit mask, this works for any number of slots, not only for powers of two.
        let fraction = u128::from(hash << self.skipped_bits);
        ((fraction * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// Returns the bits of a key's slot above the serial number: the [`TAKEN`] bit, and further
    /// bits of the hash. Most keys that meet at the same slot differ in these bits, so a lookup
    /// rarely has to compare the keys themselves.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        let next_bits = ((hash << (self.skipped_bits + self.number_bits)) >> 33) as u32;
        TAKEN | (next_bits & !self.number_mask())
    }

    #[inline]
    fn number_mask(&self) -> u32 {
        (1 << self.number_bits) - 1
    }

    /// Prefetches the first slot to probe for a key. The key will be inserted soon.
    #[inline]
    pub(crate) fn prefetch<const K: usize>(&self, key: Words<K>) {
        prefetch(&self.slots, self.first_slot(key.hashed()));
    }

    /// Prefetches the list element with which `key` will be compared first.
    ///
    /// Call [`prefetch`](Self::prefetch) some time earlier, because this method reads the slot of
    /// the key.
    #[inline]
    pub(crate) fn prefetch_key<const K: usize>(&self, key: Words<K>, list: KeyList<K>) {
        let index = self.index(self.slots[self.first_slot(key.hashed())], list.dropped);
        prefetch(list.keys, index.min(list.keys.len()));
    }

    /// Returns the list index of the key to which a slot refers. If the key has been removed from
    /// the list, the index is meaningless: it is out of bounds, or it is that of a different key.
    #[inline]
    fn index(&self, slot: u32, dropped: usize) -> usize {
        (slot.wrapping_sub(dropped as u32) & self.number_mask()) as usize
    }

    /// Looks up a key. The set must have at least one free slot, because a search for an absent key
    /// ends only there.
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

    /// Inserts a key if it is new, and returns whether it was new. The caller must then append a
    /// new key to the list.
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

    /// Checks that a key is no longer found after it has been removed from the list. Its slot
    /// remains occupied, and can then refer to a newer key by mistake.
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
