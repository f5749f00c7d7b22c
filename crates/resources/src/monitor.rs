//! [`Monitor`], which shows the progress of a search to another thread.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Progress of a running search: the bound of the current iteration, the number of generated nodes,
/// and the length of the best solution so far.
///
/// The search updates the number of nodes whenever it checks its limits, so the number lags behind
/// by up to a few thousand nodes. It is exact at the start of each IDA* iteration.
#[derive(Debug, Default)]
pub struct Monitor {
    bound: AtomicU32,
    before: AtomicU64,
    generated: AtomicU64,
    upper: AtomicU32,
}

impl Monitor {
    /// Returns the bound on the solution length in the current iteration of IDA*, or `None` before
    /// the first iteration and for other algorithms.
    pub fn bound(&self) -> Option<u32> {
        // The value 0 means that no iteration has begun. An iteration can have the bound 0 too, but
        // it ends at once, because it expands no node beyond the start board.
        Some(self.bound.load(Ordering::Relaxed)).filter(|&bound| bound > 0)
    }

    /// Returns the number of nodes generated before the current iteration.
    pub fn before(&self) -> u64 {
        self.before.load(Ordering::Relaxed)
    }

    /// Returns the number of nodes generated so far.
    pub fn generated(&self) -> u64 {
        self.generated.load(Ordering::Relaxed)
    }

    /// Returns the length of the shortest solution found so far. Returns `None` before the first
    /// solution, and for algorithms that find only one solution.
    pub fn upper(&self) -> Option<u32> {
        Some(self.upper.load(Ordering::Relaxed)).filter(|&upper| upper > 0)
    }

    /// Records the length of a new best solution, which is an upper bound on the optimal length.
    pub fn set_upper(&self, upper: u32) {
        self.upper.store(upper, Ordering::Relaxed);
    }

    /// Records the start of an iteration with the given bound. `generated` is the number of nodes
    /// generated in all earlier iterations.
    pub fn begin_iteration(&self, bound: u32, generated: u64) {
        self.before.store(generated, Ordering::Relaxed);
        self.generated.store(generated, Ordering::Relaxed);
        self.bound.store(bound, Ordering::Relaxed);
    }

    /// Adds the number of nodes generated since the last call.
    pub fn add_generated(&self, generated: u64) {
        self.generated.fetch_add(generated, Ordering::Relaxed);
    }
}
