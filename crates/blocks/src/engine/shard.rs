//! A shard of the states, those whose hashes begin alike: its layers of keys, and the set that recognises new keys.
//!
//! Moves can be undone, so a state's neighbours lie in its own layer and the two beside it: the set needs the last two
//! layers and the one being made. Older keys stay in the set until it is full, and are then left out.

use super::state_set::{BATCH, StateSet};
use super::words::Key;

/// The layers and the set of one shard.
pub(crate) struct Shard<K> {
    set: StateSet<K>,
    /// The layers that are kept, one after the other.
    keys: Vec<K>,
    /// The start of each kept layer in `keys`; the last one is being made.
    starts: Vec<usize>,
    /// The most memory, in bytes.
    budget: usize,
    full: bool,
    skip: u32,
}

impl<K: Key> Shard<K> {
    pub(crate) fn new(skip: u32, budget: usize) -> Self {
        Shard { set: StateSet::for_keys(0, skip), keys: Vec::new(), starts: vec![0], budget, full: false, skip }
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
        let live = &self.keys[self.starts[self.starts.len().saturating_sub(3)]..];
        let layers = self.keys.capacity() * size_of::<K>();
        self.full |= layers + self.set.bytes() + StateSet::<K>::bytes_for(live.len()) > self.budget;
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
        let more = (self.keys.len() / 2).max(4 * BATCH);
        self.full |= self.bytes() + more * size_of::<K>() > self.budget;
        if !self.full {
            self.keys.reserve_exact(more);
        }
    }

    /// Ends the layer being made. With `keep` all layers are kept, otherwise the last two.
    pub(crate) fn end_layer(&mut self, keep: bool) {
        self.starts.push(self.keys.len());
        if !keep && self.starts.len() > 3 {
            let first = self.starts.remove(0);
            let gone = self.starts[0] - first;
            self.keys.drain(..gone);
            self.starts.iter_mut().for_each(|s| *s -= gone);
        }
    }

    /// A kept layer, counted back from the last complete one.
    pub(crate) fn layer(&self, back: usize) -> &[K] {
        match self.starts.len().checked_sub(2 + back) {
            Some(i) => &self.keys[self.starts[i]..self.starts[i + 1]],
            None => &[],
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
        self.keys.capacity() * size_of::<K>() + self.set.bytes()
    }
}
