//! Sets of entries, one bit each.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use fifteen_resources::zeroed;

use crate::BuildError;

/// A set of entries that threads add to.
pub(super) struct Bits(Vec<AtomicU64>);

impl Bits {
    pub(super) fn new(len: u64) -> Result<Self, BuildError> {
        let words: Vec<u64> = zeroed(len.div_ceil(64) as usize)?;
        Ok(Self(words.into_iter().map(AtomicU64::new).collect()))
    }

    pub(super) fn contains(&self, i: u64) -> bool {
        self.0[(i / 64) as usize].load(Relaxed) >> (i % 64) & 1 == 1
    }

    /// Adds a member; true if it is new.
    pub(super) fn insert(&self, i: u64) -> bool {
        let bit = 1 << (i % 64);
        self.0[(i / 64) as usize].fetch_or(bit, Relaxed) & bit == 0
    }

    /// The members in a range, in order.
    pub(super) fn members(&self, range: std::ops::Range<u64>) -> impl Iterator<Item = u64> {
        let words = range.start / 64..range.end.div_ceil(64);
        words
            .flat_map(move |w| {
                let word = self.0[w as usize].load(Relaxed);
                let bits = std::iter::successors(Some(word).filter(|&b| b != 0), |b| {
                    Some(b & (b - 1)).filter(|&b| b != 0)
                });
                bits.map(move |b| w * 64 + u64::from(b.trailing_zeros()))
            })
            .filter(move |i| range.contains(i))
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(|w| *w.get_mut() = 0);
    }
}
