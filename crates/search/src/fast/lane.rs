//! One depth-first search that pauses after each expansion, so that several can take turns on one thread.

use crate::ida::Found;
use crate::space::{Heuristic, StateSpace};

use super::split::Seed;

/// A node that was kept and is yet to be expanded.
struct Open<M, N> {
    node: N,
    m: M,
    /// Moves from the start of the search to this node.
    depth: usize,
}

/// What a step led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// There is more to do.
    Running,
    /// The subtree was searched, or its first solution found and no other is wanted.
    Done,
}

/// What was counted in one subtree.
#[derive(Debug, Clone)]
pub(super) struct Report<M> {
    /// The number of the subtree, in the order of moves.
    pub(super) subtree: usize,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// The smallest depth + value above the bound, or `u32::MAX`.
    pub(super) least: u32,
    pub(super) found: Found<M>,
}

/// A depth-first search of one subtree to a bound, in the middle of it.
///
/// The children of the node in hand were prepared by the step before: by the time that they are tested, other lanes had
/// their turn, and the memory that was asked for has arrived.
pub(super) struct Lane<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    bound: u32,
    state: S::State,
    node: H::Node,
    /// The moves from the start to the node in hand.
    path: Vec<S::Move>,
    children: Vec<(S::Move, H::Pending)>,
    /// The next one last.
    open: Vec<Open<S::Move, H::Node>>,
    pub(super) report: Report<S::Move>,
}

impl<'a, S: StateSpace, H: Heuristic<S>> Lane<'a, S, H> {
    /// A lane at the root of a subtree, its children prepared; `Done` if the root itself is a solution.
    pub(super) fn new(
        (space, heuristic): (&'a S, &'a H),
        bound: u32,
        (subtree, seed): (usize, &Seed<S, H>),
        found: Found<S::Move>,
    ) -> (Self, Step) {
        let report = Report { subtree, expanded: 0, generated: 0, least: u32::MAX, found };
        let mut lane = Self {
            space,
            heuristic,
            bound,
            state: seed.state.clone(),
            node: seed.node.clone(),
            path: seed.path.clone(),
            children: Vec::new(),
            open: Vec::new(),
            report,
        };
        let step = lane.enter();
        (lane, step)
    }

    /// Another subtree, in the same memory.
    pub(super) fn restart(&mut self, subtree: usize, seed: &Seed<S, H>, found: Found<S::Move>) -> Step {
        self.state.clone_from(&seed.state);
        self.node = seed.node.clone();
        self.path.clone_from(&seed.path);
        self.open.clear();
        self.report = Report { subtree, expanded: 0, generated: 0, least: u32::MAX, found };
        self.enter()
    }

    /// Tests the children of the node in hand, then goes on to the next node and prepares its children.
    #[inline]
    pub(super) fn step(&mut self) -> Step {
        self.test_children();
        let Some(Open { node, m, depth }) = self.open.pop() else { return Step::Done };
        while self.path.len() >= depth {
            let Some(last) = self.path.pop() else { break };
            self.space.undo(&mut self.state, last);
        }
        self.space.apply(&mut self.state, m);
        self.path.push(m);
        self.node = node;
        self.enter()
    }

    /// Tests the children of the node in hand and keeps those within the bound.
    #[inline]
    fn test_children(&mut self) {
        let depth = self.path.len() + 1;
        let before = self.open.len();
        let left = self.bound - self.path.len() as u32;
        let limit = left.saturating_sub(1);
        self.report.generated += self.children.len() as u64;
        for &(m, pending) in &self.children {
            let above = match self.heuristic.child(&self.state, &self.node, m, pending, limit) {
                Ok(node) if left > 0 => {
                    self.open.push(Open { node, m, depth });
                    continue;
                }
                Ok(node) => self.heuristic.value(&node),
                Err(value) => value,
            };
            self.report.least = self.report.least.min(above.saturating_add(depth as u32));
        }
        self.open[before..].reverse();
    }

    /// Begins with a node: it is a solution, or its children are prepared.
    #[inline]
    fn enter(&mut self) -> Step {
        self.children.clear();
        if self.heuristic.value(&self.node) == 0 && self.space.is_goal(&self.state) {
            return if self.report.found.note(self.path.iter().copied()) { Step::Done } else { Step::Running };
        }
        self.report.expanded += 1;
        let limit = (self.bound - self.path.len() as u32).saturating_sub(1);
        let (state, node, heuristic) = (&self.state, &self.node, self.heuristic);
        let last = self.path.last().copied();
        self.children.extend(self.space.moves(state, last).map(|m| (m, heuristic.prepare(state, node, m, limit))));
        Step::Running
    }
}
