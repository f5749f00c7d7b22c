//! A shard of the states, those whose hashes begin alike: its layers of keys, and the set that recognises new keys.
//!
//! Moves can be undone, so a state's neighbours lie in its own layer and the two beside it: the set needs the last two
//! layers and the one being made. Older keys stay in the set until it is full, and are then left out. Of older layers a
//! shard has only filters, and these only if the search has to go back.

use super::filter::LayerFilters;
use super::state_set::{BATCH, StateSet};
use super::words::Key;

/// The layers and the set of one shard.
pub(crate) struct Shard<K> {
    set: StateSet<K>,
    /// The last two layers and the one being made, one after the other.
    keys: Vec<K>,
    /// The start of each of them in `keys`; the last one is being made.
    starts: Vec<usize>,
    /// The older layers, if they are wanted.
    filters: LayerFilters,
    /// The most memory, in bytes.
    budget: usize,
    full: bool,
    skip: u32,
}

impl<K: Key> Shard<K> {
    pub(crate) fn new(skip: u32, budget: usize) -> Self {
        let (set, filters) = (StateSet::for_keys(0, skip), LayerFilters::new());
        Shard { set, keys: Vec::new(), starts: vec![0], filters, budget, full: false, skip }
    }

    /// Puts the keys that are new into the layer being made, unless the shard is full.
    pub(crate) fn insert(&mut self, keys: &[K]) {
        let mut ahead = keys.chunks(BATCH);
        ahead.next().into_iter().for_each(|batch| self.set.prefetch(batch));
        for batch in keys.chunks(BATCH) {
            ahead.next().into_iter().for_each(|batch| self.set.prefetch(batch));
            if self.set.is_full() {
                self.rebuild();
            }
            if self.keys.capacity() - self.keys.len() < BATCH {
                self.widen();
            }
            if self.full {
                return;
            }
            self.set.insert(batch, |key| self.keys.push(key));
        }
    }

    /// Replaces the set by one with the keys that are still needed.
    fn rebuild(&mut self) {
        let live = &self.keys;
        // The old set is not counted: few shards replace theirs at the same time.
        let others = self.bytes() - self.set.bytes();
        self.full |= others + StateSet::<K>::bytes_for(live.len()) > self.budget;
        if !self.full {
            let mut set = StateSet::for_keys(live.len(), self.skip);
            let mut ahead = live.chunks(BATCH);
            ahead.next();
            for batch in live.chunks(BATCH) {
                ahead.next().into_iter().for_each(|batch| set.prefetch(batch));
                set.insert(batch, |_| ());
            }
            self.set = set;
        }
    }

    fn widen(&mut self) {
        let more = (self.keys.len() / 8).max(2 * BATCH);
        self.full |= self.bytes() + more * size_of::<K>() > self.budget;
        if !self.full {
            self.keys.reserve_exact(more);
        }
    }

    /// Ends the layer being made. With `keep` the layer that is no longer needed is kept as a filter.
    pub(crate) fn end_layer(&mut self, keep: bool) {
        self.starts.push(self.keys.len());
        if self.starts.len() > 3 {
            self.starts.remove(0);
            let gone = self.starts[0];
            if keep {
                self.filters.push(&self.keys[..gone]);
            }
            self.keys.drain(..gone);
            self.starts.iter_mut().for_each(|s| *s -= gone);
        }
    }

    /// One of the last two complete layers, counted back from the last; empty for older ones.
    pub(crate) fn layer(&self, back: usize) -> &[K] {
        match self.starts.len().checked_sub(2 + back) {
            Some(i) => &self.keys[self.starts[i]..self.starts[i + 1]],
            None => &[],
        }
    }

    /// Returns false if a layer, counted back from the last complete one, lacks a key. If it returns true, one of the
    /// last two has it, and an older one has it almost certainly.
    pub(crate) fn may_have(&self, back: usize, key: K) -> bool {
        match back.checked_sub(self.starts.len() - 1) {
            None => self.layer(back).contains(&key),
            Some(older) => self.filters.may_have(older, key),
        }
    }

    /// Number of keys in the layer being made.
    pub(crate) fn made(&self) -> usize {
        self.keys.len() - self.starts.last().copied().unwrap_or(0)
    }

    /// Returns true if the memory is used up.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    pub(crate) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<K>() + self.set.bytes() + self.filters.bytes()
    }
}
