//! One part of the states: those whose hashes begin alike. Its layers of keys and the table that tells new keys.
//!
//! Moves can be taken back, so a state's neighbours lie in its own layer and the two beside it: the table needs to
//! know the last two layers and the one being made. Older keys stay in it until it is full, and are then left out.

use super::table::{BATCH, Table};
use super::words::Key;

pub(crate) struct Part<K> {
    table: Table<K>,
    /// The layers that are kept, one after the other.
    keys: Vec<K>,
    /// Where each kept layer begins; the last is the one being made.
    starts: Vec<usize>,
    /// Memory that it may take, in bytes.
    budget: usize,
    full: bool,
    skip: u32,
}

impl<K: Key> Part<K> {
    pub(crate) fn new(skip: u32, budget: usize) -> Self {
        Part { table: Table::for_keys(0, skip), keys: Vec::new(), starts: vec![0], budget, full: false, skip }
    }

    /// Puts the keys that are new into the layer being made; in a part that is full, nothing.
    pub(crate) fn insert(&mut self, keys: &[K]) {
        let mut ahead = keys.chunks(BATCH);
        ahead.next().into_iter().for_each(|batch| self.table.prefetch(batch));
        for batch in keys.chunks(BATCH) {
            ahead.next().into_iter().for_each(|batch| self.table.prefetch(batch));
            if self.table.is_full() {
                self.rebuild();
            }
            if self.keys.capacity() - self.keys.len() < BATCH {
                self.widen();
            }
            if self.full {
                return;
            }
            self.table.insert(batch, |key| self.keys.push(key));
        }
    }

    /// A new table with the keys that still matter.
    fn rebuild(&mut self) {
        let live = &self.keys[self.starts[self.starts.len().saturating_sub(3)]..];
        let layers = self.keys.capacity() * size_of::<K>();
        self.full |= layers + self.table.bytes() + Table::<K>::bytes_for(live.len()) > self.budget;
        if !self.full {
            let mut table = Table::for_keys(live.len(), self.skip);
            let mut ahead = live.chunks(BATCH);
            ahead.next();
            for batch in live.chunks(BATCH) {
                ahead.next().into_iter().for_each(|batch| table.prefetch(batch));
                table.insert(batch, |_| ());
            }
            self.table = table;
        }
    }

    fn widen(&mut self) {
        let more = (self.keys.len() / 2).max(4 * BATCH);
        self.full |= self.bytes() + more * size_of::<K>() > self.budget;
        if !self.full {
            self.keys.reserve_exact(more);
        }
    }

    /// Ends the layer being made. With `keep` all layers are kept, else the last two.
    pub(crate) fn end_layer(&mut self, keep: bool) {
        self.starts.push(self.keys.len());
        if !keep && self.starts.len() > 3 {
            let first = self.starts.remove(0);
            let gone = self.starts[0] - first;
            self.keys.drain(..gone);
            self.starts.iter_mut().for_each(|s| *s -= gone);
        }
    }

    /// A layer that is kept, counted back from the last complete one.
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

    /// Whether it ran out of memory.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    pub(crate) fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<K>() + self.table.bytes()
    }
}
