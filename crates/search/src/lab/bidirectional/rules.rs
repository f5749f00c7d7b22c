//! [`Rule`]: the order in which MM, NBS and BAE* expand open states, and what that proves.

use super::Bidirectional;
use super::open::{Bucket, OpenCounts};

/// The rule of an algorithm, in a search.
///
/// * **MM** (Holte, Felner, Sharon & Sturtevant 2016): the two searches meet in the middle. The priority of a state is
///   max(f, 2g + 1), where g is its depth, f is depth + value, and 1 is the cost of a move (the variant called MMε). So
///   neither search expands a state that is more than half of the shortest solution away from its root. The
///   comparison with A*, which guarantees nothing of this kind, shows what the guarantee costs.
/// * **NBS** (Chen, Holte, Zilles & Sturtevant 2017): until its bound is the shortest length, expands at most twice the
///   states that any algorithm of its kind has to expand. Such an algorithm must expand one state of every pair (u, v), u
///   reached forward and v backward, whose lower bound max(f(u), f(v), g(u) + g(v) + 1) is less than the shortest
///   length. It teaches how far any choice of states is from the best one: half of what it expands until then is a lower
///   bound for MM, A* from either side, and every other algorithm that knows no more than these values.
/// * **BAE*** (Sadhukhan 2013), which is DIBBS (Sewell & Jacobson 2021): what the heuristics were wrong by so far counts
///   too. With consistent heuristics, the value h' of the opposite search is a lower bound of a state's depth g, and
///   g - h' is the error that it has made. The priority of a state is f + (g - h'). It teaches what a consistent
///   heuristic knows beside its value: with the same tables it expands fewer states than A*, MM and NBS on most boards.
pub(super) struct Rule {
    algorithm: Bidirectional,
    /// For NBS, the largest bound of a pair so far.
    bound: u32,
    /// For BAE*, true if the forward search is next.
    forward: bool,
}

/// The states to expand next, and the bound that is proven by then.
pub(super) struct ExpansionStep {
    /// No solution that is not found yet is shorter than this.
    pub(super) bound: u32,
    /// For each search, the bucket from which to expand a state, or `None` if it waits.
    pub(super) expand: [Option<Bucket>; 2],
}

impl Rule {
    pub(super) fn new(algorithm: Bidirectional) -> Self {
        Self {
            algorithm,
            bound: 0,
            forward: true,
        }
    }

    /// True if both heuristics must be consistent.
    pub(super) fn needs_consistency(&self) -> bool {
        self.algorithm == Bidirectional::Bae
    }

    /// The priority of a state that one search reached at a depth, from its value in this search and its value in the
    /// other one. States with smaller keys come first.
    pub(super) fn key(&self, depth: u32, value: u32, opposite: u32) -> u32 {
        match self.algorithm {
            Bidirectional::Mm => depth.saturating_add(value).max(2 * depth + 1),
            Bidirectional::Nbs => depth.saturating_add(value),
            // With consistent heuristics the error is not negative.
            Bidirectional::Bae => (2 * depth).saturating_add(value).saturating_sub(opposite),
        }
    }

    /// Chooses the states to expand next. Both searches must have open states.
    pub(super) fn next(&mut self, open: [&OpenCounts; 2]) -> ExpansionStep {
        match self.algorithm {
            Bidirectional::Mm => meet_in_the_middle(open),
            Bidirectional::Nbs => self.near_optimal(open),
            Bidirectional::Bae => self.added_errors(open),
        }
    }

    /// The rule of NBS: expands both states of a pair with the smallest bound. Among the pairs with this bound, it prefers
    /// the smallest depths, and then the smallest f.
    fn near_optimal(&mut self, open: [&OpenCounts; 2]) -> ExpansionStep {
        // A shorter path to a state may lead to smaller values, but a bound that was proven stays proven.
        self.bound = self
            .bound
            .max(open[0].least_cost())
            .max(open[1].least_cost());
        loop {
            let ready = open.map(|open| ready(open, self.bound));
            let together = match ready {
                [Some(forward), Some(backward)] => forward.depth + backward.depth + 1,
                _ => u32::MAX,
            };
            if together <= self.bound {
                return ExpansionStep {
                    bound: self.bound,
                    expand: ready,
                };
            }
            let waiting = open.map(|open| open.key_above(self.bound).unwrap_or(u32::MAX));
            self.bound = together.min(waiting[0]).min(waiting[1]);
        }
    }

    /// The rule of BAE*: the two searches alternate, and each expands a state with its smallest priority, preferring the
    /// greatest depth. Half of the sum of the smallest priorities of both searches, rounded up, is a lower bound of all
    /// solutions that are not found yet.
    ///
    /// Other rules expand more states, on the twenty of Korf's boards that are easiest with the Manhattan distance:
    /// 1.01 times as many if the search with fewer open states is next, 1.29 times as many if the search with the smaller
    /// priority is next, and 1.5 times as many if the smallest depth is preferred.
    fn added_errors(&mut self, open: [&OpenCounts; 2]) -> ExpansionStep {
        let [forward, backward] = open.map(OpenCounts::first);
        let expand = if self.forward {
            [Some(forward), None]
        } else {
            [None, Some(backward)]
        };
        self.forward = !self.forward;
        ExpansionStep {
            bound: forward.key.saturating_add(backward.key).div_ceil(2),
            expand,
        }
    }
}

/// The rule of MM: expands a state with the smallest priority of both searches, forward in a tie, preferring the greatest
/// depth. If the smallest depth is preferred, the same twenty boards take 1.59 times as many states.
fn meet_in_the_middle(open: [&OpenCounts; 2]) -> ExpansionStep {
    let [forward, backward] = open.map(OpenCounts::first);
    let depths = open[0].least_depth() + open[1].least_depth() + 1;
    let costs = open[0].least_cost().max(open[1].least_cost());
    let bound = forward.key.min(backward.key).max(depths).max(costs);
    let expand = if forward.key <= backward.key {
        [Some(forward), None]
    } else {
        [None, Some(backward)]
    };
    ExpansionStep { bound, expand }
}

/// The bucket of smallest depth among the states of one search whose depth + value is at most the bound.
fn ready(open: &OpenCounts, bound: u32) -> Option<Bucket> {
    let first = Some(open.first().key);
    let keys =
        std::iter::successors(first, |&key| open.key_above(key)).take_while(|&key| key <= bound);
    keys.filter_map(|key| open.with_key(key).next())
        .min_by_key(|bucket| bucket.depth)
}
