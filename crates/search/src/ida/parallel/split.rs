//! Cutting one iteration into subtrees: breadth first from the start, in the order of moves.
//!
//! [`Split`] is made for a space and a heuristic. [`Subtrees`] hides both, and the descent, from the search that is
//! compiled once for all of them; [`CompiledSubtrees`] is the only implementation.

use crate::ida::descent::{Descend, DescentLimits, DescentResult, Solutions, SubtreeRoot};
use crate::space::{Heuristic, StateSpace};

/// Parents whose children are prepared before the first of them is tested.
const AHEAD: usize = 32;

/// The subtrees of one iteration after the other, with any heuristic.
pub(crate) trait Subtrees<M>: Sync {
    /// The value of the start.
    fn h0(&self) -> u32;

    /// The parity of all solutions, if they have one.
    fn parity(&self) -> Option<u32>;

    /// Cuts the iteration with a bound into about `wanted` subtrees. One subtree is the whole iteration.
    fn split(&mut self, bound: u32, wanted: usize) -> NodesAbove;

    /// Searches the subtree with an index.
    fn descend(&self, subtree: usize, limits: DescentLimits, solutions: &mut Solutions<M>) -> DescentResult;
}

/// The nodes above the subtrees of an iteration.
pub(crate) struct NodesAbove {
    /// The number of subtrees.
    pub(crate) subtrees: usize,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// The smallest depth + value above the bound, or `u32::MAX`.
    pub(crate) least: u32,
    /// Bytes of the subtrees' roots.
    pub(crate) bytes: u64,
}

/// [`Subtrees`] in a space, with a heuristic and a descent.
pub(crate) struct CompiledSubtrees<'a, S: StateSpace, H: Heuristic<S>, D> {
    space: &'a S,
    heuristic: &'a H,
    descent: &'a D,
    start: SubtreeRoot<S, H>,
    roots: Vec<SubtreeRoot<S, H>>,
}

impl<'a, S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> CompiledSubtrees<'a, S, H, D> {
    /// The subtrees below a start.
    ///
    /// # Errors
    /// Those of the heuristic.
    pub(crate) fn new(space: &'a S, heuristic: &'a H, descent: &'a D, start: &S::State) -> Result<Self, H::Error> {
        let start = SubtreeRoot { state: start.clone(), node: heuristic.root(start)?, path: Vec::new() };
        Ok(Self { space, heuristic, descent, start, roots: Vec::new() })
    }
}

impl<S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> Subtrees<S::Move> for CompiledSubtrees<'_, S, H, D> {
    fn h0(&self) -> u32 {
        self.heuristic.value(&self.start.node)
    }

    fn parity(&self) -> Option<u32> {
        self.space.parity(&self.start.state)
    }

    fn split(&mut self, bound: u32, wanted: usize) -> NodesAbove {
        let Split { roots, above } = Split::new(self.space, self.heuristic, self.start.clone(), bound, wanted);
        self.roots = roots;
        above
    }

    fn descend(&self, subtree: usize, limits: DescentLimits, solutions: &mut Solutions<S::Move>) -> DescentResult {
        self.descent.descend(self.space, self.heuristic, &self.roots[subtree], limits, solutions)
    }
}

/// An iteration that is cut.
pub(super) struct Split<S: StateSpace, H: Heuristic<S>> {
    /// The roots of the subtrees, in the order in which one depth-first search would reach them.
    pub(super) roots: Vec<SubtreeRoot<S, H>>,
    pub(super) above: NodesAbove,
}

impl<S: StateSpace, H: Heuristic<S>> Split<S, H> {
    /// Expands level by level until there are `wanted` subtrees, or nothing is left to expand. The children of a node
    /// replace it, one after the other, so the order of moves is kept.
    pub(super) fn new(space: &S, heuristic: &H, root: SubtreeRoot<S, H>, bound: u32, wanted: usize) -> Self {
        let above = NodesAbove { subtrees: 1, expanded: 0, generated: 0, least: u32::MAX, bytes: 0 };
        let mut split = Self { roots: vec![root], above };
        while split.roots.len() < wanted {
            let before = split.above.expanded;
            let roots = std::mem::take(&mut split.roots);
            split.roots.reserve_exact(2 * roots.len());
            for parents in roots.chunks(AHEAD) {
                split.expand(space, heuristic, parents, bound);
            }
            if split.above.expanded == before {
                break;
            }
        }
        let paths: usize = split.roots.iter().map(|root| size_of::<S::Move>() * root.path.capacity()).sum();
        split.above.bytes = (size_of::<SubtreeRoot<S, H>>() * split.roots.capacity() + paths) as u64;
        split.above.subtrees = split.roots.len();
        split
    }

    /// Adds the children of nodes within the bound; for a goal, and for a node on the bound, the node itself.
    fn expand(&mut self, space: &S, heuristic: &H, parents: &[SubtreeRoot<S, H>], bound: u32) {
        let mut prepared = Vec::with_capacity(4 * AHEAD);
        // By parent: the number of children that are prepared by then.
        let mut ends = [0; AHEAD];
        for (parent, end) in parents.iter().zip(&mut ends) {
            let left = bound - parent.path.len() as u32;
            if left > 0 && !(heuristic.value(&parent.node) == 0 && space.is_goal(&parent.state)) {
                for m in space.moves(&parent.state, parent.path.last().copied()) {
                    prepared.push((m, heuristic.prepare(&parent.state, &parent.node, m, left - 1)));
                }
                self.above.expanded += 1;
            } else {
                // A mark: it has no child, not even one that is pruned.
                *end = usize::MAX;
                continue;
            }
            *end = prepared.len();
        }
        let mut first = 0;
        for (parent, end) in parents.iter().zip(ends) {
            if end == usize::MAX {
                self.roots.push(parent.clone());
                continue;
            }
            let depth = parent.path.len() as u32 + 1;
            for &(m, pending) in &prepared[first..end] {
                self.above.generated += 1;
                match heuristic.child(&parent.state, &parent.node, m, pending, bound - depth) {
                    Ok(node) => self.roots.push(parent.child(space, m, node)),
                    Err(value) => self.above.least = self.above.least.min(value.saturating_add(depth)),
                }
            }
            first = end;
        }
    }
}
