//! NBS (Chen, Holte, Zilles & Sturtevant 2017): never expands more than twice the states that any algorithm of its kind
//! has to expand.
//!
//! Such an algorithm must expand one state of every pair (u, v), u reached forward and v backward, whose lower bound
//! max(f(u), f(v), g(u) + g(v) + 1) is less than the shortest length. NBS takes a pair of the least bound and expands
//! both. Of the pairs of that bound, it takes the states of least depth, and of these those of least f.
//!
//! It teaches how far any choice of states is from the best one: half of its expansions are a lower bound for MM, A*
//! from either side, and every other algorithm that knows no more than these values.

use super::open::{Bucket, OpenCounts};
use super::{Rule, Step};

/// Keys are depth + value.
#[derive(Default)]
pub(super) struct NearOptimal {
    /// The bound of all pairs taken so far.
    bound: u32,
}

impl NearOptimal {
    /// The bucket of least depth among the states of one search whose depth + value is at most the bound.
    fn ready(&self, open: &OpenCounts) -> Option<Bucket> {
        let first = Some(open.first().key);
        let keys = std::iter::successors(first, |&key| open.key_above(key)).take_while(|&key| key <= self.bound);
        keys.filter_map(|key| open.shallowest(key)).min_by_key(|bucket| bucket.depth)
    }
}

impl Rule for NearOptimal {
    fn needs_consistency(&self) -> bool {
        false
    }

    fn key(&self, depth: u32, value: u32, _: u32) -> u32 {
        depth.saturating_add(value)
    }

    fn next(&mut self, open: [&OpenCounts; 2]) -> Step {
        // A shorter path to a state may bring back smaller values: the bound that was proven holds.
        self.bound = self.bound.max(open[0].least_cost()).max(open[1].least_cost());
        loop {
            let ready = open.map(|open| self.ready(open));
            let together = match ready {
                [Some(forward), Some(backward)] => forward.depth + backward.depth + 1,
                _ => u32::MAX,
            };
            if together <= self.bound {
                return Step { bound: self.bound, expand: ready };
            }
            let waiting = open.map(|open| open.key_above(self.bound).unwrap_or(u32::MAX));
            self.bound = together.min(waiting[0]).min(waiting[1]);
        }
    }
}
