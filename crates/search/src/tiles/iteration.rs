//! Divides one iteration of IDA* into units, so that several machines can share it.
//!
//! [`OneIteration`] cuts the iteration into subtrees, which are the same on every machine. A *unit*
//! is a run of consecutive subtrees, so a machine only needs the index of a unit to search it. For
//! example, if an iteration has 1,000 subtrees and 60 units, subtrees 0 to 15 form unit 0. Units
//! can be searched in any order.
//!
//! The node counts of the whole iteration are sums:
//!
//! * If no solution is found, add the nodes above all subtrees, which [`IterationCut`] counts, and
//!   the nodes of all units.
//! * If a solution is found, add the nodes above the subtrees that a single machine visits before
//!   it finds the solution, which [`SolutionInUnit`] counts, and the nodes of all units up to and
//!   including the unit with the solution.

use std::ops::Range;

use super::pruning::PrunedSpace;
use super::{HeuristicError, Mode, Move, TileHeuristic, TileSpace, TileState};
use crate::ida::cut::{IdaProblem, IterationSubtrees};
use crate::ida::deepening::subtrees_for_threads;
use crate::ida::options::{Find, IdaOptions};
use crate::ida::subtree::DescentEnd;
use crate::ida::workers;
use crate::{Heuristic, LimitKind, Limits, StateSpace};

/// Approximate number of subtrees in a unit, which is the share of an iteration that one machine
/// searches at a time. Subtrees vary greatly in size. The more subtrees a unit contains, the less
/// the sizes of the units vary.
const SUBTREES_PER_UNIT: usize = 16;
/// Minimum number of nodes per subtree, estimated from the previous iteration. Every machine visits
/// all nodes above the subtrees, so with smaller subtrees, the machines would mostly repeat the
/// same work.
const NODES_PER_SUBTREE: u64 = 8;
/// Approximate maximum number of subtrees. Each time a machine searches its share of an iteration,
/// it first cuts the whole iteration into subtrees, so cutting must be quick compared with
/// searching.
const MAX_SUBTREES: usize = 1 << 14;

/// One iteration of IDA*, which can be divided into *units*. A unit is the share of the iteration
/// that one machine searches at a time.
#[derive(Debug)]
pub struct OneIteration<'a> {
    /// The puzzle, including its goal and the order in which moves are tried.
    pub space: &'a TileSpace,
    /// The heuristic, which must be the same on all machines.
    pub heuristic: &'a TileHeuristic,
    /// The board from which the search starts.
    pub start: &'a TileState,
    /// The mode of IDA*, which decides whether duplicate move sequences are pruned.
    pub mode: Mode,
    /// The bound of the iteration. Nodes whose depth plus heuristic value exceeds the bound are
    /// pruned.
    pub bound: u32,
}

/// Options for dividing an iteration into units. A unit is the share of the iteration that one
/// machine searches at a time. All machines must use the same options, so that their units are the
/// same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CutOptions {
    /// Number of nodes expanded in the previous iteration, or 0 for the first iteration. The more
    /// nodes the previous iteration expanded, the more subtrees this one is cut into, up to a
    /// maximum.
    pub previous: u64,
    /// Maximum number of units. An iteration with fewer subtrees has fewer units, because a unit
    /// consists of at least one subtree.
    pub units: usize,
}

/// The result of dividing an iteration into units. A unit is the share of the iteration that one
/// machine searches at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IterationCut {
    /// Number of units into which the iteration was divided, each of which is searched by one
    /// machine. It is 0 if the iteration has no subtrees, because no node is left to search.
    pub units: usize,
    /// Number of nodes expanded above the roots of the subtrees.
    pub expanded: u64,
    /// Number of nodes generated above the subtrees, including the subtrees' roots but not the
    /// start board.
    pub generated: u64,
    /// Whether a node above the subtrees was pruned because it exceeded the bound. If an iteration
    /// prunes no node and finds no solution, the goal is unreachable.
    pub pruned: bool,
}

/// The result of searching a unit. A unit is the share of an iteration that one machine searches at
/// a time, and consists of subtrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedUnit {
    /// Number of nodes expanded in the subtrees that form the unit. Nodes after the first solution
    /// are counted only if [`OneIteration::search`] was called with `finish`, which makes it search
    /// all of the unit's subtrees completely.
    pub expanded: u64,
    /// Number of nodes generated in the subtrees that form the unit, not counting the subtrees'
    /// roots. Nodes after the first solution are counted only if [`OneIteration::search`] was
    /// called with `finish`, which makes it search all of the unit's subtrees completely.
    pub generated: u64,
    /// Whether a node in the unit's subtrees was pruned because it exceeded the bound.
    pub pruned: bool,
    /// The first solution in the unit's subtrees, in the order in which moves are tried, or `None`
    /// if they contain no solution.
    pub solution: Option<SolutionInUnit>,
    /// The limit that stopped the search, or `None` if the search finished. If a limit stopped the
    /// search, the other fields are meaningless.
    pub stopped: Option<LimitKind>,
}

/// A solution found in a unit, which is the share of an iteration that one machine searches at a
/// time. The node counts tell how many nodes above the subtrees a single machine would visit before
/// it finds the solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionInUnit {
    /// The moves of the solution, beginning at the start board.
    pub moves: Vec<Move>,
    /// Number of nodes above the subtrees that a search on a single machine would expand before it
    /// reaches the subtree with the solution.
    pub expanded_above: u64,
    /// Number of nodes above the subtrees that a search on a single machine would generate before
    /// it reaches the subtree with the solution.
    pub generated_above: u64,
}

impl OneIteration<'_> {
    /// Divides the iteration into units, and counts the nodes above their subtrees.
    ///
    /// # Errors
    /// Returns the heuristic's error if it cannot evaluate a board.
    pub fn cut(&self, options: CutOptions) -> Result<IterationCut, HeuristicError> {
        let heuristic = self.heuristic.for_search(false);
        let space = PrunedSpace::new(self.space, self.mode);
        let problem = IdaProblem::new(&space, heuristic.own_engine(), None, self.start)?;
        let subtrees = self.subtrees(&problem, options);
        heuristic.checked(Ok(IterationCut {
            units: options.units.min(subtrees.roots.len()),
            expanded: subtrees.above.expanded,
            generated: subtrees.above.generated,
            pruned: subtrees.above.least < u32::MAX,
        }))
    }

    /// Searches one unit, which is one machine's share of the iteration. The search ends at the
    /// unit's first solution unless `finish` is true. Returns `None` if the iteration has no unit
    /// with the index `unit`.
    ///
    /// # Errors
    /// Returns the heuristic's error if it cannot evaluate a board.
    pub fn search(
        &self,
        options: CutOptions,
        unit: usize,
        finish: bool,
        limits: &Limits,
    ) -> Result<Option<SearchedUnit>, HeuristicError> {
        let find = if finish {
            Find::FirstAndFinishIteration
        } else {
            Find::First
        };
        let search_options = IdaOptions {
            limits: limits.clone(),
            find,
            pause: None,
        };
        let heuristic = self.heuristic.for_search(false);
        let space = PrunedSpace::new(self.space, self.mode);
        let problem = IdaProblem::new(&space, heuristic.own_engine(), None, self.start)?;
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

    /// Cuts the iteration into subtrees. A unit, which is one machine's share, usually consists of
    /// several subtrees.
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

/// Searches a range of subtrees in order on one thread, and adds up their node counts. Stops after
/// the first subtree with a solution, unless `options` says to finish the iteration.
fn search_in_order<H: Heuristic<PrunedSpace>>(
    problem: &IdaProblem<'_, PrunedSpace, H>,
    subtrees: &IterationSubtrees<PrunedSpace, H::Node>,
    range: Range<usize>,
    options: &IdaOptions,
) -> SearchedUnit {
    let mut unit = SearchedUnit {
        expanded: 0,
        generated: 0,
        pruned: false,
        solution: None,
        stopped: None,
    };
    let results = workers::search(problem, subtrees, range.clone(), options, u64::MAX, 1);
    for (subtree, result) in range.zip(results) {
        unit.expanded += result.expanded;
        unit.generated += result.generated;
        unit.pruned |= matches!(result.end, DescentEnd::Complete { next } if next < u32::MAX);
        if let DescentEnd::Limit(kind) = result.end {
            unit.stopped = Some(kind);
        }
        if unit.solution.is_none()
            && let Some(moves) = result.solutions.kept.first()
        {
            let above = subtrees.counted_before(subtree);
            unit.solution = Some(SolutionInUnit {
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
