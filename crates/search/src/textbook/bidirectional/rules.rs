//! [`Rule`]: how MM, NBS and BAE* choose the states to expand next, and which lower bounds they
//! prove.

use super::Bidirectional;
use super::open::{Bucket, OpenCounts};

/// The expansion rule of a bidirectional algorithm, and its state during a search.
///
/// In the following, g is the depth of a state, h its heuristic value, and f = g + h.
///
/// * **MM** (Holte, Felner, Sharon & Sturtevant 2016) meets in the middle. The priority of a state
///   is max(f, 2g + 1), where 1 is the cost of a move. Neither search therefore expands a state
///   whose depth exceeds half the length of a shortest solution.
/// * **NBS** (Chen, Holte, Zilles & Sturtevant 2017) is near-optimal. It repeatedly takes the pair
///   (u, v) with the smallest lower bound max(f(u), f(v), g(u) + g(v) + 1), where u was reached
///   forward and v backward, and expands both states. Until this bound reaches the shortest length,
///   NBS expands at most twice as many states as any algorithm that uses only these values must
///   expand.
/// * **BAE*** (Sadhukhan 2013), also known as DIBBS (Sewell & Jacobson 2021), uses the known errors
///   of the heuristics. If the heuristics are consistent, the opposite search's value h' of a state
///   is a lower bound on its depth g, with the error g - h'. The priority of a state is f + (g -
///   h').
pub(super) struct Rule {
    algorithm: Bidirectional,
    /// The largest lower bound that NBS has proven so far. Other algorithms do not use it.
    bound: u32,
    /// Whether BAE* expands a state of the forward search next. Its forward and backward searches
    /// alternate.
    forward: bool,
}

/// One step of a bidirectional search: which open states to expand, and the lower bound proven at
/// this point.
pub(super) struct ExpansionStep {
    /// A proven lower bound on the length of every solution that has not been found yet.
    pub(super) bound: u32,
    /// For each of the two searches, the bucket of open states from which it expands one state, or
    /// `None` if it expands no state in this step. Index 0 is the forward search, and index 1 is
    /// the backward search.
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

    /// Returns whether the algorithm is correct only with consistent heuristics.
    pub(super) fn needs_consistency(&self) -> bool {
        self.algorithm == Bidirectional::Bae
    }

    /// Returns the priority of a state. States with smaller priorities are expanded first. `depth`
    /// is the length of the path by which a search reached the state. `value` is that search's
    /// heuristic value for the state, and `opposite` is the opposite search's value.
    pub(super) fn key(&self, depth: u32, value: u32, opposite: u32) -> u32 {
        match self.algorithm {
            Bidirectional::Mm => depth.saturating_add(value).max(2 * depth + 1),
            Bidirectional::Nbs => depth.saturating_add(value),
            // If the heuristics are consistent, `opposite` is at most `depth`, so the subtraction
            // does not saturate.
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

    /// The rule of NBS: expands a pair of states, one from each search. It chooses a pair with the
    /// smallest lower bound on the length of a solution through both states. Among several such
    /// pairs, it prefers small depths, then a small f = depth + heuristic value.
    fn near_optimal(&mut self, open: [&OpenCounts; 2]) -> ExpansionStep {
        // The computed bound can decrease when a shorter path to a state is found. The previous
        // bound is still valid, so keep the maximum.
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

    /// The rule of BAE*: the searches alternate. Each expands its state with the smallest priority
    /// and, among several such states, one with the greatest depth. The mean of the two searches'
    /// smallest priorities, rounded up, is a lower bound on the length of every solution that has
    /// not been found yet.
    ///
    /// On Korf's twenty easiest boards, all other variants expanded more states: up to 29% more
    /// without alternation, and 50% more if ties prefer the smallest depth.
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

/// The rule of MM: expands the open state with the smallest priority in both searches. In a tie, it
/// prefers the forward search, then the greatest depth. On Korf's twenty easiest boards, preferring
/// the smallest depth would expand 59% more states.
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

/// Among the groups of open states with priorities up to `bound`, returns the one with the smallest
/// depth. Returns `None` if all groups have larger priorities.
fn ready(open: &OpenCounts, bound: u32) -> Option<Bucket> {
    let first = Some(open.first().key);
    let keys =
        std::iter::successors(first, |&key| open.key_above(key)).take_while(|&key| key <= bound);
    keys.filter_map(|key| open.with_key(key).next())
        .min_by_key(|bucket| bucket.depth)
}
