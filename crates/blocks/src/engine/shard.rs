//! A shard: the states whose hashes start with the same bits, stored layer by layer.
//!
//! All moves are reversible, so the neighbours of a state at distance 7 have distance 6, 7 or 8. To
//! recognise which children of the states in layer 7 are new, a shard needs the keys of layers 6
//! and 7, and of the part of layer 8 that has already been generated. Its list contains the keys of
//! these three layers in this order:
//!
//! ```text
//! keys:    [ layer 6 ............ | layer 7 ................. | layer 8 (being made) ...
//! starts:    0                      100                         260
//! ```
//!
//! When layer 8 is complete, layer 6 is removed from the list. Its entries remain in the hash set
//! until the set is full and is replaced by a new one. If the search needs to reconstruct a
//! solution later, a Bloom filter replaces the removed layer.

use std::ops::Range;

use super::filter::LayerFilters;
use super::state_set::{BATCH, KeyList, StateSet};
use super::{LastMove, Neighbour, Words};

/// Lists of at least this length grow by 1/32 of their length instead of 1/8, to leave less memory
/// unused.
///
/// Large lists can grow often at little cost, because the operating system remaps their pages
/// instead of copying them.
const LARGE_LIST: usize = 1 << 18;

/// The states of one shard, which is one of the parts into which a search divides its states by
/// their hashes. A shard has a list of keys, and a hash set that finds a key in the list.
pub(crate) struct Shard<const K: usize> {
    set: StateSet,
    /// The keys of the last two complete layers and of the layer that is being generated.
    keys: Vec<Words<K>>,
    /// The index in `keys` at which each layer begins. The last layer is the one that is being
    /// generated.
    starts: Vec<usize>,
    /// Number of keys removed from the front of `keys` so far. They were in older layers.
    dropped: usize,
    /// The last move of each state in the last complete layer and in the layer being generated.
    lasts: Vec<LastMove>,
    /// The Bloom filters of the removed layers. Empty if the search does not reconstruct solutions.
    filters: LayerFilters,
    /// Maximum memory of the shard, in bytes.
    pub(crate) budget: usize,
    /// Whether the budget is exhausted or an allocation failed. A full shard accepts no more keys.
    pub(crate) is_full: bool,
    /// Number of high hash bits that select the shard. The hash set ignores these bits, because
    /// they are the same for all keys of the shard.
    skipped_bits: u32,
}

impl<const K: usize> Shard<K> {
    pub(crate) fn new(skipped_bits: u32, budget: usize) -> Self {
        Shard {
            set: StateSet::smallest(skipped_bits),
            keys: Vec::new(),
            starts: vec![0],
            dropped: 0,
            lasts: Vec::new(),
            filters: LayerFilters::default(),
            budget,
            is_full: false,
            skipped_bits,
        }
    }

    /// Returns the list of keys, in the form that the hash set needs for its lookups.
    fn list(&self) -> KeyList<'_, K> {
        KeyList {
            keys: &self.keys,
            dropped: self.dropped,
        }
    }

    /// Prefetches the slots of the hash set for the first [`BATCH`] states in `found`. The states
    /// will be inserted there soon.
    pub(crate) fn prefetch(&self, found: &[Neighbour<K>]) {
        for neighbour in found.iter().take(BATCH) {
            self.set.prefetch(neighbour.key);
        }
    }

    /// Adds the states in `found` to the layer that is being generated, except for states that the
    /// search has already found. Stops if the shard becomes full.
    ///
    /// Callers should first call [`Self::prefetch`] with the same states.
    pub(crate) fn insert(&mut self, found: &[Neighbour<K>]) {
        for (i, batch) in found.chunks(BATCH).enumerate() {
            self.prefetch(found.get((i + 1) * BATCH..).unwrap_or_default());
            if self.set.len() == 0 {
                self.make_room();
            }
            if self.is_full {
                return;
            }
            for neighbour in batch {
                self.set.prefetch_key(neighbour.key, self.list());
            }
            for neighbour in batch {
                let list = KeyList {
                    keys: &self.keys,
                    dropped: self.dropped,
                };
                if self.set.insert(neighbour.key, list) {
                    self.keys.push(neighbour.key);
                    self.lasts.push(neighbour.last);
                    if self.set.len().is_multiple_of(BATCH) {
                        self.make_room();
                        if self.is_full {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Makes room for another [`BATCH`] keys in the hash set and in the lists, or marks the shard
    /// as full.
    ///
    /// This happens whenever [`BATCH`] new keys have been added, not after each buffer of keys: the
    /// length of buffers depends on the number of threads, but the state at which the search runs
    /// out of memory must not.
    fn make_room(&mut self) {
        if self.set.is_full() {
            self.rebuild_set();
        }
        let is_list_full = self.keys.capacity() - self.keys.len() < BATCH
            || self.lasts.capacity() - self.lasts.len() < BATCH;
        if is_list_full {
            self.grow_lists();
        }
    }

    /// Replaces the hash set with a new one, which contains only the keys that are still in the
    /// list. Marks the shard as full if there is not enough memory.
    fn rebuild_set(&mut self) {
        // Free the old set first, because both sets together could exceed the budget.
        self.set = StateSet::smallest(self.skipped_bits);
        let bytes = StateSet::bytes_for(self.keys.len()).map(|bytes| self.bytes() + bytes);
        let set = if bytes.is_some_and(|bytes| bytes <= self.budget) {
            StateSet::with_room_for(self.keys.len(), self.skipped_bits)
        } else {
            None
        };
        let Some(mut set) = set else {
            self.is_full = true;
            return;
        };
        for (i, &key) in self.keys.iter().enumerate() {
            if let Some(&later) = self.keys.get(i + BATCH) {
                set.prefetch(later);
            }
            let earlier = KeyList {
                keys: &self.keys[..i],
                dropped: self.dropped,
            };
            set.insert(key, earlier);
        }
        self.set = set;
    }

    /// Increases the capacity of the lists of keys and last moves. Marks the shard as full if there
    /// is not enough memory.
    fn grow_lists(&mut self) {
        let more_keys = list_growth(self.keys.len());
        let more_lasts = list_growth(self.lasts.len());
        let bytes =
            self.bytes() + more_keys * size_of::<Words<K>>() + more_lasts * size_of::<LastMove>();
        self.is_full |= bytes > self.budget
            || self.keys.try_reserve_exact(more_keys).is_err()
            || self.lasts.try_reserve_exact(more_lasts).is_err();
    }

    /// Completes the layer that is being generated. If the shard then stores three complete layers,
    /// removes the oldest of them.
    ///
    /// If `keep` is set, a Bloom filter replaces the removed layer. The shard is marked as full if
    /// there is not enough memory for the filter.
    pub(crate) fn end_layer(&mut self, keep: bool) {
        self.lasts.drain(..self.layer(0).len());
        self.starts.push(self.keys.len());
        if self.starts.len() > 3 {
            self.starts.remove(0);
            let gone = self.starts[0];
            if keep {
                self.add_filter(gone);
            }
            self.keys.drain(..gone);
            self.dropped += gone;
            self.starts.iter_mut().for_each(|start| *start -= gone);
        }
    }

    /// Adds a Bloom filter for the first `count` keys in the list, which are the oldest. Marks the
    /// shard as full if there is not enough memory for the filter.
    fn add_filter(&mut self, count: usize) {
        let bytes = self.bytes() - self.filters.bytes() + self.filters.bytes_with::<K>(count);
        self.is_full |= bytes > self.budget || self.filters.push(&self.keys[..count]).is_none();
    }

    /// Returns the keys of the last complete layer (`back` = 0) or of the layer before it (`back` =
    /// 1). Returns an empty slice for older layers.
    pub(crate) fn layer(&self, back: usize) -> &[Words<K>] {
        self.layer_range(back)
            .map_or(&[], |range| &self.keys[range])
    }

    /// Returns the range of `keys` that contains the last complete layer (`back` = 0) or the layer
    /// before it (`back` = 1). Returns `None` for older layers.
    fn layer_range(&self, back: usize) -> Option<Range<usize>> {
        let layer = self.starts.len().checked_sub(2 + back)?;
        Some(self.starts[layer]..self.starts[layer + 1])
    }

    /// Returns some keys of the last complete layer, and the last move of each of these states.
    /// `range` counts from the start of the layer.
    pub(crate) fn last_layer(&self, range: Range<usize>) -> (&[Words<K>], &[LastMove]) {
        (&self.layer(0)[range.clone()], &self.lasts[range])
    }

    /// Returns whether a complete layer may contain a key. `back` is 0 for the last complete layer,
    /// 1 for the layer before it, and so on.
    ///
    /// The answer is exact for the last two layers. In older layers, about one absent key in 300 is
    /// reported by mistake.
    pub(crate) fn may_have(&self, back: usize, key: Words<K>) -> bool {
        match self.layer_range(back) {
            Some(range) => {
                let index = self.set.find(key, self.list());
                index.is_some_and(|index| range.contains(&index))
            }
            None => self.filters.may_have(back + 1 - self.starts.len(), key),
        }
    }

    /// Returns the number of keys in the layer being generated.
    pub(crate) fn keys_made(&self) -> usize {
        self.keys.len() - self.starts.last().copied().unwrap_or(0)
    }

    /// Returns the memory that the shard occupies, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<Words<K>>()
            + self.lasts.capacity() * size_of::<LastMove>()
            + self.set.bytes()
            + self.filters.bytes()
    }
}

/// Returns by how many elements a list of `length` elements grows when it is full.
fn list_growth(length: usize) -> usize {
    if length < LARGE_LIST {
        (length / 8).max(2 * BATCH)
    } else {
        length / 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a state is found in its own layer, and not in the other complete layer that is
    /// still stored. Reconstructing a solution depends on this.
    ///
    /// The Bloom filter of a removed layer must find each of its states.
    #[test]
    fn each_state_is_found_in_its_own_layer() {
        const STATES: u64 = 50_000;
        let key = |i: u64| Words([i.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1 << 63]);
        let mut shard = Shard::<1>::new(0, usize::MAX);
        for layer in 0..3 {
            for i in 0..STATES {
                let key = key(STATES * layer + i);
                let last = LastMove::NONE;
                shard.insert(&[Neighbour { key, last }]);
            }
            shard.end_layer(true);
        }
        for i in 0..STATES {
            let [oldest, before, last] = [0, STATES, 2 * STATES].map(|first| key(first + i));
            assert!(shard.may_have(0, last) && !shard.may_have(0, before));
            assert!(shard.may_have(1, before) && !shard.may_have(1, last));
            assert!(shard.may_have(2, oldest));
        }
    }
}
