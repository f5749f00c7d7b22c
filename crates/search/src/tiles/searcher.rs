//! A heuristic together with the descent that IDA* takes with it, behind a trait.
//!
//! [`Searcher`] is all that IDA* and the search of units see, so they are compiled once. [`CompiledSearcher`] is compiled
//! for each type of heuristic; `dispatch` makes it. A [`Position`] is one node of the tree of moves, which can be moved
//! down and up.

use fifteen_puzzle::Direction;

use super::heuristics::HeuristicError;
use super::pruning::{PrunedHeuristic, PrunedSpace, TrackedMove};
use super::space::{TileSpace, TileState};
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
pub(super) trait Position {
    /// The heuristic's value of the current state.
    fn value(&self) -> u32;

    /// Number of moves from the start.
    fn depth(&self) -> u32;

    /// Makes a move to a child with a value up to `limit`.
    fn down(&mut self, direction: Direction, limit: u32) -> Step;

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
    fn value(&self) -> u32 {
        self.searcher.heuristic.0.value(&self.current.node)
    }

    fn depth(&self) -> u32 {
        self.current.path.len() as u32
    }

    fn down(&mut self, direction: Direction, limit: u32) -> Step {
        let SubtreeRoot { state, node, path } = &mut self.current;
        let Some(m) = self.space.moves(state, path.last().copied()).find(|m| m.step().direction() == direction) else {
            return Step::NoMove;
        };
        let heuristic = &self.searcher.heuristic.0;
        let Ok(child) = heuristic.child(state, node, m.step(), limit) else { return Step::AboveLimit };
        self.before.push(std::mem::replace(node, child));
        self.space.apply(state, m);
        path.push(m);
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
