//! [`Rule`]: how MM, NBS and BAE* choose the open states to expand next, and what lower bound this
//! proves.

use super::Bidirectional;
use super::open::{Bucket, OpenCounts};

/// The expansion rule of an algorithm, with its state during a search.
///
/// * **MM** (Holte, Felner, Sharon & Sturtevant 2016): the two searches meet in the middle. The
///   priority of a state is max(f, 2g + 1), where g is its depth, f is depth + value, and 1 is the
///   cost of a move (the variant called MMε). So neither search expands a state whose depth exceeds
///   half the length of the shortest solution. Comparing it with A*, which has no such guarantee,
///   shows what the guarantee costs.
/// * **NBS** (Chen, Holte, Zilles & Sturtevant 2017): near-optimal, because until its bound reaches
///   the shortest length it expands at most twice as many states as any algorithm of its kind must.
///   Such an algorithm has to expand one state of every pair (u, v), with u reached forward and v
///   backward, whose lower bound max(f(u), f(v), g(u) + g(v) + 1) is less than the shortest length.
///   NBS shows how far any rule is from the best one: half the number of its expansions up to that
///   point is a lower bound for MM, for A* from either side, and for every other algorithm that
///   uses only these values.
/// * **BAE*** (Sadhukhan 2013), also known as DIBBS (Sewell & Jacobson 2021): takes the known
///   errors of the heuristics into account. If heuristics are consistent, the opposite search's
///   value h' of a state is a lower bound on its depth g, and g - h' is the error of this bound.
///   The priority of a state is f + (g - h'). BAE* shows what a consistent heuristic knows beyond
///   its value: with the same tables it expands fewer states than A*, MM and NBS on most boards.
pub(super) struct Rule {
    algorithm: Bidirectional,
    /// For NBS, the largest lower bound of a pair of states that was chosen so far.
    bound: u32,
    /// For BAE*, true if the forward search expands the next state. The two searches alternate.
    forward: bool,
}

/// The buckets from which the next states are expanded, and the lower bound that is proven at this
/// point.
pub(super) struct ExpansionStep {
    /// A proven bound: no solution that has not been found yet is shorter than this.
    pub(super) bound: u32,
    /// For the forward and the backward search, the bucket from which to expand a state, or `None`
    /// if this search expands nothing in this step.
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

    /// Returns the priority of a state, of which the smallest is expanded first. `depth` is its
    /// distance from the root of the search that reached it, `value` is this search's heuristic,
    /// and `opposite` is the opposite search's heuristic for the state.
    pub(super) fn key(&self, depth: u32, value: u32, opposite: u32) -> u32 {
        match self.algorithm {
            Bidirectional::Mm => depth.saturating_add(value).max(2 * depth + 1),
            Bidirectional::Nbs => depth.saturating_add(value),
            // With consistent heuristics, `opposite` is at most `depth`, so the subtraction does
            // not saturate.
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

    /// The rule of NBS: expands both states of a pair with the smallest lower bound. Among the
    /// pairs with this bound, it prefers those of smallest depth, and then those with the smallest
    /// f.
    fn near_optimal(&mut self, open: [&OpenCounts; 2]) -> ExpansionStep {
        // If a shorter path to a state is found, the computed bound may decrease. A bound that was
        // proven before remains valid, so keep the maximum.
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

    /// The rule of BAE*: the two searches alternate, and each expands a state with its smallest
    /// priority, preferring the greatest depth. The mean of the smallest priorities of both
    /// searches, rounded up, is a lower bound on all solutions that have not been found yet.
    ///
    /// Other variants expand more states. On the twenty of Korf's boards that are easiest with the
    /// Manhattan distance, the ratio is 1.01 if the search with fewer open states is next, 1.29 if
    /// the search with the smaller priority is next, and 1.5 if the smallest depth is preferred.
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

/// The rule of MM: expands a state with the smallest priority in either search, from the forward
/// search in a tie, preferring the greatest depth. On the twenty of Korf's boards that are easiest
/// with the Manhattan distance, preferring the smallest depth would expand 1.59 times as many
/// states.
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

/// Returns the bucket of smallest depth among the open states of one search whose depth + value
/// does not exceed the bound, or `None` if there is no such state.
fn ready(open: &OpenCounts, bound: u32) -> Option<Bucket> {
    let first = Some(open.first().key);
    let keys =
        std::iter::successors(first, |&key| open.key_above(key)).take_while(|&key| key <= bound);
    keys.filter_map(|key| open.with_key(key).next())
        .min_by_key(|bucket| bucket.depth)
}
