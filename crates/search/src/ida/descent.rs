//! Depth-first searches of subtrees to a bound: the hot loop of IDA* with any heuristic.
//!
//! [`Descend`] takes [`Task`]s from a [`Feed`], each the subtree of a [`SubtreeRoot`], adds to its [`Solutions`] and gives a
//! [`DescentResult`] back. [`GenericDescent`] does so with any heuristic, one task after the other; pattern databases have a
//! faster descent of their own, which may search several by turns.

use crate::{Heuristic, LimitKind, StateSpace};

/// The solutions of the iteration in progress. The first solution is always kept.
#[derive(Debug, Clone)]
pub(crate) struct Solutions<M> {
    pub(crate) count: u64,
    pub(crate) kept: Vec<Vec<M>>,
    most: usize,
    stop_at_first: bool,
}

impl<M> Solutions<M> {
    /// Keeps at most `most` solutions, and at least one.
    pub(crate) fn new(most: usize, stop_at_first: bool) -> Self {
        Self {
            count: 0,
            kept: Vec::new(),
            most: most.max(1),
            stop_at_first,
        }
    }

    /// Adds a solution; true if the search is to stop.
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

    /// Adds solutions that come after these; true if the search is to stop.
    pub(crate) fn join(&mut self, later: Self) -> bool {
        self.count += later.count;
        let room = self.most - self.kept.len();
        self.kept.extend(later.kept.into_iter().take(room));
        self.is_enough()
    }
}

/// The end of a descent, or of an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DescentEnd {
    /// At the first solution.
    Solved,
    /// With every node within the bound seen.
    Complete {
        /// The smallest depth + value above the bound, or `u32::MAX`.
        next: u32,
    },
    /// At a limit.
    Limit(LimitKind),
    /// Before its end: a solution as long as the bound is known from elsewhere.
    Known,
}

/// The root of a subtree.
pub(crate) struct SubtreeRoot<S: StateSpace, H: Heuristic<S>> {
    pub(crate) state: S::State,
    pub(crate) node: H::Node,
    /// The moves that lead to it.
    pub(crate) path: Vec<S::Move>,
}

impl<S: StateSpace, H: Heuristic<S>> SubtreeRoot<S, H> {
    /// The root of the subtree after one more move, with its node.
    pub(crate) fn child(&self, space: &S, m: S::Move, node: H::Node) -> Self {
        let mut state = self.state.clone();
        space.apply(&mut state, m);
        let mut path = Vec::with_capacity(self.path.len() + 1);
        path.extend_from_slice(&self.path);
        path.push(m);
        Self { state, node, path }
    }
}

/// By hand: a heuristic need not be `Clone`.
impl<S: StateSpace, H: Heuristic<S>> Clone for SubtreeRoot<S, H> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            node: self.node.clone(),
            path: self.path.clone(),
        }
    }
}

/// The limits of a descent.
pub(crate) struct DescentLimits<'a> {
    pub(crate) bound: u32,
    /// Nodes generated before, the root included.
    pub(crate) before: u64,
    /// [`Limits::check`](crate::Limits::check), or a function with the same contract.
    pub(crate) check: &'a mut dyn FnMut(u64) -> Result<u64, LimitKind>,
}

/// The result of a descent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DescentResult {
    pub(crate) expanded: u64,
    /// Nodes generated, without the root.
    pub(crate) generated: u64,
    pub(crate) end: DescentEnd,
    /// Bytes of the longest path.
    pub(crate) peak: u64,
}

/// A subtree to be searched.
pub(crate) struct Task<S: StateSpace, H: Heuristic<S>> {
    /// The number under which the feed knows it.
    pub(crate) ticket: usize,
    pub(crate) root: SubtreeRoot<S, H>,
    pub(crate) bound: u32,
    /// Nodes generated before, the root included.
    pub(crate) before: u64,
    pub(crate) solutions: Solutions<S::Move>,
}

/// The source of subtrees that one thread searches.
pub(crate) trait Feed<S: StateSpace, H: Heuristic<S>> {
    /// The next subtree to begin, if there is one for now: it is asked for again after each that is done.
    fn next(&mut self) -> Option<Task<S, H>>;

    /// [`Limits::check`](crate::Limits::check) for a subtree, or a function with the same contract.
    fn check(&mut self, ticket: usize, generated: u64) -> Result<u64, LimitKind>;

    /// Takes the result of a subtree.
    fn done(&mut self, ticket: usize, result: DescentResult, solutions: Solutions<S::Move>);
}

/// A method of searching subtrees. All methods visit the same nodes of a subtree in the same order.
pub(crate) trait Descend<S: StateSpace, H: Heuristic<S>>: Sync {
    /// Subtrees that are searched by turns.
    fn turns(&self) -> usize {
        1
    }

    /// Searches each subtree of a feed depth first to its bound.
    fn descend_each(&self, space: &S, heuristic: &H, feed: &mut dyn Feed<S, H>);
}

/// Searches each subtree of a feed by itself.
pub(crate) fn one_by_one<S: StateSpace, H: Heuristic<S>>(
    feed: &mut dyn Feed<S, H>,
    mut descend: impl FnMut(&SubtreeRoot<S, H>, DescentLimits, &mut Solutions<S::Move>) -> DescentResult,
) {
    while let Some(Task {
        ticket,
        root,
        bound,
        before,
        mut solutions,
    }) = feed.next()
    {
        let limits = DescentLimits {
            bound,
            before,
            check: &mut |generated| feed.check(ticket, generated),
        };
        let result = descend(&root, limits, &mut solutions);
        feed.done(ticket, result, solutions);
    }
}

/// The descent with any heuristic, one child after the other.
///
/// The current node lives in local variables, its ancestors in `ancestors`. The moves of all of them lie one after the
/// other in `moves`, so the list ends with those of the current node.
pub(crate) struct GenericDescent;

impl<S: StateSpace, H: Heuristic<S>> Descend<S, H> for GenericDescent {
    fn descend_each(&self, space: &S, heuristic: &H, feed: &mut dyn Feed<S, H>) {
        one_by_one(feed, |root, limits, solutions| {
            Self::descend(space, heuristic, root, limits, solutions)
        });
    }
}

impl GenericDescent {
    fn descend<S: StateSpace, H: Heuristic<S>>(
        space: &S,
        heuristic: &H,
        root: &SubtreeRoot<S, H>,
        limits: DescentLimits,
        solutions: &mut Solutions<S::Move>,
    ) -> DescentResult {
        let DescentLimits {
            bound,
            before,
            check,
        } = limits;
        if heuristic.value(&root.node) == 0 && space.is_goal(&root.state) {
            solutions.add(root.path.iter().copied());
            return DescentResult {
                expanded: 0,
                generated: 0,
                end: DescentEnd::Solved,
                peak: 0,
            };
        }
        let mut generated = before;
        let mut checkpoint = before; // the count of generated nodes at which limits are checked again
        let mut state = root.state.clone();
        let mut node = root.node.clone();
        let (mut first, mut next) = (0, 0);
        let mut ancestors: Vec<PathNode<H::Node>> = Vec::new();
        let mut moves: Vec<S::Move> = Vec::new();
        let mut left = bound - root.path.len() as u32; // moves that the bound leaves below the current node
        let last = root.path.last().copied();
        moves.extend(space.moves(&state, last));
        let mut least = u32::MAX; // the smallest depth + value above the bound
        let mut expanded = 1;
        let end = loop {
            let Some(&m) = moves.get(next) else {
                moves.truncate(first);
                let Some(parent) = ancestors.pop() else {
                    break DescentEnd::Complete { next: least };
                };
                PathNode { node, first, next } = parent;
                space.undo(&mut state, moves[next - 1]);
                left += 1;
                continue;
            };
            if generated == checkpoint {
                match check(generated) {
                    Ok(next) => checkpoint = next,
                    Err(kind) => break DescentEnd::Limit(kind),
                }
            }
            generated += 1;
            next += 1;
            // Only a node of value 0 that is not the goal is ever expanded with no move left.
            match heuristic.child(&state, &node, m, left.saturating_sub(1)) {
                Ok(child) if left > 0 => {
                    space.apply(&mut state, m);
                    if heuristic.value(&child) == 0 && space.is_goal(&state) {
                        let below = ancestors
                            .iter()
                            .map(|f| f.next)
                            .chain([next])
                            .map(|n| moves[n - 1]);
                        if solutions.add(root.path.iter().copied().chain(below)) {
                            break DescentEnd::Solved;
                        }
                        space.undo(&mut state, m);
                        continue;
                    }
                    ancestors.push(PathNode { node, first, next });
                    node = child;
                    left -= 1;
                    expanded += 1;
                    first = moves.len();
                    next = first;
                    moves.extend(space.moves(&state, Some(m)));
                }
                Ok(child) => least = least.min(heuristic.value(&child).saturating_add(bound + 1)),
                Err(value) => least = least.min(value.saturating_add(bound - left + 1)),
            }
        };
        let peak = size_of::<PathNode<H::Node>>() * ancestors.capacity()
            + size_of::<S::Move>() * moves.capacity();
        DescentResult {
            expanded,
            generated: generated - before,
            end,
            peak: peak as u64,
        }
    }
}

/// An ancestor of the current node.
struct PathNode<N> {
    node: N,
    /// The index of its first move in the list of all moves.
    first: usize,
    /// The index of the move after the one that the path follows.
    next: usize,
}
