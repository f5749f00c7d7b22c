//! The interface between the main loop of IDA* and the engines that search subtrees.
//!
//! For each bound, IDA* runs a depth-first search, called an iteration. The main loop splits it
//! into [`IterationSubtrees`], often just a single subtree that is the whole tree. A
//! [`SubtreeEngine`] takes one [`Subtree`] after another from a [`Queue`], searches it to the
//! bound, and returns its [`DescentResult`] to the queue.
//!
//! Engines pull subtrees from a queue because some engines switch between several subtrees to hide
//! memory latency. As soon as such an engine has finished one subtree, it needs another.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::cut::IterationSubtrees;
use super::options::IdaOptions;
use crate::{LimitKind, Limits, Queue, StateSpace};

/// The root of a subtree that IDA* searches.
pub(crate) struct SubtreeRoot<S: StateSpace, N> {
    pub(crate) state: S::State,
    /// The data that the heuristic stores about the root's state.
    pub(crate) node: N,
    /// Moves from the start of the search to the root.
    pub(crate) path: Vec<S::Move>,
}

impl<S: StateSpace, N> SubtreeRoot<S, N> {
    /// Returns the child of this root after the move `m`. `node` is the heuristic's data for the
    /// child.
    pub(crate) fn child(&self, space: &S, m: S::Move, node: N) -> Self {
        let mut path = Vec::with_capacity(self.path.len() + 1);
        path.extend_from_slice(&self.path);
        path.push(m);
        Self {
            state: space.after(&self.state, m),
            node,
            path,
        }
    }

    /// Returns the number of moves from the start of the search to this root.
    pub(crate) fn depth(&self) -> u32 {
        self.path.len() as u32
    }
}

// Implemented by hand because `derive` would require `S: Clone`.
impl<S: StateSpace, N: Clone> Clone for SubtreeRoot<S, N> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            node: self.node.clone(),
            path: self.path.clone(),
        }
    }
}

/// A subtree to be searched by an engine, with the parameters of the search.
pub(crate) struct Subtree<S: StateSpace, N> {
    /// The state of the root.
    pub(crate) state: S::State,
    /// The data that the heuristic stores about the root.
    pub(crate) node: N,
    /// Last move before the root, or `None` if the root is the start of the search.
    pub(crate) last: Option<S::Move>,
    /// Number of moves from the start of the search to the root.
    pub(crate) depth: u32,
    /// Maximum f-value, which is depth plus heuristic value. The engine prunes nodes that exceed
    /// it.
    pub(crate) bound: u32,
    /// Number from which the engine counts generated nodes when it checks the limits. If the
    /// subtree is a whole iteration, this is the number of nodes generated in earlier iterations,
    /// so that a node limit is exact. Otherwise it is 0.
    pub(crate) generated_before: u64,
    /// An empty collection, to which the engine adds the subtree's solutions. The collection itself
    /// decides how many solutions it stores, and whether the search stops at the first one.
    pub(crate) solutions: FoundSolutions<S::Move>,
}

/// The conditions under which an engine abandons a subtree before it has searched the whole
/// subtree. The subtrees of a queue share them.
pub(crate) struct SubtreeLimits<'a> {
    limits: &'a Limits,
    /// Index of the first subtree whose solution makes all later subtrees unnecessary, or
    /// `usize::MAX` before such a solution is found.
    first_solved: AtomicUsize,
}

impl<'a> SubtreeLimits<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            first_solved: AtomicUsize::new(usize::MAX),
        }
    }

    /// Makes all subtrees after the one with this index unnecessary, because it has a solution.
    pub(crate) fn solve(&self, index: usize) {
        self.first_solved.fetch_min(index, Ordering::Relaxed);
    }

    /// Returns whether a subtree before the one with this index has made it unnecessary.
    pub(crate) fn is_unnecessary(&self, index: usize) -> bool {
        index > self.first_solved.load(Ordering::Relaxed)
    }

    /// Checks the limits for the subtree with this index, like [`Limits::check`]. Returns the node
    /// count at which to check again.
    ///
    /// # Errors
    /// Returns the limit that ends the search of this subtree.
    pub(crate) fn check(&self, index: usize, generated: u64) -> Result<u64, LimitKind> {
        if self.is_unnecessary(index) {
            return Err(LimitKind::Interrupted);
        }
        self.limits.check(generated)
    }
}

/// The queue from which an engine takes subtrees, and to which it returns their results.
pub(crate) type SubtreeQueue<'a, S, N> =
    dyn Queue<Subtree<S, N>, DescentResult<<S as StateSpace>::Move>> + 'a;

/// An implementation of depth-first search in subtrees.
///
/// All engines visit the same nodes of a subtree in the same order, and differ only in speed. For
/// example, the engine for pattern databases switches between several subtrees, so that it can work
/// on one subtree while others wait for memory.
pub(crate) trait SubtreeEngine<S: StateSpace, N>: Send + Sync {
    /// Returns the number of subtrees that one thread keeps in progress and switches between.
    fn concurrent_subtrees(&self) -> usize {
        1
    }

    /// Searches the subtrees of a queue until the queue is empty. Checks the limits of each subtree
    /// before it generates a node, and then at each node count that [`SubtreeLimits::check`] has
    /// returned.
    fn search_subtrees(
        &self,
        space: &S,
        limits: &SubtreeLimits<'_>,
        queue: &mut SubtreeQueue<'_, S, N>,
    );
}

/// The result of a depth-first search: of one subtree, or of an iteration, which adds up the
/// results of its subtrees.
#[derive(Debug)]
pub(crate) struct DescentResult<M> {
    pub(crate) expanded: u64,
    /// Number of nodes generated, not counting the root of the subtree or iteration.
    pub(crate) generated: u64,
    pub(crate) end: DescentEnd,
    /// The solutions found, as moves from the root of the subtree or iteration to the goal.
    pub(crate) solutions: FoundSolutions<M>,
    /// Peak memory, in bytes: of the search stacks, and of the list of an iteration's subtrees.
    pub(crate) peak: u64,
}

impl<M> DescentResult<M> {
    /// Returns the result for a subtree whose root is the goal, so that the only solution has no
    /// moves.
    pub(crate) fn of_solved_root(mut solutions: FoundSolutions<M>) -> Self {
        solutions.add(std::iter::empty());
        Self {
            expanded: 0,
            generated: 0,
            end: DescentEnd::Solved,
            solutions,
            peak: 0,
        }
    }

    /// Returns the initial result of an iteration, with all counts 0.
    pub(crate) fn new(options: &IdaOptions) -> Self {
        Self {
            expanded: 0,
            generated: 0,
            end: DescentEnd::Complete { next: u32::MAX },
            solutions: options.solutions(),
            peak: 0,
        }
    }

    /// Returns the result of an iteration that ended before it visited a node.
    pub(crate) fn without_search(end: DescentEnd, options: &IdaOptions) -> Self {
        Self {
            end,
            ..Self::new(options)
        }
    }

    /// Initialises the counts with the nodes above the subtrees, and the peak memory with the size
    /// of the subtrees' roots.
    pub(crate) fn begin_with_nodes_above<S: StateSpace<Move = M>, N>(
        &mut self,
        subtrees: &IterationSubtrees<S, N>,
    ) {
        let above = &subtrees.above;
        self.expanded = above.expanded;
        self.generated = above.generated;
        self.end = DescentEnd::Complete { next: above.least };
        self.peak = subtrees.bytes();
    }

    /// Returns whether the remaining subtrees are unnecessary, because the iteration has found its
    /// solution or was stopped early.
    pub(crate) fn has_ended(&self) -> bool {
        self.solutions.is_enough() || matches!(self.end, DescentEnd::Limit(_) | DescentEnd::Known)
    }

    /// Adds the result of the next subtree in depth-first order. Its solutions must begin at the
    /// start of the search, not at the root of the subtree.
    pub(crate) fn add(&mut self, subtree: Self) {
        self.expanded += subtree.expanded;
        self.generated += subtree.generated;
        self.peak = self.peak.max(subtree.peak);
        self.solutions.append(subtree.solutions);
        self.end = match (self.end, subtree.end) {
            (DescentEnd::Complete { next }, DescentEnd::Complete { next: other }) => {
                DescentEnd::Complete {
                    next: next.min(other),
                }
            }
            (DescentEnd::Complete { .. }, end) => end,
            (end, _) => end,
        };
    }
}

/// How an iteration, or the search of one subtree, ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DescentEnd {
    /// The search stopped at the first solution.
    Solved,
    /// The search visited every node within the bound.
    Complete {
        /// Smallest f-value of a pruned node, or `u32::MAX` if no node was pruned. The f-value is
        /// depth plus heuristic value.
        next: u32,
    },
    /// The search stopped at a limit.
    Limit(LimitKind),
    /// The search was abandoned because a [`Companion`](super::companion::Companion) search already
    /// has a solution whose length equals the bound. That solution is therefore a shortest one.
    Known,
}

/// The solutions found in an iteration: their total count, and the moves of the first few.
#[derive(Debug, Clone)]
pub(crate) struct FoundSolutions<M> {
    pub(crate) count: u64,
    pub(crate) kept: Vec<Vec<M>>,
    /// Maximum number of solutions in `kept`, at least 1.
    most: usize,
    stop_at_first: bool,
}

impl<M> FoundSolutions<M> {
    /// Returns an empty collection that keeps up to `most` solutions, or one if `most` is 0.
    pub(crate) fn new(most: usize, stop_at_first: bool) -> Self {
        Self {
            count: 0,
            kept: Vec::new(),
            most: most.max(1),
            stop_at_first,
        }
    }

    /// Adds a solution. Returns whether the search should stop.
    pub(crate) fn add(&mut self, moves: impl Iterator<Item = M>) -> bool {
        self.count += 1;
        if self.kept.len() < self.most {
            self.kept.push(moves.collect());
        }
        self.stop_at_first
    }

    /// Returns whether the search can stop, because one solution is enough and has been found.
    pub(crate) fn is_enough(&self) -> bool {
        self.stop_at_first && self.count > 0
    }

    /// Appends the solutions of a subtree that comes later in depth-first order.
    pub(crate) fn append(&mut self, later: Self) {
        self.count += later.count;
        let room = self.most - self.kept.len();
        self.kept.extend(later.kept.into_iter().take(room));
    }
}

impl<M: Copy> FoundSolutions<M> {
    /// Prepends `path` to each solution. `path` consists of the moves from the start of the search
    /// to the root of the subtree.
    pub(crate) fn prepend(&mut self, path: &[M]) {
        for moves in &mut self.kept {
            moves.splice(0..0, path.iter().copied());
        }
    }
}
