//! Cutting one iteration into subtrees: breadth first from the start, in the order of moves.
//!
//! [`Subtrees`] hides space, heuristic and descent from the search that is compiled once for all of them;
//! [`CompiledSubtrees`] is the only implementation.

use std::mem;

use crate::ida::descent::{Descend, DescentLimits, DescentResult, Solutions, SubtreeRoot};
use crate::space::{Heuristic, StateSpace};

/// The subtrees of one iteration after the other, with any heuristic.
pub(crate) trait Subtrees<M>: Sync {
    /// The value of the start.
    fn h0(&self) -> u32;

    /// The parity of all solutions, if they have one.
    fn parity(&self) -> Option<u32>;

    /// Cuts the iteration with a bound into about `wanted` subtrees of equal depth. Then those that are probably the
    /// largest are cut further, until there are about `more` subtrees more. One subtree is the whole iteration.
    fn split(&mut self, bound: u32, wanted: usize, more: usize) -> NodesAbove;

    /// The nodes expanded and generated above the subtrees by the time a search comes to one of them, if it counts all
    /// nodes above the first cut at once, and those between the cuts depth first.
    fn counted_before(&self, subtree: usize) -> (u64, u64);

    /// Searches the subtree with an index.
    fn descend(&self, subtree: usize, limits: DescentLimits, solutions: &mut Solutions<M>) -> DescentResult;
}

/// The nodes above the subtrees of an iteration.
#[derive(Clone, Copy)]
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

impl NodesAbove {
    const NONE: Self = Self { subtrees: 0, expanded: 0, generated: 0, least: u32::MAX, bytes: 0 };
}

/// [`Subtrees`] in a space, with a heuristic and a descent.
pub(crate) struct CompiledSubtrees<'a, S: StateSpace, H: Heuristic<S>, D> {
    space: &'a S,
    heuristic: &'a H,
    descent: &'a D,
    start: SubtreeRoot<S, H>,
    /// In the order in which one depth-first search would reach them.
    roots: Vec<SubtreeRoot<S, H>>,
    above: NodesAbove,
    /// By root: [`Subtrees::counted_before`], or empty after a single cut.
    counted: Vec<(u64, u64)>,
}

impl<'a, S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> CompiledSubtrees<'a, S, H, D> {
    /// The subtrees below a start.
    ///
    /// # Errors
    /// Those of the heuristic.
    pub(crate) fn new(space: &'a S, heuristic: &'a H, descent: &'a D, start: &S::State) -> Result<Self, H::Error> {
        let start = SubtreeRoot { state: start.clone(), node: heuristic.root(start)?, path: Vec::new() };
        let (roots, counted) = (Vec::new(), Vec::new());
        Ok(Self { space, heuristic, descent, start, roots, above: NodesAbove::NONE, counted })
    }

    /// The depth + value of a root, if it can be expanded: it is not the goal, and not on the bound.
    fn cost(&self, root: &SubtreeRoot<S, H>, bound: u32) -> Option<u32> {
        let (depth, value) = (root.path.len() as u32, self.heuristic.value(&root.node));
        (depth < bound && !(value == 0 && self.space.is_goal(&root.state))).then(|| value.saturating_add(depth))
    }

    /// Expands the roots with a depth + value up to `most`; true if there was one. The children of a node replace it, so
    /// the order of moves is kept.
    fn expand_roots(&mut self, bound: u32, most: u32) -> bool {
        let before = self.above;
        let (parents, counted) = (mem::take(&mut self.roots), mem::take(&mut self.counted));
        let mut counted = counted.into_iter();
        self.roots.reserve_exact(2 * parents.len());
        for parent in parents {
            let counts = counted.next();
            let expands = self.cost(&parent, bound).is_some_and(|cost| cost <= most);
            let mut add = |root, above: &NodesAbove| {
                self.roots.push(root);
                let now = |(expanded, generated)| {
                    (expanded + above.expanded - before.expanded, generated + above.generated - before.generated)
                };
                self.counted.extend(counts.map(now));
            };
            if !expands {
                add(parent, &self.above);
                continue;
            }
            self.above.expanded += 1;
            let depth = parent.path.len() as u32 + 1;
            for m in self.space.moves(&parent.state, parent.path.last().copied()) {
                self.above.generated += 1;
                match self.heuristic.child(&parent.state, &parent.node, m, bound - depth) {
                    Ok(node) => add(parent.child(self.space, m, node), &self.above),
                    Err(value) => self.above.least = self.above.least.min(value.saturating_add(depth)),
                }
            }
        }
        self.above.expanded > before.expanded
    }
}

impl<S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> Subtrees<S::Move> for CompiledSubtrees<'_, S, H, D> {
    fn h0(&self) -> u32 {
        self.heuristic.value(&self.start.node)
    }

    fn parity(&self) -> Option<u32> {
        self.space.parity(&self.start.state)
    }

    fn split(&mut self, bound: u32, wanted: usize, more: usize) -> NodesAbove {
        self.roots = vec![self.start.clone()];
        self.above = NodesAbove::NONE;
        self.counted.clear();
        while self.roots.len() < wanted && self.expand_roots(bound, u32::MAX) {}
        if more > 0 {
            self.counted = vec![(self.above.expanded, self.above.generated); self.roots.len()];
            let wanted = self.roots.len() + more;
            while self.roots.len() < wanted
                && let Some(least) = self.roots.iter().filter_map(|root| self.cost(root, bound)).min()
            {
                self.expand_roots(bound, least);
            }
        }
        let paths: usize = self.roots.iter().map(|root| size_of::<S::Move>() * root.path.capacity()).sum();
        self.above.bytes = (size_of::<SubtreeRoot<S, H>>() * self.roots.capacity() + paths) as u64;
        self.above.subtrees = self.roots.len();
        self.above
    }

    fn counted_before(&self, subtree: usize) -> (u64, u64) {
        self.counted.get(subtree).copied().unwrap_or((self.above.expanded, self.above.generated))
    }

    fn descend(&self, subtree: usize, limits: DescentLimits, solutions: &mut Solutions<S::Move>) -> DescentResult {
        self.descent.descend(self.space, self.heuristic, &self.roots[subtree], limits, solutions)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fifteen_puzzle::{Goal, MoveOrder, Size, notation};

    use super::*;
    use crate::ida::descent::GenericDescent;
    use crate::tiles::{Manhattan, Move, TileSpace, TileState};

    /// The nodes above some roots, one by one in the order of a depth-first search.
    #[derive(Default)]
    struct Above {
        roots: Vec<(Vec<Move>, TileState)>,
        /// Nodes expanded and generated, and the least depth + value above the bound.
        counts: (u64, u64, u32),
        /// Nodes expanded and generated before each root.
        before: Vec<(u64, u64)>,
    }

    /// The tree within a bound, down to nodes that are roots.
    struct Tree<'a> {
        space: &'a TileSpace,
        value: &'a dyn Fn(&TileState) -> u32,
        bound: u32,
        is_root: &'a dyn Fn(&[Move]) -> bool,
    }

    impl Above {
        fn visit(&mut self, tree: &Tree<'_>, state: TileState, path: &mut Vec<Move>) {
            let length = path.len() as u32;
            if length == tree.bound || tree.space.is_goal(&state) || (tree.is_root)(path) {
                self.before.push((self.counts.0, self.counts.1));
                return self.roots.push((path.clone(), state));
            }
            self.counts.0 += 1;
            for m in tree.space.moves(&state, path.last().copied()) {
                self.counts.1 += 1;
                let mut child = state;
                tree.space.apply(&mut child, m);
                let least = length + 1 + (tree.value)(&child);
                if least > tree.bound {
                    self.counts.2 = self.counts.2.min(least);
                    continue;
                }
                path.push(m);
                self.visit(tree, child, path);
                path.pop();
            }
        }
    }

    fn compare<H: Heuristic<TileSpace>>(space: &TileSpace, heuristic: &H, board: &str, bounds: [u32; 2]) {
        let state = space.state(&notation::parse(board, None).unwrap()).unwrap();
        let root = |state: &TileState| heuristic.root(state).unwrap_or_else(|_| panic!("it has a value"));
        let value = |state: &TileState| heuristic.value(&root(state));
        let cost = |path: &[Move], state: &TileState| path.len() as u32 + value(state);
        let mut subtrees = CompiledSubtrees::new(space, heuristic, &GenericDescent, &state).ok().unwrap();
        for (bound, wanted) in bounds.into_iter().flat_map(|bound| [1, 2, 30, 200, 1 << 20].map(|w| (bound, w))) {
            let above = |is_root: &dyn Fn(&[Move]) -> bool| {
                let mut above = Above { counts: (0, 0, u32::MAX), ..Above::default() };
                above.visit(&Tree { space, value: &value, bound, is_root }, state, &mut Vec::new());
                above
            };
            let at = |depth| above(&|path| path.len() == depth);
            let depth = (0..bound as usize).find(|&depth| at(depth).roots.len() >= wanted).unwrap_or(bound as usize);
            let first = at(depth);
            for more in [0, 1, 20, 500] {
                // Nodes of the least depth + value become inner ones, and those of their children that cost no more.
                let (mut inner, mut last) = (HashSet::new(), first.roots.clone());
                while last.len() < first.roots.len() + more {
                    let can_grow =
                        |(path, state): &&(Vec<Move>, TileState)| (path.len() as u32) < bound && !space.is_goal(state);
                    let Some(least) = last.iter().filter(can_grow).map(|(path, state)| cost(path, state)).min() else {
                        break;
                    };
                    inner.extend(last.iter().filter(|(path, state)| cost(path, state) <= least).map(|r| r.0.clone()));
                    last = above(&|path| path.len() >= depth && !inner.contains(path)).roots;
                }
                let expected = above(&|path| path.len() >= depth && !inner.contains(path));
                let NodesAbove { subtrees: number, expanded, generated, least, bytes } =
                    subtrees.split(bound, wanted, more);
                let paths: Vec<&Vec<Move>> = subtrees.roots.iter().map(|root| &root.path).collect();
                assert!(
                    paths.iter().copied().eq(expected.roots.iter().map(|root| &root.0)),
                    "{board} {bound} {wanted}"
                );
                assert_eq!((expanded, generated, least), expected.counts, "{board} {bound} {wanted} {more}");
                // The nodes above the first cut, and what a depth-first search has between the cuts.
                for (subtree, path) in paths.iter().enumerate() {
                    let within = first.roots.iter().position(|root| path.starts_with(&root.0)).unwrap();
                    let (all, whole, part) = (expected.before[subtree], first.counts, first.before[within]);
                    let counted = (whole.0 + all.0 - part.0, whole.1 + all.1 - part.1);
                    assert_eq!(subtrees.counted_before(subtree), counted, "{board} {bound} {wanted} {more}");
                }
                assert_eq!(number, paths.len());
                let moves: usize = paths.iter().map(|path| path.len()).sum();
                let root_bytes = size_of::<SubtreeRoot<TileSpace, H>>();
                assert!(bytes >= (number * root_bytes + moves * size_of::<Move>()) as u64);
            }
        }
    }

    #[test]
    fn subtrees_are_those_of_a_depth_and_then_of_a_cost_in_the_order_of_moves() {
        let goal = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let manhattan = Manhattan::new(space.size());
        compare(&space, &manhattan, "8 6 7 / 2 5 4 / 3 0 1", [21, 25]);
        compare(&space, &manhattan, "1 2 3 / 0 5 6 / 4 7 8", [3, 5]);
        // Without a heuristic there are nodes on the bound, and values of 0 that are no goals.
        compare(&space, &crate::Zero, "1 2 3 / 0 5 6 / 4 7 8", [5, 7]);
    }
}
