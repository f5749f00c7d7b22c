//! [`Monitor`]: the state of a running search, which another thread reads.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The bound of a running search and the number of nodes that it has generated.
///
/// The search updates the count whenever it checks its limits, so that it lags by a few thousand nodes. At the start of
/// each iteration of IDA* it is exact.
#[derive(Debug, Default)]
pub struct Monitor {
    bound: AtomicU32,
    before: AtomicU64,
    generated: AtomicU64,
    upper: AtomicU32,
}

impl Monitor {
    /// Returns the bound of the current iteration, or `None` before the first one and for algorithms other than IDA*.
    pub fn bound(&self) -> Option<u32> {
        // No iteration has the bound 0: a start whose value is 0 is the goal.
        Some(self.bound.load(Ordering::Relaxed)).filter(|&bound| bound > 0)
    }

    /// Returns the number of nodes that were generated before the current iteration.
    pub fn before(&self) -> u64 {
        self.before.load(Ordering::Relaxed)
    }

    /// Returns the number of nodes generated so far.
    pub fn generated(&self) -> u64 {
        self.generated.load(Ordering::Relaxed)
    }

    /// Returns the length of the best solution found so far, if a search finds solutions before it ends.
    pub fn upper(&self) -> Option<u32> {
        Some(self.upper.load(Ordering::Relaxed)).filter(|&upper| upper > 0)
    }

    /// Records that a solution of `upper` moves was found.
    pub fn set_upper(&self, upper: u32) {
        self.upper.store(upper, Ordering::Relaxed);
    }

    /// Records that an iteration with this bound begins, after `generated` nodes in the iterations before it.
    pub fn begin_iteration(&self, bound: u32, generated: u64) {
        self.before.store(generated, Ordering::Relaxed);
        self.generated.store(generated, Ordering::Relaxed);
        self.bound.store(bound, Ordering::Relaxed);
    }

    /// Adds nodes that were generated since the last call.
    pub fn add_generated(&self, generated: u64) {
        self.generated.fetch_add(generated, Ordering::Relaxed);
    }
}
