//! [`SearchEngine`], the view of a puzzle that searches have: they know its keys, but not how many
//! words a set of cells has.
//!
//! Sets of cells and keys have one machine word for most puzzles, and several for large ones.
//! Searches depend on the length of a key only, so they are compiled once for each of its four
//! lengths, instead of once for each of the seven pairs of lengths for which there are engines.

use super::{BlockLayout, LastMove, Words};
use crate::Position;

/// A neighbour of a state: the smallest key of the neighbour and its mirror images.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbour<const K: usize> {
    pub(crate) key: Words<K>,
    /// The move that led to it, mirrored like the key.
    pub(crate) last: LastMove,
}

/// The rules of a puzzle, in terms of keys of `K` words.
pub(crate) trait SearchEngine<const K: usize>: Sync {
    /// Returns the board and the classes of pieces.
    fn layout(&self) -> &BlockLayout;

    /// Returns the key of the state in which the pieces of each class have these anchors.
    fn encode(&self, anchors: &[Vec<usize>]) -> Words<K>;

    /// Returns the anchors that pieces of each class take in every one of some states, ascending.
    ///
    /// For a single state, these are all its anchors. There must be at least one state.
    fn anchors_in_all(&self, keys: &[Words<K>]) -> Vec<Vec<usize>>;

    /// Returns the anchors that pieces of each class take in at least one of some states,
    /// ascending.
    fn anchors_in_any(&self, keys: &[Words<K>]) -> Vec<Vec<usize>>;

    /// Returns the smallest key of a state and its mirror images.
    fn canonical(&self, key: Words<K>) -> Words<K>;

    /// Calls `found` with each of the states that meets the goal.
    fn each_goal(&self, keys: &[Words<K>], found: &mut dyn FnMut(Words<K>));

    /// Appends the neighbours of some states, given with the moves that led to them, to the lists
    /// of their [shards](Words::shard). The number of lists is one or
    /// [`SHARDS`](super::words::SHARDS).
    ///
    /// Neighbours to which the last move could as well have led are left out.
    fn expand(&self, keys: &[Words<K>], lasts: &[LastMove], neighbours: &mut [Vec<Neighbour<K>>]);
}

impl<const K: usize> dyn SearchEngine<K> + '_ {
    /// Returns the key of the start.
    pub(crate) fn start(&self) -> Words<K> {
        self.encode(&self.layout().start())
    }

    /// Returns whether a state meets the goal.
    pub(crate) fn is_goal(&self, key: Words<K>) -> bool {
        let mut is_goal = false;
        self.each_goal(&[key], &mut |_| is_goal = true);
        is_goal
    }

    /// Returns all neighbours of a state, each as the smallest key of the neighbour and its mirror
    /// images.
    ///
    /// If a neighbour and its mirror image are both one move away, their common key comes twice.
    pub(crate) fn neighbours(&self, key: Words<K>) -> Vec<Words<K>> {
        let mut found = [Vec::new()];
        self.expand(&[key], &[LastMove::NONE], &mut found);
        let [found] = found;
        found.into_iter().map(|neighbour| neighbour.key).collect()
    }

    /// Returns a state as a position. Interchangeable pieces are named in the order of their cells.
    pub(crate) fn position(&self, key: Words<K>) -> Position {
        self.layout().position(&self.anchors_in_all(&[key]))
    }
}
