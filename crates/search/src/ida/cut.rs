//! Cutting an iteration of IDA* into subtrees, breadth first from the start of the search.
//!
//! For example, with the bound 20 the start of a 3x3 board may have three moves within the bound.
//! Asked for five subtrees, [`IdaProblem::cut`] replaces the start by these three children, and
//! each child by its own children within the bound. It also counts the nodes above the subtrees, so
//! that they are counted only once. The result depends only on the arguments, so every thread and
//! every machine gets the same subtrees.

use std::mem;

use super::subtree::{SubtreeEngine, SubtreeRoot};
use crate::{Heuristic, StateSpace};

/// The start of a search, with the state space, heuristic and engine that IDA* searches with.
pub(crate) struct IdaProblem<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    /// The heuristic for the start and for the nodes above the subtrees. The engine evaluates all
    /// nodes below.
    heuristic: &'a H,
    engine: &'a dyn SubtreeEngine<S, H::Node>,
    start: SubtreeRoot<S, H::Node>,
}

/// The subtrees of one iteration, in the order in which one depth-first search would reach them.
pub(crate) struct IterationSubtrees<S: StateSpace, N> {
    pub(crate) bound: u32,
    pub(crate) roots: Vec<SubtreeRoot<S, N>>,
    /// Counts of all nodes above the subtrees.
    pub(crate) above: NodesAbove,
    /// For each root, the result of [`counted_before`](Self::counted_before). Empty if all roots
    /// have the same depth, because the result is then `above` for each of them.
    counted: Vec<NodesAbove>,
}

/// Counts of nodes that lie above the roots of subtrees.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodesAbove {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// The smallest depth + value of a node that was pruned because it exceeded the bound, or
    /// `u32::MAX` if no node was pruned.
    pub(crate) least: u32,
}

impl NodesAbove {
    const NONE: Self = Self {
        expanded: 0,
        generated: 0,
        least: u32::MAX,
    };
}

impl<'a, S: StateSpace, H: Heuristic<S>> IdaProblem<'a, S, H> {
    /// Prepares a search from `start`, which the heuristic evaluates.
    ///
    /// # Errors
    /// Returns the heuristic's error if it cannot evaluate the start.
    pub(crate) fn new(
        space: &'a S,
        heuristic: &'a H,
        engine: &'a dyn SubtreeEngine<S, H::Node>,
        start: &S::State,
    ) -> Result<Self, H::Error> {
        let start = SubtreeRoot {
            state: start.clone(),
            node: heuristic.root(start)?,
            path: Vec::new(),
        };
        Ok(Self {
            space,
            heuristic,
            engine,
            start,
        })
    }

    pub(crate) fn space(&self) -> &'a S {
        self.space
    }

    pub(crate) fn engine(&self) -> &'a dyn SubtreeEngine<S, H::Node> {
        self.engine
    }

    /// Returns the heuristic's value for the start.
    pub(crate) fn h0(&self) -> u32 {
        self.heuristic.value(&self.start.node)
    }

    /// Returns 0 if all solutions from the start have an even length, 1 if all have an odd length,
    /// and `None` if both may occur.
    pub(crate) fn parity(&self) -> Option<u32> {
        self.space.parity(&self.start.state)
    }

    /// Cuts the iteration with this bound into about `wanted` subtrees whose roots have the same
    /// depth. Then cuts the subtrees with the smallest depth + value of the root, which are
    /// probably the largest, until there are about `more` additional subtrees. With `wanted` 1 and
    /// `more` 0, the only subtree is the whole iteration.
    pub(crate) fn cut(
        &self,
        bound: u32,
        wanted: usize,
        more: usize,
    ) -> IterationSubtrees<S, H::Node> {
        let mut subtrees = IterationSubtrees {
            bound,
            roots: vec![self.start.clone()],
            above: NodesAbove::NONE,
            counted: Vec::new(),
        };
        while subtrees.roots.len() < wanted && self.expand_roots(&mut subtrees, u32::MAX) {}
        if more > 0 {
            subtrees.counted = vec![subtrees.above; subtrees.roots.len()];
            let wanted = subtrees.roots.len() + more;
            while subtrees.roots.len() < wanted
                && let Some(least) = subtrees
                    .roots
                    .iter()
                    .filter_map(|root| self.cost(root, bound))
                    .min()
            {
                self.expand_roots(&mut subtrees, least);
            }
        }
        subtrees
    }

    /// Returns the depth + value of a root. Returns `None` if the root cannot be expanded because
    /// it is the goal or its depth equals the bound.
    fn cost(&self, root: &SubtreeRoot<S, H::Node>, bound: u32) -> Option<u32> {
        let (depth, value) = (root.depth(), self.heuristic.value(&root.node));
        let is_goal = value == 0 && self.space.is_goal(&root.state);
        (depth < bound && !is_goal).then(|| value.saturating_add(depth))
    }

    /// Replaces each root whose depth + value is at most `most` by its children within the bound.
    /// Returns whether any root was replaced.
    fn expand_roots(&self, subtrees: &mut IterationSubtrees<S, H::Node>, most: u32) -> bool {
        let bound = subtrees.bound;
        let before = subtrees.above;
        let mut above = before;
        let parents = mem::take(&mut subtrees.roots);
        let mut counted = mem::take(&mut subtrees.counted).into_iter();
        subtrees.roots.reserve_exact(2 * parents.len());
        for parent in parents {
            let parent_counted = counted.next();
            let cost = self.cost(&parent, bound);
            if cost.is_none_or(|cost| cost > most) {
                subtrees.add_root(parent, parent_counted, &before, &above);
                continue;
            }
            above.expanded += 1;
            let depth = parent.depth() + 1;
            for m in self.space.moves(&parent.state, parent.path.last().copied()) {
                above.generated += 1;
                let child = self
                    .heuristic
                    .child(&parent.state, &parent.node, m, bound - depth);
                match child {
                    Ok(node) => {
                        let root = parent.child(self.space, m, node);
                        subtrees.add_root(root, parent_counted, &before, &above);
                    }
                    Err(value) => above.least = above.least.min(value.saturating_add(depth)),
                }
            }
        }
        subtrees.above = above;
        above.expanded > before.expanded
    }
}

impl<S: StateSpace, N> IterationSubtrees<S, N> {
    /// Appends a root. If the roots have individual counts, the new root's count is that of its
    /// parent plus the nodes counted since `before`. Otherwise `parent_counted` is
    /// `None`.
    fn add_root(
        &mut self,
        root: SubtreeRoot<S, N>,
        parent_counted: Option<NodesAbove>,
        before: &NodesAbove,
        above: &NodesAbove,
    ) {
        self.roots.push(root);
        self.counted
            .extend(parent_counted.map(|counted| NodesAbove {
                expanded: counted.expanded + above.expanded - before.expanded,
                generated: counted.generated + above.generated - before.generated,
                least: above.least,
            }));
    }

    /// Returns the counts of the nodes above the subtrees that a search has visited when it reaches
    /// the given subtree. Nodes above the roots of equal depth are all included. Nodes below that
    /// depth, where the cut made additional subtrees, are included only if a depth-first search
    /// visits them before.
    pub(crate) fn counted_before(&self, subtree: usize) -> &NodesAbove {
        self.counted.get(subtree).unwrap_or(&self.above)
    }

    /// Returns the memory that the roots take, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let paths: usize = self
            .roots
            .iter()
            .map(|root| size_of::<S::Move>() * root.path.capacity())
            .sum();
        (size_of::<SubtreeRoot<S, N>>() * self.roots.capacity() + paths) as u64
    }
}
