//! A walk over the tree of kept states: the current state and its heuristic's node, carried along from move to move.
//!
//! Kept states have no node of the heuristic, which may take a kilobyte. A walk makes it again, move by move from the
//! last state that the paths to the old and the new state share. States that follow each other are mostly close to
//! each other in the tree.

use super::kept::KeptStates;
use crate::tiles::searcher::{Position, Step};

/// A walk from kept state to kept state.
pub(super) struct Walk<'a> {
    pub(super) position: Box<dyn Position + 'a>,
    /// The numbers of the states on the path, the start and the current one among them.
    numbers: Vec<u32>,
    /// The numbers that lead from the path to the next state, the last first.
    ahead: Vec<u32>,
}

impl<'a> Walk<'a> {
    /// A walk that begins with the start.
    pub(super) fn new(position: Box<dyn Position + 'a>) -> Self {
        Self { position, numbers: vec![0], ahead: Vec::new() }
    }

    /// Goes to a kept state; false if its path cannot be made again, so tables were changed during the search.
    pub(super) fn go_to(&mut self, kept: &KeptStates, number: u32) -> bool {
        let (mut shared, mut ahead) = (number, std::mem::take(&mut self.ahead));
        ahead.clear();
        while self.numbers.get(kept.depth(shared) as usize) != Some(&shared) {
            ahead.push(shared);
            let Some((parent, _)) = kept.step(shared) else { return false };
            shared = parent;
        }
        while self.numbers.last() != Some(&shared) {
            self.numbers.pop();
            self.position.up();
        }
        for &number in ahead.iter().rev() {
            let Some((_, direction)) = kept.step(number) else { return false };
            if self.position.down(direction, u32::MAX - 1, true) != Step::Made {
                return false;
            }
            self.numbers.push(number);
        }
        self.ahead = ahead;
        true
    }
}
