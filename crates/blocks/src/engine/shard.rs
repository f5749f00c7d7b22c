//! A shard of the states, those whose hashes begin alike: its layers of keys, and the set that recognises new keys.
//!
//! Moves can be undone, so a state's neighbours lie in its own layer and the two beside it: the set needs the last two
//! layers and the one being made. Older keys stay in the set until it is full, and are then left out. Of older layers a
//! shard has only filters, and these only if the search has to go back.

use super::filter::LayerFilters;
use super::state_set::{BATCH, StateSet};
use std::ops::Range;

use super::last_move::LastMove;
use super::search_engine::Neighbour;
use super::words::Key;

/// The layers and the set of one shard.
pub(crate) struct Shard<K> {
    set: StateSet<K>,
    /// The last two layers and the one being made, one after the other.
    keys: Vec<K>,
    /// The start of each of them in `keys`; the last one is being made.
    starts: Vec<usize>,
    /// The moves that led to the keys of the last complete layer and of the one being made.
    lasts: Vec<LastMove>,
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
        Shard { set, keys: Vec::new(), starts: vec![0], lasts: Vec::new(), filters, budget, full: false, skip }
    }

    /// Puts the keys that are new into the layer being made, unless the shard is full.
    pub(crate) fn insert(&mut self, found: &[Neighbour<K>]) {
        let mut ahead = found.chunks(BATCH);
        ahead.next().into_iter().flatten().for_each(|new| self.set.prefetch(new.key));
        for batch in found.chunks(BATCH) {
            ahead.next().into_iter().flatten().for_each(|new| self.set.prefetch(new.key));
            if self.set.is_full() {
                self.rebuild();
            }
            if self.keys.capacity() - self.keys.len() < BATCH || self.lasts.capacity() - self.lasts.len() < BATCH {
                self.widen();
            }
            if self.full {
                return;
            }
            for new in batch {
                if self.set.insert(new.key) {
                    self.keys.push(new.key);
                    self.lasts.push(new.last);
                }
            }
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
                ahead.next().into_iter().flatten().for_each(|&key| set.prefetch(key));
                batch.iter().for_each(|&key| _ = set.insert(key));
            }
            self.set = set;
        }
    }

    fn widen(&mut self) {
        let [more, more_lasts] = [self.keys.len(), self.lasts.len()].map(|length| (length / 8).max(2 * BATCH));
        self.full |= self.bytes() + more * size_of::<K>() + more_lasts * size_of::<LastMove>() > self.budget;
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

    /// Some states of the last complete layer, with the moves that led to them.
    pub(crate) fn last_layer(&self, range: Range<usize>) -> (&[K], &[LastMove]) {
        (&self.layer(0)[range.clone()], &self.lasts[range])
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
        self.keys.capacity() * size_of::<K>()
            + self.lasts.capacity() * size_of::<LastMove>()
            + self.set.bytes()
            + self.filters.bytes()
    }
}
