//! [`OpenCounts`]: how many states are open in one direction of a bidirectional search, by
//! priority, cost and depth. The algorithms choose the next states to expand from these counts
//! alone.

use std::collections::BTreeMap;

use crate::algorithms::run::remove_one;

/// A group of open states with the same depth and the same priority. Open states have been reached
/// but not expanded. `key` is the priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bucket {
    pub(super) key: u32,
    pub(super) depth: u32,
}

/// The number of open states in each bucket, with each cost, and at each depth. A bucket contains
/// the states with the same depth and priority, and the cost is depth + heuristic value. These
/// numbers are all that an algorithm needs to choose the next state and to compute its lower bound.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct OpenCounts {
    buckets: BTreeMap<Bucket, u64>,
    costs: BTreeMap<u32, u64>,
    depths: BTreeMap<u32, u64>,
    all: u64,
}

impl OpenCounts {
    /// Counts a newly opened state. `cost` is the state's depth + heuristic value.
    pub(super) fn add(&mut self, bucket: Bucket, cost: u32) {
        *self.buckets.entry(bucket).or_default() += 1;
        *self.costs.entry(cost).or_default() += 1;
        *self.depths.entry(bucket.depth).or_default() += 1;
        self.all += 1;
    }

    /// Removes a state from the counts because it is no longer open. Returns false and changes
    /// nothing if no open state is in this bucket or has this cost.
    #[must_use]
    pub(super) fn remove(&mut self, bucket: Bucket, cost: u32) -> bool {
        if !self.buckets.contains_key(&bucket) || !self.costs.contains_key(&cost) {
            return false;
        }
        remove_one(&mut self.buckets, bucket);
        remove_one(&mut self.costs, cost);
        remove_one(&mut self.depths, bucket.depth);
        self.all -= 1;
        true
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// Returns the bucket of open states to expand first. It has the smallest priority. Among
    /// several buckets with this priority, it has the greatest depth.
    pub(super) fn first(&self) -> Bucket {
        let least = self
            .buckets
            .keys()
            .next()
            .map_or(u32::MAX, |bucket| bucket.key);
        self.with_key(least).next_back().unwrap_or(Bucket {
            key: u32::MAX,
            depth: u32::MAX,
        })
    }

    /// Returns the buckets with the given priority, in order of increasing depth. A bucket is a
    /// group of open states with the same depth and priority.
    pub(super) fn with_key(&self, key: u32) -> impl DoubleEndedIterator<Item = Bucket> {
        let [first, last] = [0, u32::MAX].map(|depth| Bucket { key, depth });
        self.buckets.range(first..=last).map(|(bucket, _)| *bucket)
    }

    /// Returns the next priority above `key` that an open state has, or `None` if no open state has
    /// a larger priority.
    pub(super) fn key_above(&self, key: u32) -> Option<u32> {
        let next = Bucket {
            key: key.checked_add(1)?,
            depth: 0,
        };
        self.buckets
            .range(next..)
            .next()
            .map(|(bucket, _)| bucket.key)
    }

    /// Returns the smallest depth + heuristic value of the open states, or `u32::MAX` if no state
    /// is open.
    pub(super) fn least_cost(&self) -> u32 {
        self.costs
            .first_key_value()
            .map_or(u32::MAX, |(&cost, _)| cost)
    }

    /// Returns the smallest depth of the open states, or `u32::MAX` if no state is open.
    pub(super) fn least_depth(&self) -> u32 {
        self.depths
            .first_key_value()
            .map_or(u32::MAX, |(&depth, _)| depth)
    }
}
