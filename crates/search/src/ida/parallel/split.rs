//! Cutting one iteration into subtrees: breadth first from the start, in the order of moves.

use crate::ida::descent::SubtreeRoot;
use crate::space::{Heuristic, StateSpace};

/// Parents whose children are prepared before the first of them is tested.
const AHEAD: usize = 32;

/// The subtrees of an iteration, and the counts above them.
pub(super) struct Split<S: StateSpace, H: Heuristic<S>> {
    /// The roots of the subtrees, in the order in which one depth-first search would reach them.
    pub(super) roots: Vec<SubtreeRoot<S, H>>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// The smallest depth + value above the bound, or `u32::MAX`.
    pub(super) least: u32,
}

impl<S: StateSpace, H: Heuristic<S>> Split<S, H> {
    /// Expands level by level until there are `wanted` subtrees, or nothing is left to expand. The children of a node
    /// replace it, one after the other, so the order of moves is kept.
    pub(super) fn new(space: &S, heuristic: &H, root: SubtreeRoot<S, H>, bound: u32, wanted: usize) -> Self {
        let mut split = Self { roots: vec![root], expanded: 0, generated: 0, least: u32::MAX };
        while split.roots.len() < wanted {
            let before = split.expanded;
            let roots = std::mem::take(&mut split.roots);
            let mut children = Vec::with_capacity(2 * roots.len());
            for parents in roots.chunks(AHEAD) {
                split.expand(space, heuristic, parents, bound, &mut children);
            }
            split.roots = children;
            if split.expanded == before {
                break;
            }
        }
        split
    }

    /// Replaces nodes by their children within the bound; a goal, and a node on the bound, stays.
    fn expand(
        &mut self,
        space: &S,
        heuristic: &H,
        parents: &[SubtreeRoot<S, H>],
        bound: u32,
        children: &mut Vec<SubtreeRoot<S, H>>,
    ) {
        let left = |parent: &SubtreeRoot<S, H>| bound - parent.path.len() as u32;
        let stays = |parent: &SubtreeRoot<S, H>| {
            left(parent) == 0 || heuristic.value(&parent.node) == 0 && space.is_goal(&parent.state)
        };
        let prepared = |parent: &SubtreeRoot<S, H>| -> Vec<(S::Move, H::Pending)> {
            let moves = space.moves(&parent.state, parent.path.last().copied());
            moves.map(|m| (m, heuristic.prepare(&parent.state, &parent.node, m, left(parent) - 1))).collect()
        };
        let pending: Vec<_> = parents.iter().map(|parent| (!stays(parent)).then(|| prepared(parent))).collect();
        for (parent, pending) in parents.iter().zip(pending) {
            let Some(pending) = pending else {
                children.push(SubtreeRoot {
                    state: parent.state.clone(),
                    node: parent.node.clone(),
                    path: parent.path.clone(),
                });
                continue;
            };
            self.expanded += 1;
            self.generated += pending.len() as u64;
            for (m, pending) in pending {
                match heuristic.child(&parent.state, &parent.node, m, pending, left(parent) - 1) {
                    Ok(node) => {
                        let mut state = parent.state.clone();
                        space.apply(&mut state, m);
                        children.push(SubtreeRoot {
                            state,
                            node,
                            path: parent.path.iter().copied().chain([m]).collect(),
                        });
                    }
                    Err(value) => self.least = self.least.min(value.saturating_add(parent.path.len() as u32 + 1)),
                }
            }
        }
    }

    /// Bytes of the subtrees' roots.
    pub(super) fn bytes(&self) -> u64 {
        let paths: usize = self.roots.iter().map(|root| size_of::<S::Move>() * root.path.capacity()).sum();
        (size_of::<SubtreeRoot<S, H>>() * self.roots.capacity() + paths) as u64
    }
}
