//! The state of a running search, for other threads to read.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The bound of a running search and the nodes that it has generated.
///
/// The count is brought up to date when the search checks its limits. At the beginning of each iteration of IDA* it is
/// exact.
#[derive(Debug, Default)]
pub struct Monitor {
    bound: AtomicU32,
    before: AtomicU64,
    generated: AtomicU64,
    upper: AtomicU32,
}

impl Monitor {
    /// The bound of the iteration in progress; `None` before the first, and for algorithms other than IDA*.
    pub fn bound(&self) -> Option<u32> {
        // A start whose value is 0 is solved at once.
        Some(self.bound.load(Ordering::Relaxed)).filter(|&bound| bound > 0)
    }

    /// Nodes generated before the iteration in progress.
    pub fn before(&self) -> u64 {
        self.before.load(Ordering::Relaxed)
    }

    /// Nodes generated so far.
    pub fn generated(&self) -> u64 {
        self.generated.load(Ordering::Relaxed)
    }

    /// The length of the best solution so far, if one is known before the search ends.
    pub fn upper(&self) -> Option<u32> {
        Some(self.upper.load(Ordering::Relaxed)).filter(|&upper| upper > 0)
    }

    /// Tells of a better solution.
    pub(crate) fn improve(&self, upper: u32) {
        self.upper.store(upper, Ordering::Relaxed);
    }

    /// Begins an iteration.
    pub(crate) fn begin(&self, bound: u32, generated: u64) {
        self.before.store(generated, Ordering::Relaxed);
        self.generated.store(generated, Ordering::Relaxed);
        self.bound.store(bound, Ordering::Relaxed);
    }

    /// Adds generated nodes.
    pub(crate) fn add(&self, generated: u64) {
        self.generated.fetch_add(generated, Ordering::Relaxed);
    }
}
