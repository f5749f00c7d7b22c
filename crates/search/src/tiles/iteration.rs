//! One iteration of IDA* in parts that may be searched anywhere.
//!
//! [`OneIteration::cut`] makes an [`IterationCut`] of units, each a list of [`Subtree`]s; [`OneIteration::search`]
//! searches a unit and returns a [`UnitResult`]. The counts of an iteration without a solution are those above all
//! subtrees plus those of all units. With a solution they are, as on one machine, the counts that [`Subtree`] gives
//! above the subtree with the first solution, plus those of all units up to it.

use fifteen_puzzle::Direction;

use super::dispatch::WithHeuristic;
use super::heuristics::{HeuristicError, TileHeuristic};
use super::mode::Mode;
use super::moves::Move;
use super::pruning::{PrunedHeuristic, PrunedSpace};
use super::searcher::{Position, Step};
use super::space::{TileSpace, TileState};
use crate::ida::descent::{DescentEnd, DescentLimits, GenericDescent, SubtreeRoot};
use crate::ida::parallel::{self, CutOptions, cut};
use crate::limits::{LimitKind, Limits};
use crate::options::Options;
use crate::outcome::Iteration;
use crate::space::Heuristic;

/// The largest number of generated nodes of the smaller iteration by which subtrees are estimated: it is searched
/// again, in part, in a second or less.
const MAX_PROBED: u64 = 2_000_000;

/// The root of a subtree, with the moves of the blank.
pub type Subtree = parallel::Subtree<Direction>;

/// An iteration cut into units, with the moves of the blank.
pub type IterationCut = parallel::IterationCut<Direction>;

/// The result of the search of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitResult {
    /// Nodes expanded, up to the first solution.
    pub expanded: u64,
    /// Nodes generated; the roots of the subtrees are not among them.
    pub generated: u64,
    /// True if a node was above the bound.
    pub pruned: bool,
    /// The first solution, from the start of the search, and the index of its subtree.
    pub solution: Option<(usize, Vec<Move>)>,
    /// The limit that stopped the search early: then the other fields are of no use.
    pub stopped: Option<LimitKind>,
}

/// A unit cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubtreeError {
    /// The heuristic has no value for the board.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// A move that the search would not make there.
    #[error("move {position} of subtree {subtree} is none that the search makes there")]
    Move {
        /// The subtree, from 0.
        subtree: usize,
        /// The move, from 1.
        position: usize,
    },
    /// A subtree that the search does not enter.
    #[error("after move {position}, subtree {subtree} is beyond the bound {bound}")]
    Bound {
        /// The subtree, from 0.
        subtree: usize,
        /// The move, from 1; 0 if the start is beyond the bound.
        position: usize,
        /// The bound.
        bound: u32,
    },
}

/// One iteration of IDA*. `D` holds the bytes of the heuristic's tables.
#[derive(Debug)]
pub struct OneIteration<'a> {
    /// The boards, and the order of moves.
    pub space: &'a TileSpace,
    /// The heuristic.
    pub heuristic: &'a TileHeuristic,
    /// The start of the search.
    pub start: &'a TileState,
    /// Plain or fast; the number of threads is ignored.
    pub mode: Mode,
    /// Nodes of depth + value above this are pruned.
    pub bound: u32,
}

impl OneIteration<'_> {
    /// Cuts the iteration into about `units` units of similar size, estimated by the iterations before, at least one.
    ///
    /// # Errors
    /// Those of the heuristic.
    pub fn cut(&self, before: &[Iteration], units: usize) -> Result<IterationCut, HeuristicError> {
        let probed = before.iter().rev().find(|i| i.generated <= MAX_PROBED).or(before.first());
        let options = CutOptions {
            bound: self.bound,
            fast: matches!(self.mode, Mode::Fast { .. }).then(|| before.last().map_or(0, |i| i.expanded)),
            probe: probed.map_or(0, |i| i.bound),
            nodes: probed.map_or(1, |i| i.generated / units.max(1) as u64).max(1),
        };
        let task = CutTask { space: self.space, mode: self.mode, start: self.start, options };
        // Two million nodes at most.
        self.heuristic.search(|heuristic| heuristic.with(task))
    }

    /// Searches the subtrees of a unit one after the other, up to the first solution, or with `finish` all of them.
    ///
    /// # Errors
    /// If a subtree does not belong to this iteration, or the heuristic has no value.
    pub fn search(
        &self,
        subtrees: &[Vec<Direction>],
        finish: bool,
        limits: &Limits,
    ) -> Result<UnitResult, SubtreeError> {
        let options = Options { finish_iteration: finish, limits: limits.clone(), ..Options::default() };
        let Self { space, start, mode, bound, .. } = *self;
        let task = UnitTask { bound, options, subtrees };
        self.heuristic.search(|heuristic| {
            let (searcher, space) = (heuristic.searcher(), PrunedSpace::new(space, mode));
            task.search(&mut *searcher.position(&space, start)?)
        })
    }
}

/// Cutting an iteration.
struct CutTask<'a> {
    space: &'a TileSpace,
    mode: Mode,
    start: &'a TileState,
    options: CutOptions,
}

impl WithHeuristic for CutTask<'_> {
    type Output = Result<IterationCut, HeuristicError>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Self::Output {
        let (space, heuristic) = (PrunedSpace::new(self.space, self.mode), PrunedHeuristic(heuristic));
        let root =
            SubtreeRoot { state: *self.start, node: heuristic.root(self.start).map_err(Into::into)?, path: Vec::new() };
        Ok(cut(&GenericDescent, &space, &heuristic, root, self.options).map_moves(|m| m.step().direction()))
    }
}

/// Searching the subtrees of a unit.
struct UnitTask<'a> {
    bound: u32,
    options: Options,
    subtrees: &'a [Vec<Direction>],
}

impl UnitTask<'_> {
    /// Searches the subtrees, from the position at the start.
    fn search(&self, position: &mut dyn Position) -> Result<UnitResult, SubtreeError> {
        let mut unit = UnitResult { expanded: 0, generated: 0, pruned: false, solution: None, stopped: None };
        let mut solutions = self.options.solutions();
        for subtree in 0..self.subtrees.len() {
            self.go_to(position, subtree)?;
            let mut check = |generated| self.options.limits.check(generated);
            let limits = DescentLimits { bound: self.bound, before: unit.generated, check: &mut check };
            let result = position.descend(limits, &mut solutions);
            unit.expanded += result.expanded;
            unit.generated += result.generated;
            match result.end {
                DescentEnd::Complete { next } => unit.pruned |= next < u32::MAX,
                DescentEnd::Solved | DescentEnd::Known => (),
                DescentEnd::Limit(kind) => unit.stopped = Some(kind),
            }
            if let (None, Some(moves)) = (&unit.solution, solutions.kept.first()) {
                unit.solution = Some((subtree, moves.iter().map(|m| m.step()).collect()));
            }
            if solutions.is_enough() || unit.stopped.is_some() {
                break;
            }
        }
        Ok(unit)
    }

    /// Goes to the root of a subtree: the moves are made one by one, as the search makes them.
    fn go_to(&self, position: &mut dyn Position, subtree: usize) -> Result<(), SubtreeError> {
        let beyond = |position| SubtreeError::Bound { subtree, position, bound: self.bound };
        while position.depth() > 0 {
            position.up();
        }
        if position.value() > self.bound {
            return Err(beyond(0));
        }
        for (number, &direction) in (1..).zip(&self.subtrees[subtree]) {
            // Beyond the bound, the move is still checked first.
            let left = self.bound.checked_sub(number as u32);
            match position.down(direction, left.unwrap_or(0)) {
                Step::Made if left.is_some() => (),
                Step::NoMove => return Err(SubtreeError::Move { subtree, position: number }),
                Step::Made | Step::AboveLimit => return Err(beyond(number)),
            }
        }
        Ok(())
    }
}
