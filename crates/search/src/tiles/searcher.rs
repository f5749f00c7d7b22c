//! A heuristic together with the descent that IDA* takes with it, behind a trait.
//!
//! [`Searcher`] is all that IDA*, A*+IDA* and the search of units see, so they are compiled once.
//! [`CompiledSearcher`] is compiled for each type of heuristic; `dispatch` makes it. A [`Position`] is one node of the
//! tree of moves, which can be moved down and up.

use fifteen_puzzle::Direction;

use super::heuristics::HeuristicError;
use super::pruning::{PrunedHeuristic, PrunedSpace, TrackedMove};
use super::space::{Key, TileSpace, TileState, key_of};
use crate::ida::descent::{Descend, DescentLimits, DescentResult, Solutions, SubtreeRoot};
use crate::ida::parallel::{CompiledSubtrees, Subtrees};
use crate::space::{Heuristic, StateSpace};

/// A heuristic with its descent.
pub(super) trait Searcher {
    /// The subtrees below a start, for IDA*.
    ///
    /// # Errors
    /// Those of the heuristic.
    fn subtrees<'a>(
        &'a self,
        space: &'a PrunedSpace<'a>,
        start: &TileState,
    ) -> Result<Box<dyn Subtrees<TrackedMove> + 'a>, HeuristicError>;

    /// The position at a start.
    ///
    /// # Errors
    /// Those of the heuristic.
    fn position<'a>(
        &'a self,
        space: &'a PrunedSpace<'a>,
        start: &TileState,
    ) -> Result<Box<dyn Position + 'a>, HeuristicError>;
}

/// A child of the current state.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) direction: Direction,
    pub(super) key: Key,
    /// Its value; if that is above the limit, a number above the limit that is at most the value.
    pub(super) value: u32,
}

/// Children of a state, at most four.
pub(super) struct Children {
    list: [Child; 4],
    count: usize,
}

impl Children {
    pub(super) fn as_slice(&self) -> &[Child] {
        &self.list[..self.count]
    }
}

/// The result of a move down the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The child is the current state now.
    Made,
    /// The search makes no move in that direction.
    NoMove,
    /// The child's value is above the limit.
    AboveLimit,
}

/// A current state with its node, on a path from the start.
pub(super) trait Position: Sync {
    /// The same position, without the way back to the start.
    fn fork(&self) -> Box<dyn Position + '_>;

    /// True if the current state is the goal.
    fn is_goal(&self) -> bool;

    /// The heuristic's value of the current state.
    fn value(&self) -> u32;

    /// Number of moves from the start.
    fn depth(&self) -> u32;

    /// The moves from the start.
    fn path(&self) -> Vec<TrackedMove>;

    /// The children of the current state, with values up to `limit`.
    fn children(&self, limit: u32) -> Children;

    /// Makes a move to a child with a value up to `limit`. With `forget`, moves made so far forbid none but the one
    /// that takes this one back.
    fn down(&mut self, direction: Direction, limit: u32, forget: bool) -> Step;

    /// Takes the last move back.
    fn up(&mut self);

    /// Searches the subtree below the current state.
    fn descend(&self, limits: DescentLimits, solutions: &mut Solutions<TrackedMove>) -> DescentResult;
}

/// [`Searcher`] for a heuristic and a descent.
pub(super) struct CompiledSearcher<H, D> {
    heuristic: PrunedHeuristic<H>,
    descent: D,
}

impl<H, D> CompiledSearcher<H, D> {
    pub(super) fn new(heuristic: H, descent: D) -> Self {
        Self { heuristic: PrunedHeuristic(heuristic), descent }
    }
}

impl<H, D> Searcher for CompiledSearcher<H, D>
where
    H: Heuristic<TileSpace, Error: Into<HeuristicError>>,
    D: for<'s> Descend<PrunedSpace<'s>, PrunedHeuristic<H>>,
{
    fn subtrees<'a>(
        &'a self,
        space: &'a PrunedSpace<'a>,
        start: &TileState,
    ) -> Result<Box<dyn Subtrees<TrackedMove> + 'a>, HeuristicError> {
        let subtrees = CompiledSubtrees::new(space, &self.heuristic, &self.descent, start);
        Ok(Box::new(subtrees.map_err(Into::into)?))
    }

    fn position<'a>(
        &'a self,
        space: &'a PrunedSpace<'a>,
        start: &TileState,
    ) -> Result<Box<dyn Position + 'a>, HeuristicError> {
        let node = self.heuristic.root(start).map_err(Into::into)?;
        let current = SubtreeRoot { state: *start, node, path: Vec::new() };
        Ok(Box::new(CompiledPosition { space, searcher: self, current, before: Vec::new() }))
    }
}

/// [`Position`] with the heuristic and the descent of a searcher.
struct CompiledPosition<'a, H: Heuristic<TileSpace>, D> {
    space: &'a PrunedSpace<'a>,
    searcher: &'a CompiledSearcher<H, D>,
    current: SubtreeRoot<PrunedSpace<'a>, PrunedHeuristic<H>>,
    /// The nodes on the path to the current state.
    before: Vec<H::Node>,
}

impl<H, D> Position for CompiledPosition<'_, H, D>
where
    H: Heuristic<TileSpace>,
    D: for<'s> Descend<PrunedSpace<'s>, PrunedHeuristic<H>>,
{
    fn fork(&self) -> Box<dyn Position + '_> {
        let Self { space, searcher, .. } = *self;
        Box::new(Self { space, searcher, current: self.current.clone(), before: Vec::new() })
    }

    fn is_goal(&self) -> bool {
        self.value() == 0 && self.space.is_goal(&self.current.state)
    }

    fn value(&self) -> u32 {
        self.searcher.heuristic.0.value(&self.current.node)
    }

    fn depth(&self) -> u32 {
        self.current.path.len() as u32
    }

    fn path(&self) -> Vec<TrackedMove> {
        self.current.path.clone()
    }

    fn children(&self, limit: u32) -> Children {
        let SubtreeRoot { state, node, path } = &self.current;
        let (last, heuristic) = (path.last().copied(), &self.searcher.heuristic.0);
        for m in self.space.moves(state, last) {
            heuristic.prefetch(state, node, m.step());
        }
        let none = Child { direction: Direction::Up, key: 0, value: 0 };
        let mut children = Children { list: [none; 4], count: 0 };
        for m in self.space.moves(state, last) {
            let mut moved = *state;
            self.space.apply(&mut moved, m);
            let value = heuristic.child_estimate(state, node, m.step(), limit).map_or_else(|above| above, |(v, _)| v);
            let child = Child { direction: m.step().direction(), key: key_of(self.space.space, &moved), value };
            children.list[children.count] = child;
            children.count += 1;
        }
        children
    }

    fn down(&mut self, direction: Direction, limit: u32, forget: bool) -> Step {
        let SubtreeRoot { state, node, path } = &mut self.current;
        let Some(m) = self.space.moves(state, path.last().copied()).find(|m| m.step().direction() == direction) else {
            return Step::NoMove;
        };
        let heuristic = &self.searcher.heuristic.0;
        let pending = heuristic.prepare(state, node, m.step(), limit);
        let Ok(child) = heuristic.child(state, node, m.step(), pending, limit) else { return Step::AboveLimit };
        self.before.push(std::mem::replace(node, child));
        self.space.apply(state, m);
        path.push(if forget { m.step().into() } else { m });
        Step::Made
    }

    fn up(&mut self) {
        if let (Some(m), Some(node)) = (self.current.path.pop(), self.before.pop()) {
            self.space.undo(&mut self.current.state, m);
            self.current.node = node;
        }
    }

    fn descend(&self, limits: DescentLimits, solutions: &mut Solutions<TrackedMove>) -> DescentResult {
        let CompiledSearcher { heuristic, descent } = self.searcher;
        descent.descend(self.space, heuristic, &self.current, limits, solutions)
    }
}
