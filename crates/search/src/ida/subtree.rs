//! Subtrees of one iteration, and how they get to the engine that searches them.
//!
//! IDA* searches a tree of moves depth first, once for each bound. The driver cuts an iteration
//! into subtrees (see [`IterationSubtrees`](super::cut::IterationSubtrees)); often there is only
//! one, the whole tree. A [`SubtreeEngine`] takes one [`Subtree`] after the other from a
//! [`SubtreeQueue`], searches it to the bound, and gives its [`SubtreeResult`] back. Engines pull
//! their work because some search several subtrees at a time: they need the next subtree at the
//! moment when one of them is finished.

use crate::{LimitKind, StateSpace};

/// The root of a subtree.
pub(crate) struct SubtreeRoot<S: StateSpace, N> {
    pub(crate) state: S::State,
    /// The heuristic's node of this state.
    pub(crate) node: N,
    /// The moves from the start of the search to this state.
    pub(crate) path: Vec<S::Move>,
}

impl<S: StateSpace, N> SubtreeRoot<S, N> {
    /// The root that one more move leads to; `node` is its node.
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

    /// The number of moves from the start to this root.
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

/// A subtree to search.
pub(crate) struct Subtree<'a, S: StateSpace, N> {
    /// The queue's number for this subtree, to be given back with the result.
    pub(crate) id: usize,
    pub(crate) root: &'a SubtreeRoot<S, N>,
    /// Nodes whose depth + value exceeds this bound are pruned.
    pub(crate) bound: u32,
    /// The count of generated nodes with which the engine starts to count. Limits are checked
    /// against this count.
    pub(crate) generated_before: u64,
    /// Empty, with the options that say how many solutions to keep.
    pub(crate) solutions: FoundSolutions<S::Move>,
}

impl<S: StateSpace, N> Subtree<'_, S, N> {
    /// Returns what an engine needs as long as it searches the subtree. The root stays in the
    /// queue, so an engine must take what it needs of the root's node before.
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

/// A [`Subtree`] without the heuristic's node.
pub(crate) struct SubtreeStart<S: StateSpace> {
    pub(crate) id: usize,
    /// The state of the root.
    pub(crate) state: S::State,
    /// The move that leads to the root.
    pub(crate) last: Option<S::Move>,
    /// The number of moves from the start of the search to the root.
    pub(crate) depth: u32,
    pub(crate) bound: u32,
    pub(crate) generated_before: u64,
    pub(crate) solutions: FoundSolutions<S::Move>,
}

/// A queue from which one thread takes subtrees.
pub(crate) trait SubtreeQueue<S: StateSpace, N> {
    /// Returns the next subtree, or `None` if there is none at present. There may be one again
    /// after the next call of [`done`](Self::done).
    fn next(&mut self) -> Option<Subtree<'_, S, N>>;

    /// Checks the limits of a subtree in progress, like [`Limits::check`](crate::Limits::check).
    ///
    /// # Errors
    /// Returns the limit at which to stop this subtree.
    fn check(&mut self, id: usize, generated: u64) -> Result<u64, LimitKind>;

    /// Receives the result of a subtree.
    fn done(&mut self, id: usize, result: SubtreeResult<S::Move>);
}

/// A method of searching subtrees depth first.
///
/// All engines visit the same nodes in the same order. They differ in speed: the engine for pattern
/// databases searches several subtrees at a time, so that it can work on one while memory is read
/// for the others.
pub(crate) trait SubtreeEngine<S: StateSpace, N>: Send + Sync {
    /// The number of subtrees that one thread searches at a time.
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
    /// Number of nodes generated below the root.
    pub(crate) generated: u64,
    pub(crate) end: DescentEnd,
    /// Solutions as moves from the root of the subtree.
    pub(crate) solutions: FoundSolutions<M>,
    /// Bytes that the longest path took.
    pub(crate) peak: u64,
}

impl<M> SubtreeResult<M> {
    /// The result of a subtree whose root is the goal.
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
        /// The smallest depth + value that exceeds the bound, or `u32::MAX` if no node was pruned.
        next: u32,
    },
    /// It stopped at a limit.
    Limit(LimitKind),
    /// It was not completed, because a companion knows a solution as long as the bound.
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
    /// No solutions yet. At most `most` of them will be kept, but always the first one.
    pub(crate) fn new(most: usize, stop_at_first: bool) -> Self {
        Self {
            count: 0,
            kept: Vec::new(),
            most: most.max(1),
            stop_at_first,
        }
    }

    /// Adds a solution. Returns true if the search is to stop.
    pub(crate) fn add(&mut self, moves: impl Iterator<Item = M>) -> bool {
        self.count += 1;
        if self.kept.len() < self.most {
            self.kept.push(moves.collect());
        }
        self.stop_at_first
    }

    /// True if the search is to stop.
    pub(crate) fn is_enough(&self) -> bool {
        self.stop_at_first && self.count > 0
    }

    /// Adds the solutions of a later subtree.
    pub(crate) fn append(&mut self, later: Self) {
        self.count += later.count;
        let room = self.most - self.kept.len();
        self.kept.extend(later.kept.into_iter().take(room));
    }
}

impl<M: Copy> FoundSolutions<M> {
    /// Puts the moves that lead to the root of the subtree before the moves of each solution.
    pub(crate) fn prepend(&mut self, path: &[M]) {
        for moves in &mut self.kept {
            moves.splice(0..0, path.iter().copied());
        }
    }
}
