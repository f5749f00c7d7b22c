//! Subtrees of one iteration, and how they get to the engine that searches them.
//!
//! IDA* searches a tree of moves depth first, once for each bound. The main loop cuts each search,
//! an iteration, into [`IterationSubtrees`](super::cut::IterationSubtrees). Often there is only
//! one, the whole tree. A [`SubtreeEngine`] takes one [`Subtree`] after another from a
//! [`SubtreeQueue`], searches it to the bound, and returns its [`SubtreeResult`] to the queue.
//! Engines pull their work because some of them search several subtrees alternately: as soon as one
//! is finished, they need another.

use crate::{LimitKind, StateSpace};

/// The root of a subtree that IDA* searches.
pub(crate) struct SubtreeRoot<S: StateSpace, N> {
    pub(crate) state: S::State,
    /// The heuristic's node of this state.
    pub(crate) node: N,
    /// The moves from the start of the search to this state.
    pub(crate) path: Vec<S::Move>,
}

impl<S: StateSpace, N> SubtreeRoot<S, N> {
    /// Returns the root to which the move `m` leads from this one. `node` is the heuristic's node
    /// of the new root.
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

// Not derived, because that would require `S: Clone`.
impl<S: StateSpace, N: Clone> Clone for SubtreeRoot<S, N> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            node: self.node.clone(),
            path: self.path.clone(),
        }
    }
}

/// A subtree that a queue hands out to an engine, and how to search it.
pub(crate) struct Subtree<'a, S: StateSpace, N> {
    /// The number by which the queue identifies this subtree. The engine returns it with the
    /// result.
    pub(crate) id: usize,
    pub(crate) root: &'a SubtreeRoot<S, N>,
    /// Nodes whose depth + value exceeds this bound are pruned.
    pub(crate) bound: u32,
    /// The number of generated nodes from which the engine goes on counting when it checks limits.
    pub(crate) generated_before: u64,
    /// An empty collection for the solutions, which knows how many of them to keep.
    pub(crate) solutions: FoundSolutions<S::Move>,
}

impl<S: StateSpace, N> Subtree<'_, S, N> {
    /// Returns a copy of what an engine needs while it searches the subtree, because the root
    /// itself remains borrowed from the queue. The heuristic's node is not copied: engines that
    /// need it must clone it first.
    pub(crate) fn start(self) -> SubtreeStart<S> {
        SubtreeStart {
            id: self.id,
            state: self.root.state.clone(),
            last: self.root.path.last().copied(),
            depth: self.root.depth(),
            bound: self.bound,
            generated_before: self.generated_before,
            solutions: self.solutions,
        }
    }
}

/// A [`Subtree`] that borrows nothing from its queue, and has no node of the heuristic.
pub(crate) struct SubtreeStart<S: StateSpace> {
    pub(crate) id: usize,
    /// The state of the root.
    pub(crate) state: S::State,
    /// The last move before the root, or `None` at the start of the search.
    pub(crate) last: Option<S::Move>,
    /// The number of moves from the start of the search to the root.
    pub(crate) depth: u32,
    pub(crate) bound: u32,
    pub(crate) generated_before: u64,
    pub(crate) solutions: FoundSolutions<S::Move>,
}

/// A work queue from which one thread takes subtrees, and to which it returns their results.
pub(crate) trait SubtreeQueue<S: StateSpace, N> {
    /// Returns the next subtree, or `None` if the queue is empty at present. It may have one again
    /// after the next call of [`done`](Self::done).
    fn next(&mut self) -> Option<Subtree<'_, S, N>>;

    /// Checks the limits of a subtree in progress, like [`Limits::check`](crate::Limits::check).
    /// Returns the number of generated nodes at which to check again.
    ///
    /// # Errors
    /// Returns the limit at which to stop this subtree.
    fn check(&mut self, id: usize, generated: u64) -> Result<u64, LimitKind>;

    /// Receives the result of the subtree with this number.
    fn done(&mut self, id: usize, result: SubtreeResult<S::Move>);
}

/// A method of searching subtrees depth first.
///
/// Within a subtree, all engines visit the same nodes in the same order. They differ in speed. For
/// example, the engine for pattern databases searches several subtrees alternately, so that it can
/// work on one while the others wait for memory.
pub(crate) trait SubtreeEngine<S: StateSpace, N>: Send + Sync {
    /// Returns the number of subtrees that one thread searches alternately.
    fn concurrent_subtrees(&self) -> usize {
        1
    }

    /// Searches the subtrees of a queue until it is empty.
    fn search_subtrees(&self, space: &S, queue: &mut dyn SubtreeQueue<S, N>);
}

/// The result of searching one subtree.
#[derive(Debug)]
pub(crate) struct SubtreeResult<M> {
    pub(crate) expanded: u64,
    /// Number of nodes generated in the subtree, not counting its root.
    pub(crate) generated: u64,
    pub(crate) end: DescentEnd,
    /// The solutions found, each as the moves from the root of the subtree to the goal.
    pub(crate) solutions: FoundSolutions<M>,
    /// Peak memory of the nodes on the current path, in bytes.
    pub(crate) peak: u64,
}

impl<M> SubtreeResult<M> {
    /// Returns the result of a subtree whose root is the goal.
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
}

/// How the search of a subtree or of an iteration ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DescentEnd {
    /// It stopped at the first solution.
    Solved,
    /// It visited every node within the bound.
    Complete {
        /// The smallest depth + value of a node that was pruned because it exceeded the bound, or
        /// `u32::MAX` if no node was pruned.
        next: u32,
    },
    /// It stopped at a limit.
    Limit(LimitKind),
    /// It was abandoned because a [`Companion`](super::companion::Companion) knows a solution whose
    /// length equals the bound.
    Known,
}

/// The solutions found in an iteration: their number, and the first of them.
#[derive(Debug, Clone)]
pub(crate) struct FoundSolutions<M> {
    pub(crate) count: u64,
    pub(crate) kept: Vec<Vec<M>>,
    /// Maximum number of kept solutions, at least 1.
    most: usize,
    stop_at_first: bool,
}

impl<M> FoundSolutions<M> {
    /// Returns an empty collection that keeps the first `most` solutions, but at least one.
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

    /// Returns whether the search should stop, because it looks for one solution and has found it.
    pub(crate) fn is_enough(&self) -> bool {
        self.stop_at_first && self.count > 0
    }

    /// Adds the solutions of a subtree that comes later in the order of moves.
    pub(crate) fn append(&mut self, later: Self) {
        self.count += later.count;
        let room = self.most - self.kept.len();
        self.kept.extend(later.kept.into_iter().take(room));
    }
}

impl<M: Copy> FoundSolutions<M> {
    /// Prepends `path`, the moves that lead to the root of a subtree, to each solution.
    pub(crate) fn prepend(&mut self, path: &[M]) {
        for moves in &mut self.kept {
            moves.splice(0..0, path.iter().copied());
        }
    }
}
