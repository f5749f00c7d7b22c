//! Splitting an iteration of IDA* into subtrees, by expanding nodes breadth first from the start
//! state.
//!
//! Several threads can then search the subtrees in parallel, or one thread can switch between them
//! to hide memory latency.
//!
//! For example, suppose that the start state on a 3x3 board has three children within the bound. To
//! create at least five subtrees, [`IdaProblem::cut`] first replaces the start state with these
//! three children. Three are too few, so it replaces each child with its own children within the
//! bound. Nodes above the subtrees are counted separately, so that no node counts twice. The result
//! depends only on the arguments: every thread and every machine gets the same subtrees.

use std::mem;

use super::options::IdaOptions;
use super::subtree::{Subtree, SubtreeEngine, SubtreeRoot};
use crate::{Heuristic, StateSpace};

/// When a search has generated this many nodes, it counts as long, and its next iterations use the
/// full heuristic instead of the first one (see [`IdaProblem::new`]). The first heuristic is
/// probably weak on the board of a long search.
const QUICK_NODES: u64 = 1_500_000;

/// A problem for IDA*: the start of the search, its state space and its heuristic.
pub(crate) struct IdaProblem<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    /// Heuristic for the start state and the nodes above the subtrees. The engine, which searches
    /// the subtrees, evaluates all other nodes.
    heuristic: &'a H,
    engine: &'a dyn SubtreeEngine<S, H::Node>,
    start: SubtreeRoot<S, H::Node>,
    /// A stronger heuristic for long searches, or `None` if all iterations use `heuristic`.
    full: Option<HeuristicEngine<'a, S, H>>,
}

/// A heuristic, and the engine that searches subtrees with it.
pub(crate) struct HeuristicEngine<'a, S: StateSpace, H: Heuristic<S>> {
    pub(crate) heuristic: &'a H,
    pub(crate) engine: &'a dyn SubtreeEngine<S, H::Node>,
}

impl<S: StateSpace, H: Heuristic<S>> Clone for HeuristicEngine<'_, S, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: StateSpace, H: Heuristic<S>> Copy for HeuristicEngine<'_, S, H> {}

/// The subtrees of one iteration, in depth-first order.
pub(crate) struct IterationSubtrees<S: StateSpace, N> {
    pub(crate) bound: u32,
    pub(crate) roots: Vec<SubtreeRoot<S, N>>,
    /// Counts of the nodes above the subtrees. IDA* expanded these nodes to split the iteration.
    pub(crate) above: NodesAbove,
    /// Number of nodes generated in all earlier iterations, if this iteration is one depth-first
    /// search with a single subtree. The search of the subtree continues to count from this number,
    /// so that a node limit is exact. `None` if the nodes of each subtree are counted from 0.
    pub(crate) limit_offset: Option<u64>,
    /// For each subtree, counts of the nodes above the subtrees that a depth-first search visits
    /// before this subtree. The list is empty if every subtree has the counts in `above`.
    counted: Vec<NodesAbove>,
}

/// Counts of the nodes above an iteration's subtrees. These nodes were expanded to split the
/// iteration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodesAbove {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// Smallest f-value of a pruned node, or `u32::MAX` if no node was pruned. The f-value is depth
    /// plus heuristic value.
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
    /// Evaluates `start` with the first heuristic and prepares a search.
    ///
    /// `full` is a stronger but slower heuristic for long searches, or `None` if all iterations use
    /// `first`. Iterations use the *full* heuristic once the search has generated [`QUICK_NODES`]
    /// nodes. Most searches are short, and the full heuristic would only make them slower. In a
    /// long search, it prunes enough nodes to make up for its extra time per node.
    ///
    /// # Errors
    /// Returns the heuristic's error if it cannot evaluate the start state.
    pub(crate) fn new(
        space: &'a S,
        first: HeuristicEngine<'a, S, H>,
        full: Option<HeuristicEngine<'a, S, H>>,
        start: &S::State,
    ) -> Result<Self, H::Error> {
        let HeuristicEngine { heuristic, engine } = first;
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
            full,
        })
    }

    /// Returns whether a search that has generated `generated` nodes is long, so that it should
    /// continue with the full heuristic.
    pub(crate) fn is_long(&self, generated: u64) -> bool {
        self.full.is_some() && generated >= QUICK_NODES
    }

    /// Returns this problem with the full heuristic, for an iteration with the given bound in a
    /// search that has generated `generated` nodes. Returns `None` if the iteration should use this
    /// problem's own heuristic:
    ///
    /// * if there is no full heuristic, or the search is not long,
    /// * if the full heuristic cannot evaluate the start state because of a damaged table, or
    /// * if the full heuristic's value of the start state exceeds the bound. The iteration would
    ///   then search nothing.
    pub(crate) fn with_full_heuristic(&self, bound: u32, generated: u64) -> Option<Self> {
        if !self.is_long(generated) {
            return None;
        }
        let full = Self::new(self.space, self.full?, None, &self.start.state).ok()?;
        (full.h0() <= bound).then_some(full)
    }

    pub(crate) fn space(&self) -> &'a S {
        self.space
    }

    pub(crate) fn engine(&self) -> &'a dyn SubtreeEngine<S, H::Node> {
        self.engine
    }

    /// Returns the heuristic value of the start state.
    pub(crate) fn h0(&self) -> u32 {
        self.heuristic.value(&self.start.node)
    }

    /// Returns 0 if all solutions from the start state have an even length, 1 if all have an odd
    /// length, and `None` if both parities are possible.
    pub(crate) fn parity(&self) -> Option<u32> {
        self.space.parity(&self.start.state)
    }

    /// Splits the iteration with this bound into subtrees. If `wanted` is 1 and `more` is 0, the
    /// whole iteration is a single subtree.
    ///
    /// The first phase replaces all subtree roots with their children, level by level, until at
    /// least `wanted` subtrees exist. The second phase adds about `more` subtrees. It expands only
    /// the roots with the smallest f-value, whose subtrees are probably the largest.
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
            limit_offset: None,
            counted: Vec::new(),
        };
        while subtrees.roots.len() < wanted {
            let any_expanded = self.expand_roots(&mut subtrees, u32::MAX);
            if !any_expanded {
                break;
            }
        }
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

    /// Returns the f-value of a root, which is its depth plus its heuristic value. Returns `None`
    /// if the root cannot be expanded because it is the goal or its depth equals the bound.
    fn cost(&self, root: &SubtreeRoot<S, H::Node>, bound: u32) -> Option<u32> {
        let (depth, value) = (root.depth(), self.heuristic.value(&root.node));
        let is_goal = value == 0 && self.space.is_goal(&root.state);
        (depth < bound && !is_goal).then(|| value.saturating_add(depth))
    }

    /// Replaces each root whose f-value is at most `most` with its children within the bound.
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

impl<S: StateSpace, N: Clone> IterationSubtrees<S, N> {
    /// Returns the subtree with this index, with all parameters that an engine needs to search it.
    pub(crate) fn subtree(&self, index: usize, options: &IdaOptions) -> Subtree<S, N> {
        let root = &self.roots[index];
        Subtree {
            state: root.state.clone(),
            node: root.node.clone(),
            last: root.path.last().copied(),
            depth: root.depth(),
            bound: self.bound,
            generated_before: self.limit_offset.unwrap_or(0),
            solutions: options.solutions(),
        }
    }
}

impl<S: StateSpace, N> IterationSubtrees<S, N> {
    /// Adds the root of a subtree. `parent_counted` is `None` if all subtrees share the same counts
    /// of the nodes above them. Otherwise the root's counts are `parent_counted`, plus the nodes
    /// visited while the total grew from `before` to `above`.
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

    /// Returns the counts of the nodes above the subtrees that are visited before the given
    /// subtree.
    ///
    /// Nodes from the first phase of [`IdaProblem::cut`] always count. Nodes from the second phase
    /// count only if a depth-first search visits them before the subtree.
    pub(crate) fn counted_before(&self, subtree: usize) -> &NodesAbove {
        self.counted.get(subtree).unwrap_or(&self.above)
    }

    /// Returns the memory used by the list of subtree roots, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let paths: usize = self
            .roots
            .iter()
            .map(|root| size_of::<S::Move>() * root.path.capacity())
            .sum();
        (size_of::<SubtreeRoot<S, N>>() * self.roots.capacity() + paths) as u64
    }
}
