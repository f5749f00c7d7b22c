//! An engine as the searches see it: they know its keys and not its masks of cells.

use super::joint::joint_moves;
use super::layout::Layout;
use super::moves::Slide;
use super::words::Key;
use crate::metric::BlockMetric;
use crate::puzzle::Position;

/// An engine for keys `K`, of any masks: the code that uses it is compiled once for each kind of key.
pub(crate) trait SearchEngine<K>: Sync {
    fn layout(&self) -> &Layout;

    /// The key of a state, given by the anchors of each class.
    fn encode(&self, anchors: &[Vec<usize>]) -> K;

    /// The anchors that each class takes in any of some states, ascending: for one state, its anchors.
    fn anchors(&self, keys: &[K]) -> Vec<Vec<usize>>;

    /// The least key of a state and its images.
    fn canonical(&self, key: K) -> K;

    /// Adds the states that meet the goal to `found`.
    fn add_goals(&self, keys: &[K], found: &mut Vec<K>);

    /// Adds the neighbours of some states, each as the least key of the state and its images, to the list of its
    /// [share](Key::share). There are one or [`SHARES`](words::SHARES) lists.
    fn expand(&self, states: &mut dyn Iterator<Item = &[K]>, neighbours: &mut [Vec<K>]);
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

    /// The neighbours of a state, each as the least key of the state and its images. A state that can be reached with
    /// its mirror image comes twice.
    pub(crate) fn neighbours(&self, key: K) -> Vec<K> {
        let mut found = [Vec::new()];
        self.expand(&mut [key].chunks(1), &mut found);
        let [found] = found;
        found
    }

    /// A state as a position; equal pieces are named in the order of their cells.
    pub(crate) fn position(&self, key: K) -> Position {
        self.layout().position(&self.anchors(&[key]))
    }
}

/// Adds the states after all moves, each as the least key of the state and its images.
pub(super) fn add_neighbours<K: Key>(parts: &[K], keys: &[K], slides: &[Slide], neighbours: &mut [Vec<K>]) {
    if let &[key] = keys {
        for slide in slides {
            let new = key ^ parts[slide.from as usize] ^ parts[slide.to as usize];
            neighbours[new.share(neighbours.len())].push(new);
        }
        return;
    }
    for slide in slides {
        let from = &parts[slide.from as usize..][..keys.len()];
        let to = &parts[slide.to as usize..][..keys.len()];
        let mut least = keys[0] ^ from[0] ^ to[0];
        for ((&key, &from), &to) in keys.iter().zip(from).zip(to).skip(1) {
            least = least.min(key ^ from ^ to);
        }
        neighbours[least.share(neighbours.len())].push(least);
    }
}

/// Adds the states after all joint moves, each as the least key of the state and its images.
pub(super) fn add_after_joint_moves<K: Key>(
    engine: &dyn SearchEngine<K>,
    metric: BlockMetric,
    states: &mut dyn Iterator<Item = &[K]>,
    neighbours: &mut [Vec<K>],
) {
    for states in states {
        for &key in states {
            for joint in joint_moves(engine.layout(), &engine.anchors(&[key]), metric) {
                let least = engine.canonical(engine.encode(&joint.after));
                neighbours[least.share(neighbours.len())].push(least);
            }
        }
    }
}
