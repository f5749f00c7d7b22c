//! Cutting one iteration into subtrees: breadth first from the start, in the order of moves.
//!
//! [`Split`] is made for a space and a heuristic. [`Subtrees`] hides both, and the descent, from the search that is
//! compiled once for all of them; [`CompiledSubtrees`] is the only implementation.

use crate::ida::descent::{Descend, DescentLimits, DescentResult, Solutions, SubtreeRoot};
use crate::space::{Heuristic, StateSpace};

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
            roots.into_iter().for_each(|root| split.expand(space, heuristic, root, bound));
            if split.above.expanded == before {
                break;
            }
        }
        let paths: usize = split.roots.iter().map(|root| size_of::<S::Move>() * root.path.capacity()).sum();
        split.above.bytes = (size_of::<SubtreeRoot<S, H>>() * split.roots.capacity() + paths) as u64;
        split.above.subtrees = split.roots.len();
        split
    }

    /// Adds the children of a node that are within the bound; for a goal, and for a node on the bound, the node itself.
    fn expand(&mut self, space: &S, heuristic: &H, parent: SubtreeRoot<S, H>, bound: u32) {
        let depth = parent.path.len() as u32 + 1;
        if depth > bound || heuristic.value(&parent.node) == 0 && space.is_goal(&parent.state) {
            return self.roots.push(parent);
        }
        self.above.expanded += 1;
        for m in space.moves(&parent.state, parent.path.last().copied()) {
            self.above.generated += 1;
            match heuristic.child(&parent.state, &parent.node, m, bound - depth) {
                Ok(node) => self.roots.push(parent.child(space, m, node)),
                Err(value) => self.above.least = self.above.least.min(value.saturating_add(depth)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fifteen_puzzle::{Goal, MoveOrder, Size, notation};

    use super::*;
    use crate::space::StateSpace;
    use crate::tiles::{Manhattan, Move, TileSpace, TileState};

    /// The nodes down to a depth, one by one in the order of a depth-first search.
    struct Above<'a> {
        space: &'a TileSpace,
        value: &'a dyn Fn(&TileState) -> u32,
        bound: u32,
        depth: usize,
        roots: Vec<Vec<Move>>,
        /// Nodes expanded and generated, and the least depth + value above the bound.
        counts: (u64, u64, u32),
    }

    impl Above<'_> {
        fn visit(&mut self, state: TileState, path: &mut Vec<Move>) {
            let length = path.len() as u32;
            if path.len() == self.depth || length == self.bound || self.space.is_goal(&state) {
                return self.roots.push(path.clone());
            }
            self.counts.0 += 1;
            for m in self.space.moves(&state, path.last().copied()) {
                self.counts.1 += 1;
                let mut child = state;
                self.space.apply(&mut child, m);
                let least = length + 1 + (self.value)(&child);
                if least > self.bound {
                    self.counts.2 = self.counts.2.min(least);
                    continue;
                }
                path.push(m);
                self.visit(child, path);
                path.pop();
            }
        }
    }

    fn compare<H: Heuristic<TileSpace>>(space: &TileSpace, heuristic: &H, board: &str, bounds: [u32; 2]) {
        let state = space.state(&notation::parse(board, None).unwrap()).unwrap();
        let root = |state: &TileState| heuristic.root(state).unwrap_or_else(|_| panic!("it has a value"));
        for (bound, wanted) in bounds.into_iter().flat_map(|bound| [1, 2, 30, 200, 1 << 20].map(|w| (bound, w))) {
            let start = SubtreeRoot { state, node: root(&state), path: Vec::new() };
            let split = Split::new(space, heuristic, start, bound, wanted);
            let at = |depth| {
                let (counts, value) = ((0, 0, u32::MAX), &|state: &TileState| heuristic.value(&root(state)));
                let mut above = Above { space, value, bound, depth, roots: vec![], counts };
                above.visit(state, &mut Vec::new());
                (above.roots, above.counts)
            };
            let enough = (0..=bound as usize).map(at).find(|above| above.0.len() >= wanted);
            let (roots, counts) = enough.unwrap_or_else(|| at(bound as usize));
            let paths: Vec<Vec<Move>> = split.roots.iter().map(|root| root.path.clone()).collect();
            assert_eq!(paths, roots, "{board} {bound} {wanted}");
            let NodesAbove { subtrees, expanded, generated, least, bytes } = split.above;
            assert_eq!((expanded, generated, least), counts, "{board} {bound} {wanted}");
            assert_eq!(subtrees, paths.len());
            let moves: usize = paths.iter().map(Vec::len).sum();
            let root_bytes = size_of::<SubtreeRoot<TileSpace, H>>();
            assert!(bytes >= (subtrees * root_bytes + moves * size_of::<Move>()) as u64);
        }
    }

    #[test]
    fn subtrees_are_those_of_a_depth_in_the_order_of_moves() {
        let goal = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let manhattan = Manhattan::new(space.size());
        compare(&space, &manhattan, "8 6 7 / 2 5 4 / 3 0 1", [21, 25]);
        compare(&space, &manhattan, "1 2 3 / 0 5 6 / 4 7 8", [3, 5]);
        // Without a heuristic there are nodes on the bound, and values of 0 that are no goals.
        compare(&space, &crate::Zero, "1 2 3 / 0 5 6 / 4 7 8", [5, 7]);
    }
}
