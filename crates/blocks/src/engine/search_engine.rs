//! [`SearchEngine`], the interface between a puzzle and the searches. Searches know the length of
//! its keys, but not the length of its sets of cells.
//!
//! Sets of cells and keys have one machine word for most puzzles, and several for large ones.
//! Searches depend only on the length of a key, so they are compiled once for each of the four key
//! lengths, rather than once for each of the seven combinations of lengths for which engines exist.

use super::{BlockLayout, LastMove, Words};
use crate::Position;

/// A neighbour of a state, which is reached by one move. It is represented by the smallest key
/// among the neighbour and its mirror images.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbour<const K: usize> {
    pub(crate) key: Words<K>,
    /// The move that led to the neighbour, mirrored in the same way as the key.
    pub(crate) last: LastMove,
}

/// The rules of a puzzle, applied to states that are given as keys of `K` words.
pub(crate) trait SearchEngine<const K: usize>: Sync {
    /// Returns the board and the classes of interchangeable pieces.
    fn layout(&self) -> &BlockLayout;

    /// Returns the key of the state in which the pieces of each class have the given anchors.
    fn encode(&self, anchors: &[Vec<usize>]) -> Words<K>;

    /// Returns, for each class, the anchors that its pieces occupy in every one of the given
    /// states, in ascending order.
    ///
    /// For a single state, these are the anchors of all its pieces. There must be at least one
    /// state.
    fn anchors_in_all(&self, keys: &[Words<K>]) -> Vec<Vec<usize>>;

    /// Returns, for each class, the anchors that its pieces occupy in at least one of the given
    /// states, in ascending order.
    fn anchors_in_any(&self, keys: &[Words<K>]) -> Vec<Vec<usize>>;

    /// Returns the smallest key among a state and its mirror images, which represents all of them.
    fn canonical(&self, key: Words<K>) -> Words<K>;

    /// Calls `found` with the key of each given state that meets the goal.
    fn each_goal(&self, keys: &[Words<K>], found: &mut dyn FnMut(Words<K>));

    /// Appends the neighbours of some states, which are given with their last moves, to the lists
    /// of their [shards](Words::shard). The number of lists is either one or
    /// [`SHARDS`](super::words::SHARDS).
    ///
    /// Neighbours that the last move makes redundant are skipped, because the search has found them
    /// already.
    fn expand(&self, keys: &[Words<K>], lasts: &[LastMove], neighbours: &mut [Vec<Neighbour<K>>]);
}

impl<const K: usize> dyn SearchEngine<K> + '_ {
    /// Returns the key of the start.
    pub(crate) fn start(&self) -> Words<K> {
        self.encode(&self.layout().start())
    }

    /// Returns whether a state, given by its key, meets the goal.
    pub(crate) fn is_goal(&self, key: Words<K>) -> bool {
        let mut is_goal = false;
        self.each_goal(&[key], &mut |_| is_goal = true);
        is_goal
    }

    /// Returns all neighbours of a state, each represented by the smallest key among the neighbour
    /// and its mirror images.
    ///
    /// If a state has both a neighbour and the neighbour's mirror image, their common key occurs
    /// twice.
    pub(crate) fn neighbours(&self, key: Words<K>) -> Vec<Words<K>> {
        let mut found = [Vec::new()];
        self.expand(&[key], &[LastMove::NONE], &mut found);
        let [found] = found;
        found.into_iter().map(|neighbour| neighbour.key).collect()
    }

    /// Returns the position of a state. The pieces of a class, which are interchangeable, are
    /// assigned to its anchors in ascending order.
    pub(crate) fn position(&self, key: Words<K>) -> Position {
        self.layout().position(&self.anchors_in_all(&[key]))
    }
}
