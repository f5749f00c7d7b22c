//! One iteration of IDA* in units that may be searched anywhere, in any order.
//!
//! A unit is a run of the subtrees into which [`OneIteration`] cuts the iteration, the same everywhere. The counts of an
//! iteration without a solution are those above all subtrees, an [`IterationCut`], plus those of all units, each a
//! [`UnitResult`]. With a solution they are, as on one machine, the counts that [`UnitSolution`] gives above its subtree,
//! plus those of all units up to it.

use std::ops::Range;

use super::pruning::{PrunedSpace, TrackedMove};
use super::{HeuristicError, Mode, Move, TileHeuristic, TileSpace, TileState};
use crate::ida::descent::DescentEnd;
use crate::ida::parallel::{InOrder, NodesAbove, Subtrees, number_of_subtrees};
use crate::{LimitKind, Limits, Options};

/// Subtrees of a unit, about: more make units of more similar sizes.
const SUBTREES_PER_UNIT: usize = 16;
/// Nodes of the iteration before for each subtree: smaller ones would leave the units of a short iteration nothing to do.
const NODES_PER_SUBTREE: u64 = 8;
/// The largest number of subtrees, about. Each unit is cut out again, which must take little of its time.
const MAX_SUBTREES: usize = 1 << 14;

/// One iteration of IDA* in units.
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

/// Options for cutting an iteration: the same options give the same units everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CutOptions {
    /// Nodes expanded in the iteration before, or 0: they tell how many subtrees are worthwhile. In fast mode one machine
    /// cuts by them too, and counts accordingly.
    pub previous: u64,
    /// The largest number of units.
    pub units: usize,
}

/// An iteration cut into units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IterationCut {
    /// The number of units; 0 if all nodes are above the subtrees.
    pub units: usize,
    /// Nodes expanded above all subtrees.
    pub expanded: u64,
    /// Nodes generated there, the roots of the subtrees among them; the start is not one of them.
    pub generated: u64,
    /// True if a node there was above the bound.
    pub pruned: bool,
}

/// The result of the search of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitResult {
    /// Nodes expanded, up to the first solution.
    pub expanded: u64,
    /// Nodes generated; the roots of the subtrees are not among them.
    pub generated: u64,
    /// True if a node was above the bound.
    pub pruned: bool,
    /// The first solution.
    pub solution: Option<UnitSolution>,
    /// The limit that stopped the search early: then the other fields are of no use.
    pub stopped: Option<LimitKind>,
}

/// A solution found in a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitSolution {
    /// All moves from the start of the search.
    pub moves: Vec<Move>,
    /// Nodes above the subtrees that one machine has expanded when it comes to the solution's subtree.
    pub expanded_above: u64,
    /// Nodes that it has generated there in this iteration.
    pub generated_above: u64,
}

impl OneIteration<'_> {
    /// Cuts the iteration.
    ///
    /// # Errors
    /// Those of the heuristic.
    pub fn cut(&self, options: CutOptions) -> Result<IterationCut, HeuristicError> {
        self.with_subtrees(
            options,
            |_,
             NodesAbove {
                 subtrees,
                 expanded,
                 generated,
                 least,
                 ..
             }| IterationCut {
                units: options.units.min(subtrees),
                expanded,
                generated,
                pruned: least < u32::MAX,
            },
        )
    }

    /// Searches a unit up to its first solution, or with `finish` all of it. `None` if there is no such unit.
    ///
    /// # Errors
    /// Those of the heuristic.
    pub fn search(
        &self,
        options: CutOptions,
        unit: usize,
        finish: bool,
        limits: &Limits,
    ) -> Result<Option<UnitResult>, HeuristicError> {
        let ida = Options {
            finish_iteration: finish,
            limits: limits.clone(),
            ..Options::default()
        };
        self.with_subtrees(options, |subtrees, above| {
            let units = options.units.min(above.subtrees);
            let first = |unit: usize| unit * above.subtrees / units;
            (unit < units)
                .then(|| self.search_subtrees(subtrees, first(unit)..first(unit + 1), &ida))
        })
    }

    /// Does some work with the subtrees of the iteration.
    fn with_subtrees<R>(
        &self,
        options: CutOptions,
        work: impl FnOnce(&dyn Subtrees<TrackedMove>, NodesAbove) -> R,
    ) -> Result<R, HeuristicError> {
        let on_one_machine = if self.mode == Mode::Plain {
            1
        } else {
            number_of_subtrees(options.previous)
        };
        let worthwhile =
            usize::try_from(options.previous / NODES_PER_SUBTREE).unwrap_or(usize::MAX);
        let more = options
            .units
            .saturating_mul(SUBTREES_PER_UNIT)
            .min(worthwhile.max(options.units))
            .min(MAX_SUBTREES);
        self.heuristic.search(false, |parts| {
            parts.with_subtrees(
                &PrunedSpace::new(self.space, self.mode),
                self.start,
                |subtrees| {
                    let above = subtrees.split(self.bound, on_one_machine, more);
                    work(subtrees, above)
                },
            )
        })
    }

    /// Searches subtrees one after the other.
    fn search_subtrees(
        &self,
        subtrees: &dyn Subtrees<TrackedMove>,
        range: Range<usize>,
        options: &Options,
    ) -> UnitResult {
        let mut feed = InOrder::new(range, self.bound, 0, options);
        subtrees.descend_each(&mut feed);
        let InOrder {
            pass,
            pruned,
            solved,
            ..
        } = feed;
        let solution = pass
            .solutions
            .kept
            .first()
            .zip(solved)
            .map(|(moves, subtree)| {
                let moves = moves.iter().map(|m| m.m).collect();
                let (expanded_above, generated_above) = subtrees.counted_before(subtree);
                UnitSolution {
                    moves,
                    expanded_above,
                    generated_above,
                }
            });
        let stopped = match pass.end {
            DescentEnd::Limit(kind) => Some(kind),
            _ => None,
        };
        UnitResult {
            expanded: pass.expanded,
            generated: pass.generated,
            pruned,
            solution,
            stopped,
        }
    }
}
