//! One iteration of IDA* in units that may be searched anywhere, in any order.
//!
//! A unit is a run of the subtrees into which [`OneIteration`] cuts the iteration, the same everywhere. The counts of an
//! iteration without a solution are those above all subtrees, an [`IterationCut`], plus those of all units, each a
//! [`UnitResult`]. With a solution they are, as on one machine, the counts that [`UnitSolution`] gives above its subtree,
//! plus those of all units up to it.

use std::ops::Range;

use super::pruning::PrunedSpace;
use super::{HeuristicError, Mode, Move, TileHeuristic, TileSpace, TileState};
use crate::ida::cut::{IdaProblem, IterationSubtrees};
use crate::ida::deepening::subtrees_for_threads;
use crate::ida::subtree::SearchEnd;
use crate::ida::workers::{self, SubtreeRange};
use crate::{Heuristic, LimitKind, Limits, Options, StateSpace};

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
        let heuristic = self.heuristic.for_search(false);
        let space = PrunedSpace::new(self.space, self.mode);
        let problem = heuristic.ida_problem(&space, self.start)?;
        let subtrees = self.subtrees(&problem, options);
        heuristic.checked(Ok(IterationCut {
            units: options.units.min(subtrees.roots.len()),
            expanded: subtrees.above.expanded,
            generated: subtrees.above.generated,
            pruned: subtrees.above.least < u32::MAX,
        }))
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
        let search_options = Options {
            finish_iteration: finish,
            limits: limits.clone(),
            ..Options::default()
        };
        let heuristic = self.heuristic.for_search(false);
        let space = PrunedSpace::new(self.space, self.mode);
        let problem = heuristic.ida_problem(&space, self.start)?;
        let subtrees = self.subtrees(&problem, options);
        let count = subtrees.roots.len();
        let units = options.units.min(count);
        if unit >= units {
            return heuristic.checked(Ok(None));
        }
        let range = unit * count / units..(unit + 1) * count / units;
        let result = search_in_order(&problem, &subtrees, range, &search_options);
        heuristic.checked(Ok(Some(result)))
    }

    /// Cuts the iteration into subtrees, several for each unit.
    fn subtrees<S: StateSpace, H: Heuristic<S>>(
        &self,
        problem: &IdaProblem<'_, S, H>,
        options: CutOptions,
    ) -> IterationSubtrees<S, H::Node> {
        let on_one_machine = if self.mode == Mode::Plain {
            1
        } else {
            subtrees_for_threads(options.previous)
        };
        let worthwhile =
            usize::try_from(options.previous / NODES_PER_SUBTREE).unwrap_or(usize::MAX);
        let more = options
            .units
            .saturating_mul(SUBTREES_PER_UNIT)
            .min(worthwhile.max(options.units))
            .min(MAX_SUBTREES);
        problem.cut(self.bound, on_one_machine, more)
    }
}

/// Searches subtrees on one thread, and counts them up to the first one with a solution with which the search is to
/// stop.
fn search_in_order<H: Heuristic<PrunedSpace>>(
    problem: &IdaProblem<'_, PrunedSpace, H>,
    subtrees: &IterationSubtrees<PrunedSpace, H::Node>,
    range: Range<usize>,
    options: &Options,
) -> UnitResult {
    let range = SubtreeRange {
        first: range.start,
        end: range.end,
        generated_before: 0,
        enough: u64::MAX,
    };
    let mut unit = UnitResult {
        expanded: 0,
        generated: 0,
        pruned: false,
        solution: None,
        stopped: None,
    };
    for report in workers::search(problem, subtrees, range, options, 1) {
        let result = report.result;
        unit.expanded += result.expanded;
        unit.generated += result.generated;
        unit.pruned |= matches!(result.end, SearchEnd::Complete { next } if next < u32::MAX);
        if let SearchEnd::Limit(kind) = result.end {
            unit.stopped = Some(kind);
        }
        if unit.solution.is_none()
            && let Some(moves) = result.solutions.kept.first()
        {
            let above = subtrees.counted_before(report.subtree);
            unit.solution = Some(UnitSolution {
                moves: moves.iter().map(|tracked| tracked.m).collect(),
                expanded_above: above.expanded,
                generated_above: above.generated,
            });
        }
        if result.solutions.is_enough() || unit.stopped.is_some() {
            break;
        }
    }
    unit
}
