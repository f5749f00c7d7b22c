//! An engine as the searches see it: they know its keys and not its sets of cells.

use super::{BlockLayout, LastMove, Words};
use crate::Position;

/// A neighbour of a state: the least key of the state and its images, with the move that led to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbour<const K: usize> {
    pub(crate) key: Words<K>,
    /// The move, as the image with this key sees it.
    pub(crate) last: LastMove,
}

/// An engine for keys of `K` words and any sets of cells: the code that uses it is compiled once for each kind of key.
pub(crate) trait SearchEngine<const K: usize>: Sync {
    fn layout(&self) -> &BlockLayout;

    /// The key of a state, given by the anchors of each class.
    fn encode(&self, anchors: &[Vec<usize>]) -> Words<K>;

    /// The anchors that each class takes in `all` of some states, one at least, or else in any of them, ascending: for
    /// one state, its anchors.
    fn anchors(&self, keys: &[Words<K>], all: bool) -> Vec<Vec<usize>>;

    /// The least key of a state and its images.
    fn canonical(&self, key: Words<K>) -> Words<K>;

    /// Adds the states that meet the goal to `found`.
    fn add_goals(&self, keys: &[Words<K>], found: &mut Vec<Words<K>>);

    /// Adds the neighbours of some states, given with the moves that led to each, to the lists of their
    /// [shares](Words::share), of which there are one or [`SHARES`](words::SHARES). Neighbours that a [`LastMove`] makes
    /// needless are left out.
    fn expand(&self, keys: &[Words<K>], lasts: &[LastMove], neighbours: &mut [Vec<Neighbour<K>>]);
}

impl<const K: usize> dyn SearchEngine<K> + '_ {
    /// The key of the start.
    pub(crate) fn start(&self) -> Words<K> {
        self.encode(&self.layout().start())
    }

    /// Returns true if a state meets the goal.
    pub(crate) fn is_goal(&self, key: Words<K>) -> bool {
        let mut found = Vec::new();
        self.add_goals(&[key], &mut found);
        !found.is_empty()
    }

    /// All neighbours of a state, each as the least key of the state and its images. A state that can be reached with
    /// its mirror image comes twice.
    pub(crate) fn neighbours(&self, key: Words<K>) -> Vec<Words<K>> {
        let mut found = [Vec::new()];
        self.expand(&[key], &[LastMove::NONE], &mut found);
        let [found] = found;
        found.into_iter().map(|neighbour| neighbour.key).collect()
    }

    /// A state as a position; equal pieces are named in the order of their cells.
    pub(crate) fn position(&self, key: Words<K>) -> Position {
        self.layout().position(&self.anchors(&[key], true))
    }
}
