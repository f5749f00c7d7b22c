//! [`EntrySet`]: a set of table entries, with one bit per entry.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use fifteen_resources::zeroed;

use crate::BuildError;

/// A set of table entries, stored as one bit per entry. Several threads can add entries at the same
/// time.
pub(super) struct EntrySet(Vec<AtomicU64>);

impl EntrySet {
    pub(super) fn new(len: u64) -> Result<Self, BuildError> {
        let words: Vec<u64> = zeroed(len.div_ceil(64) as usize)?;
        // Collecting reuses the memory of `words`, because `u64` and `AtomicU64` have the same size
        // and alignment.
        Ok(Self(words.into_iter().map(AtomicU64::new).collect()))
    }

    /// Returns the memory that a set takes, in bytes. `len` is the number of entries in the table.
    pub(super) fn bytes(len: u64) -> u64 {
        len.div_ceil(64) * 8
    }

    pub(super) fn contains(&self, entry: u64) -> bool {
        self.0[(entry / 64) as usize].load(Relaxed) >> (entry % 64) & 1 == 1
    }

    /// Adds an entry to the set. Returns whether the entry was new.
    pub(super) fn insert(&self, entry: u64) -> bool {
        let bit = 1 << (entry % 64);
        self.0[(entry / 64) as usize].fetch_or(bit, Relaxed) & bit == 0
    }

    /// Returns the entries of the set that are in `range`, in ascending order.
    pub(super) fn members(&self, range: Range<u64>) -> impl Iterator<Item = u64> {
        let words = range.start / 64..range.end.div_ceil(64);
        words
            .flat_map(move |w| {
                let word = self.0[w as usize].load(Relaxed);
                let bits = std::iter::successors(Some(word).filter(|&b| b != 0), |b| {
                    Some(b & (b - 1)).filter(|&b| b != 0)
                });
                bits.map(move |b| w * 64 + u64::from(b.trailing_zeros()))
            })
            .filter(move |entry| range.contains(entry))
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(|word| *word.get_mut() = 0);
    }
}
