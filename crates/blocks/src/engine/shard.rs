//! A shard: the part of the states whose hashes start with the same bits, layer by layer.
//!
//! Every move can be undone, so the neighbours of a state at distance 7 have the distance 6, 7 or
//! 8. To recognise which children of layer 7 are new, a shard therefore needs the keys of the
//!    layers 6 and 7, and of layer 8 as far as it is made. Its list has the keys of these three
//!    layers one after the other:
//!
//! ```text
//! keys:    [ layer 6 ............ | layer 7 ................. | layer 8 (being made) ...
//! starts:    0                      100                         260
//! ```
//!
//! When layer 8 is complete, layer 6 is dropped from the list. Its keys stay in the hash set until
//! the set is full, and are left out of the next set. If the search will have to go back from the
//! goal to the start, a Bloom filter keeps the place of the dropped layer.

use std::ops::Range;

use super::filter::LayerFilters;
use super::state_set::{BATCH, KeyList, StateSet};
use super::{LastMove, Neighbour, Words};

/// Length from which a list grows by smaller steps.
///
/// The system moves so large an allocation by changing addresses, which copies nothing, so growing
/// often is cheap.
const LARGE_LIST: usize = 1 << 18;

/// The layers and the set of one shard.
pub(crate) struct Shard<const K: usize> {
    set: StateSet,
    /// The keys of the last two complete layers and of the one being made.
    keys: Vec<Words<K>>,
    /// The index in `keys` at which each of these layers starts. The last entry belongs to the
    /// layer being made.
    starts: Vec<usize>,
    /// Number of keys of older layers, which were dropped from the front of `keys`.
    dropped: usize,
    /// The moves that led to the keys of the last complete layer and of the one being made.
    lasts: Vec<LastMove>,
    /// The filters of the dropped layers, if they are needed.
    filters: LayerFilters,
    /// Maximum memory, in bytes.
    pub(crate) budget: usize,
    /// Whether the budget is used up, or the system refused memory. The shard then takes no more
    /// keys.
    pub(crate) is_full: bool,
    /// Number of high bits of the hash that are equal for all keys of the shard.
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

    /// The keys with which the set compares.
    fn list(&self) -> KeyList<'_, K> {
        KeyList {
            keys: &self.keys,
            dropped: self.dropped,
        }
    }

    /// Prefetches the slots of the first few of some states that will soon be inserted.
    pub(crate) fn prefetch(&self, found: &[Neighbour<K>]) {
        for neighbour in found.iter().take(BATCH) {
            self.set.prefetch(neighbour.key);
        }
    }

    /// Appends the new ones among some states to the layer being made, until the shard is full.
    ///
    /// The first batch of them should have been prefetched.
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

    /// Makes room for the next [`BATCH`] keys, or marks the shard as full.
    ///
    /// It is called after a number of new keys that does not depend on the slices in which they
    /// come, so that the memory does not depend on the number of threads.
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

    /// Replaces the set by one that has only the keys of the list, or marks the shard as full.
    fn rebuild_set(&mut self) {
        // The old set is freed first, since both together would need too much memory.
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

    /// Makes the lists of keys and moves longer, or marks the shard as full.
    fn grow_lists(&mut self) {
        let more_keys = list_growth(self.keys.len());
        let more_lasts = list_growth(self.lasts.len());
        let bytes =
            self.bytes() + more_keys * size_of::<Words<K>>() + more_lasts * size_of::<LastMove>();
        self.is_full |= bytes > self.budget
            || self.keys.try_reserve_exact(more_keys).is_err()
            || self.lasts.try_reserve_exact(more_lasts).is_err();
    }

    /// Completes the layer being made, and drops the keys of the third last layer. With `keep`, a
    /// filter replaces them.
    ///
    /// Marks the shard as full if there is no memory for the filter.
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

    /// Adds a filter of the first `count` keys, or marks the shard as full.
    fn add_filter(&mut self, count: usize) {
        let bytes = self.bytes() - self.filters.bytes() + self.filters.bytes_with::<K>(count);
        self.is_full |= bytes > self.budget || self.filters.push(&self.keys[..count]).is_none();
    }

    /// Returns one of the last two complete layers, counted back from the last one. An older layer
    /// is empty.
    pub(crate) fn layer(&self, back: usize) -> &[Words<K>] {
        self.layer_range(back)
            .map_or(&[], |range| &self.keys[range])
    }

    /// The range in `keys` of one of the last two complete layers.
    fn layer_range(&self, back: usize) -> Option<Range<usize>> {
        let layer = self.starts.len().checked_sub(2 + back)?;
        Some(self.starts[layer]..self.starts[layer + 1])
    }

    /// Returns some states of the last complete layer, with the moves that led to them.
    pub(crate) fn last_layer(&self, range: Range<usize>) -> (&[Words<K>], &[LastMove]) {
        (&self.layer(0)[range.clone()], &self.lasts[range])
    }

    /// Returns whether a complete layer has a key. `back` counts the layers back from the last one.
    ///
    /// The answer is exact for the last two layers. For an older one, a few of the answers are a
    /// wrong `true`.
    pub(crate) fn may_have(&self, back: usize, key: Words<K>) -> bool {
        match self.layer_range(back) {
            Some(range) => {
                let index = self.set.find(key, self.list());
                index.is_some_and(|index| range.contains(&index))
            }
            None => self.filters.may_have(back + 1 - self.starts.len(), key),
        }
    }

    /// Returns the number of keys in the layer being made.
    pub(crate) fn keys_made(&self) -> usize {
        self.keys.len() - self.starts.last().copied().unwrap_or(0)
    }

    /// Returns the memory of the shard, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<Words<K>>()
            + self.lasts.capacity() * size_of::<LastMove>()
            + self.set.bytes()
            + self.filters.bytes()
    }
}

/// Returns by how many entries a list of `length` entries grows at a time.
fn list_growth(length: usize) -> usize {
    if length < LARGE_LIST {
        (length / 8).max(2 * BATCH)
    } else {
        length / 32
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Half a million questions about a layer of half a million keys would take a minute if each
    /// one read the layer.
    #[test]
    fn questions_about_the_last_layers_do_not_read_them() {
        let key = |i: u64| Words([i.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1 << 63]);
        let mut shard = Shard::<1>::new(0, usize::MAX);
        for layer in 0..3 {
            for i in 0..500_000 {
                let key = key(500_000 * layer + i);
                let last = LastMove::NONE;
                shard.insert(&[Neighbour { key, last }]);
            }
            shard.end_layer(true);
        }
        let begun = Instant::now();
        for i in 0..500_000 {
            let [oldest, before, last] = [0, 500_000, 1_000_000].map(|first| key(first + i));
            assert!(shard.may_have(0, last) && !shard.may_have(0, before));
            assert!(shard.may_have(1, before) && !shard.may_have(1, last));
            assert!(shard.may_have(2, oldest));
        }
        let elapsed = begun.elapsed();
        assert!(elapsed < Duration::from_secs(10), "{elapsed:?}");
    }
}
