//! A shard of the states, those whose hashes begin alike: its layers of keys, and the set that recognises new keys.
//!
//! Moves can be undone, so a state's neighbours lie in its own layer and the two beside it: the set needs the last two
//! layers and the one being made. Older keys stay in the set until it is full, and are then left out. Of older layers a
//! shard has only filters, and these only if the search has to go back.

use std::ops::Range;

use super::filter::LayerFilters;
use super::state_set::{BATCH, KeyList, StateSet};
use super::{LastMove, Neighbour, Words};

/// The length of lists from which on they grow in smaller steps.
const WIDE: usize = 1 << 18;

/// The layers and the set of one shard.
pub(crate) struct Shard<const K: usize> {
    set: StateSet,
    /// The last two layers and the one being made, one after the other.
    keys: Vec<Words<K>>,
    /// The start of each of them in `keys`; the last one is being made.
    starts: Vec<usize>,
    /// The number of keys of older layers, which were before `keys`.
    dropped: usize,
    /// The moves that led to the keys of the last complete layer and of the one being made.
    lasts: Vec<LastMove>,
    /// The older layers, if they are wanted.
    filters: LayerFilters,
    /// The most memory, in bytes.
    budget: usize,
    /// The memory is used up.
    pub(crate) full: bool,
    skip: u32,
}

impl<const K: usize> Shard<K> {
    pub(crate) fn new(skip: u32, budget: usize) -> Self {
        let (set, filters) = (StateSet::for_keys(0, skip), LayerFilters::default());
        let (keys, lasts) = (Vec::new(), Vec::new());
        Shard {
            set,
            keys,
            starts: vec![0],
            dropped: 0,
            lasts,
            filters,
            budget,
            full: false,
            skip,
        }
    }

    /// Prefetches the slots of the first of some states that will soon be inserted.
    pub(crate) fn prefetch(&self, found: &[Neighbour<K>]) {
        found
            .iter()
            .take(BATCH)
            .for_each(|new| self.set.prefetch(new.key));
    }

    /// Puts the states that are new into the layer being made, unless the shard is full. The first ones should have
    /// been prefetched.
    pub(crate) fn insert(&mut self, found: &[Neighbour<K>]) {
        for (i, batch) in found.chunks(BATCH).enumerate() {
            self.prefetch(found.get((i + 1) * BATCH..).unwrap_or_default());
            if self.set.len() == 0 {
                self.make_room();
            }
            if self.full {
                return;
            }
            let list = KeyList {
                keys: &self.keys,
                dropped: self.dropped,
            };
            batch
                .iter()
                .for_each(|new| self.set.prefetch_key(new.key, list));
            for new in batch {
                if self.set.insert(
                    new.key,
                    KeyList {
                        keys: &self.keys,
                        dropped: self.dropped,
                    },
                ) {
                    self.keys.push(new.key);
                    self.lasts.push(new.last);
                    if self.set.len().is_multiple_of(BATCH) {
                        self.make_room();
                        if self.full {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Makes room for the next [`BATCH`] keys, unless the shard is then full. The time for it depends on the keys alone,
    /// and not on the lists in which they come: so does the memory.
    fn make_room(&mut self) {
        if self.set.is_full() {
            self.rebuild();
        }
        if self.keys.capacity() - self.keys.len() < BATCH
            || self.lasts.capacity() - self.lasts.len() < BATCH
        {
            self.widen();
        }
    }

    /// Replaces the set by one with the keys that are still needed.
    fn rebuild(&mut self) {
        self.set = StateSet::for_keys(0, self.skip); // frees the old set first
        let bytes = StateSet::bytes_for(self.keys.len()).map(|bytes| self.bytes() + bytes);
        self.full |= bytes.is_none_or(|bytes| bytes > self.budget);
        if self.full {
            return;
        }
        let mut set = StateSet::for_keys(self.keys.len(), self.skip);
        for (i, &key) in self.keys.iter().enumerate() {
            self.keys
                .get(i + BATCH)
                .into_iter()
                .for_each(|&key| set.prefetch(key));
            set.insert(
                key,
                KeyList {
                    keys: &self.keys[..i],
                    dropped: self.dropped,
                },
            );
        }
        self.set = set;
    }

    fn widen(&mut self) {
        let [more, more_lasts] = [self.keys.len(), self.lasts.len()].map(|length| match length {
            0..WIDE => (length / 8).max(2 * BATCH),
            _ => length / 32, // so large an allocation is moved by the system, which copies nothing
        });
        self.full |=
            self.bytes() + more * size_of::<Words<K>>() + more_lasts * size_of::<LastMove>()
                > self.budget;
        if !self.full {
            self.keys.reserve_exact(more);
            self.lasts.reserve_exact(more_lasts);
        }
    }

    /// Ends the layer being made. With `keep` the layer that is no longer needed is kept as a filter.
    pub(crate) fn end_layer(&mut self, keep: bool) {
        self.lasts.drain(..self.layer(0).len());
        self.starts.push(self.keys.len());
        if self.starts.len() > 3 {
            self.starts.remove(0);
            let gone = self.starts[0];
            if keep {
                self.filters.push(&self.keys[..gone]);
            }
            self.keys.drain(..gone);
            self.dropped += gone;
            self.starts.iter_mut().for_each(|s| *s -= gone);
        }
    }

    /// One of the last two complete layers, counted back from the last; empty for older ones.
    pub(crate) fn layer(&self, back: usize) -> &[Words<K>] {
        match self.starts.len().checked_sub(2 + back) {
            Some(i) => &self.keys[self.starts[i]..self.starts[i + 1]],
            None => &[],
        }
    }

    /// Some states of the last complete layer, with the moves that led to them.
    pub(crate) fn last_layer(&self, range: Range<usize>) -> (&[Words<K>], &[LastMove]) {
        (&self.layer(0)[range.clone()], &self.lasts[range])
    }

    /// Returns false if a layer, counted back from the last complete one, lacks a key. If it returns true, one of the
    /// last two has it, and an older one has it almost certainly.
    pub(crate) fn may_have(&self, back: usize, key: Words<K>) -> bool {
        match back.checked_sub(self.starts.len() - 1) {
            None => self.layer(back).contains(&key),
            Some(older) => self.filters.may_have(older, key),
        }
    }

    /// Number of keys in the layer being made.
    pub(crate) fn made(&self) -> usize {
        self.keys.len() - self.starts.last().copied().unwrap_or(0)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<Words<K>>()
            + self.lasts.capacity() * size_of::<LastMove>()
            + self.set.bytes()
            + self.filters.bytes()
    }
}
