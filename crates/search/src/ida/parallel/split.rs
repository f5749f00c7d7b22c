//! Cutting one iteration into subtrees: breadth first from the start, in the order of moves.
//!
//! [`Subtrees`] hides space, heuristic and descent from the search that is compiled once for all of them;
//! [`CompiledSubtrees`] is the only implementation.

use std::mem;

use crate::ida::descent::{Descend, DescentResult, Feed, Solutions, SubtreeRoot, Task};
use crate::{Heuristic, LimitKind, StateSpace};

/// The subtrees of one iteration after the other, with any heuristic.
pub(crate) trait Subtrees<M>: Sync {
    /// The value of the start.
    fn h0(&self) -> u32;

    /// The parity of all solutions, if they have one.
    fn parity(&self) -> Option<u32>;

    /// [`Descend::turns`].
    fn turns(&self) -> usize;

    /// Cuts the iteration with a bound into about `wanted` subtrees of equal depth. Then those that are probably the
    /// largest are cut further, until there are about `more` subtrees more. One subtree is the whole iteration.
    fn split(&mut self, bound: u32, wanted: usize, more: usize) -> NodesAbove;

    /// The nodes expanded and generated above the subtrees by the time a search comes to one of them, if it counts all
    /// nodes above the first cut at once, and those between the cuts depth first.
    fn counted_before(&self, subtree: usize) -> (u64, u64);

    /// Searches the subtrees of a feed.
    fn descend_each(&self, feed: &mut dyn SubtreeFeed<M>);
}

/// A subtree to be searched: see [`Task`].
pub(crate) struct SubtreeTask<M> {
    pub(crate) subtree: usize,
    pub(crate) bound: u32,
    pub(crate) before: u64,
    pub(crate) solutions: Solutions<M>,
}

/// A [`Feed`] of subtrees by their indices.
pub(crate) trait SubtreeFeed<M> {
    /// See [`Feed::next`].
    fn next(&mut self) -> Option<SubtreeTask<M>>;

    /// See [`Feed::check`].
    fn check(&mut self, subtree: usize, generated: u64) -> Result<u64, LimitKind>;

    /// See [`Feed::done`].
    fn done(&mut self, subtree: usize, result: DescentResult, solutions: Solutions<M>);
}

/// A feed of subtrees, with their roots.
struct WithRoots<'a, S: StateSpace, H: Heuristic<S>> {
    roots: &'a [SubtreeRoot<S, H>],
    feed: &'a mut dyn SubtreeFeed<S::Move>,
}

impl<S: StateSpace, H: Heuristic<S>> Feed<S, H> for WithRoots<'_, S, H> {
    fn next(&mut self) -> Option<Task<S, H>> {
        let SubtreeTask {
            subtree,
            bound,
            before,
            solutions,
        } = self.feed.next()?;
        Some(Task {
            ticket: subtree,
            root: self.roots[subtree].clone(),
            bound,
            before,
            solutions,
        })
    }

    fn check(&mut self, ticket: usize, generated: u64) -> Result<u64, LimitKind> {
        self.feed.check(ticket, generated)
    }

    fn done(&mut self, ticket: usize, result: DescentResult, solutions: Solutions<S::Move>) {
        self.feed.done(ticket, result, solutions);
    }
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
    const NONE: Self = Self {
        subtrees: 0,
        expanded: 0,
        generated: 0,
        least: u32::MAX,
        bytes: 0,
    };
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
    pub(crate) fn new(
        space: &'a S,
        heuristic: &'a H,
        descent: &'a D,
        start: &S::State,
    ) -> Result<Self, H::Error> {
        let start = SubtreeRoot {
            state: start.clone(),
            node: heuristic.root(start)?,
            path: Vec::new(),
        };
        let (roots, counted) = (Vec::new(), Vec::new());
        Ok(Self {
            space,
            heuristic,
            descent,
            start,
            roots,
            above: NodesAbove::NONE,
            counted,
        })
    }

    /// A copy of the root of a subtree.
    pub(crate) fn root(&self, subtree: usize) -> SubtreeRoot<S, H> {
        self.roots[subtree].clone()
    }

    /// The depth + value of a root, if it can be expanded: it is not the goal, and not on the bound.
    fn cost(&self, root: &SubtreeRoot<S, H>, bound: u32) -> Option<u32> {
        let (depth, value) = (root.path.len() as u32, self.heuristic.value(&root.node));
        (depth < bound && !(value == 0 && self.space.is_goal(&root.state)))
            .then(|| value.saturating_add(depth))
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
                    (
                        expanded + above.expanded - before.expanded,
                        generated + above.generated - before.generated,
                    )
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
                match self
                    .heuristic
                    .child(&parent.state, &parent.node, m, bound - depth)
                {
                    Ok(node) => add(parent.child(self.space, m, node), &self.above),
                    Err(value) => {
                        self.above.least = self.above.least.min(value.saturating_add(depth))
                    }
                }
            }
        }
        self.above.expanded > before.expanded
    }
}

impl<S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> Subtrees<S::Move>
    for CompiledSubtrees<'_, S, H, D>
{
    fn h0(&self) -> u32 {
        self.heuristic.value(&self.start.node)
    }

    fn parity(&self) -> Option<u32> {
        self.space.parity(&self.start.state)
    }

    fn turns(&self) -> usize {
        self.descent.turns()
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
                && let Some(least) = self
                    .roots
                    .iter()
                    .filter_map(|root| self.cost(root, bound))
                    .min()
            {
                self.expand_roots(bound, least);
            }
        }
        let paths: usize = self
            .roots
            .iter()
            .map(|root| size_of::<S::Move>() * root.path.capacity())
            .sum();
        self.above.bytes = (size_of::<SubtreeRoot<S, H>>() * self.roots.capacity() + paths) as u64;
        self.above.subtrees = self.roots.len();
        self.above
    }

    fn counted_before(&self, subtree: usize) -> (u64, u64) {
        self.counted
            .get(subtree)
            .copied()
            .unwrap_or((self.above.expanded, self.above.generated))
    }

    fn descend_each(&self, feed: &mut dyn SubtreeFeed<S::Move>) {
        self.descent.descend_each(
            self.space,
            self.heuristic,
            &mut WithRoots {
                roots: &self.roots,
                feed,
            },
        );
    }
}
