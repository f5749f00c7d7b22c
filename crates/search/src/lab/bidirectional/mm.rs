//! MM (Holte, Felner, Sharon & Sturtevant 2016): the two searches meet in the middle.
//!
//! The priority of a state is max(f, 2g + 1), where g is its depth, f is depth + value, and 1 is the cost of a move
//! (the variant called MMε). So neither search expands a state that is more than half of the shortest solution away
//! from its root. Next is a state of least priority, forward in a tie, and of these one of least depth.
//!
//! It teaches what a guarantee costs: A* has none of this kind, and a good heuristic seldom needs it.

use super::open::OpenCounts;
use super::{Rule, Step};

pub(super) struct MeetInTheMiddle;

impl Rule for MeetInTheMiddle {
    fn needs_consistency(&self) -> bool {
        false
    }

    fn key(&self, depth: u32, value: u32, _: u32) -> u32 {
        depth.saturating_add(value).max(2 * depth + 1)
    }

    fn next(&mut self, open: [&OpenCounts; 2]) -> Step {
        let [forward, backward] = open.map(OpenCounts::first);
        let depths = open[0].least_depth() + open[1].least_depth() + 1;
        let costs = open[0].least_cost().max(open[1].least_cost());
        let bound = forward.key.min(backward.key).max(depths).max(costs);
        let expand = if forward.key <= backward.key { [Some(forward), None] } else { [None, Some(backward)] };
        Step { bound, expand }
    }
}
