//! [`SearchEngine`], the interface through which searches use the rules of a puzzle.
//!
//! Keys and sets of cells take one machine word for most puzzles, and several words for large
//! puzzles. The interface has only the key length as a parameter, and hides the length of sets.
//! Searches are therefore compiled for only four key lengths, instead of the seven combinations of
//! key length and set length.

use super::{BlockLayout, LastMove, Words};
use crate::Position;

/// A state that is one move away from another state. It is represented by the smallest of its own
/// key and the keys of its mirror images.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbour<const K: usize> {
    pub(crate) key: Words<K>,
    /// The move that leads to the neighbour. If `key` is the key of a mirror image, the move is
    /// mirrored too.
    pub(crate) last: LastMove,
}

/// The rules of a puzzle, applied to states that are represented by keys of `K` words.
pub(crate) trait SearchEngine<const K: usize>: Sync {
    /// Returns the board, and the pieces grouped into classes of interchangeable pieces.
    fn layout(&self) -> &BlockLayout;

    /// Returns the key of a state, given the locations of its pieces. `anchors` has one list per
    /// class of interchangeable pieces.
    fn encode(&self, anchors: &[Vec<usize>]) -> Words<K>;

    /// Returns the locations that pieces of the same class occupy in all given states. The result
    /// has one ascending list per class of interchangeable pieces.
    ///
    /// For a single state, the lists contain the locations of all pieces. `keys` must not be empty.
    fn anchors_in_all(&self, keys: &[Words<K>]) -> Vec<Vec<usize>>;

    /// Returns the locations that pieces occupy in at least one of the given states. The result has
    /// one ascending list per class of interchangeable pieces.
    fn anchors_in_any(&self, keys: &[Words<K>]) -> Vec<Vec<usize>>;

    /// Returns the key that represents a state and its mirror images: the smallest of their keys.
    fn canonical(&self, key: Words<K>) -> Words<K>;

    /// Calls `found` with each key whose state meets the goal.
    fn each_goal(&self, keys: &[Words<K>], found: &mut dyn FnMut(Words<K>));

    /// Appends the neighbours of several states to `neighbours`, which has one list per
    /// [shard](Words::shard) of the set of states, or a single list.
    ///
    /// `lasts` contains the last move of each state. Moves that are redundant after it are skipped,
    /// because the search has already found the resulting states.
    fn expand(&self, keys: &[Words<K>], lasts: &[LastMove], neighbours: &mut [Vec<Neighbour<K>>]);
}

impl<const K: usize> dyn SearchEngine<K> + '_ {
    /// Returns the key of the puzzle's start state.
    pub(crate) fn start(&self) -> Words<K> {
        self.encode(&self.layout().start())
    }

    /// Returns whether the state with the given key meets the goal.
    pub(crate) fn is_goal(&self, key: Words<K>) -> bool {
        let mut is_goal = false;
        self.each_goal(&[key], &mut |_| is_goal = true);
        is_goal
    }

    /// Returns all neighbours of a state. Each neighbour is represented by the smallest of its own
    /// key and the keys of its mirror images.
    ///
    /// If two neighbours are mirror images of each other, the list contains the same key twice.
    pub(crate) fn neighbours(&self, key: Words<K>) -> Vec<Words<K>> {
        let mut found = [Vec::new()];
        self.expand(&[key], &[LastMove::NONE], &mut found);
        let [found] = found;
        found.into_iter().map(|neighbour| neighbour.key).collect()
    }

    /// Returns the position that a key represents. Interchangeable pieces are placed in ascending
    /// order of their locations.
    pub(crate) fn position(&self, key: Words<K>) -> Position {
        self.layout().position(&self.anchors_in_all(&[key]))
    }
}
