//! An engine as the searches see it: they know its keys and not its masks of cells.

use super::{Key, LastMove, Layout};
use crate::Position;

/// A neighbour of a state: the least key of the state and its images, with the move that led to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbour<K> {
    pub(crate) key: K,
    /// The move, as the image with this key sees it.
    pub(crate) last: LastMove,
}

/// An engine for keys `K`, of any masks: the code that uses it is compiled once for each kind of key.
pub(crate) trait SearchEngine<K>: Sync {
    fn layout(&self) -> &Layout;

    /// The key of a state, given by the anchors of each class.
    fn encode(&self, anchors: &[Vec<usize>]) -> K;

    /// The anchors that each class takes in `all` of some states, one at least, or else in any of them, ascending: for
    /// one state, its anchors.
    fn anchors(&self, keys: &[K], all: bool) -> Vec<Vec<usize>>;

    /// The least key of a state and its images.
    fn canonical(&self, key: K) -> K;

    /// Adds the states that meet the goal to `found`.
    fn add_goals(&self, keys: &[K], found: &mut Vec<K>);

    /// Adds the neighbours of some states, given with the moves that led to each, to the lists of their
    /// [shares](Key::share), of which there are one or [`SHARES`](words::SHARES). Neighbours that a [`LastMove`] makes
    /// needless are left out.
    fn expand(&self, keys: &[K], lasts: &[LastMove], neighbours: &mut [Vec<Neighbour<K>>]);
}

impl<K: Key> dyn SearchEngine<K> + '_ {
    /// The key of the start.
    pub(crate) fn start(&self) -> K {
        self.encode(&self.layout().start())
    }

    /// Returns true if a state meets the goal.
    pub(crate) fn is_goal(&self, key: K) -> bool {
        let mut found = Vec::new();
        self.add_goals(&[key], &mut found);
        !found.is_empty()
    }

    /// All neighbours of a state, each as the least key of the state and its images. A state that can be reached with
    /// its mirror image comes twice.
    pub(crate) fn neighbours(&self, key: K) -> Vec<K> {
        let mut found = [Vec::new()];
        self.expand(&[key], &[LastMove::NONE], &mut found);
        let [found] = found;
        found.into_iter().map(|neighbour| neighbour.key).collect()
    }

    /// A state as a position; equal pieces are named in the order of their cells.
    pub(crate) fn position(&self, key: K) -> Position {
        self.layout().position(&self.anchors(&[key], true))
    }
}
