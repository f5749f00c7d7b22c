//! The first job of a board: the small first iterations are searched at once, the next one is cut into units.

use crate::{Options, SearchEvent, Solver};
use fifteen_puzzle::Board;
use fifteen_search::tiles::{CutOptions, Mode, OneIteration};
use fifteen_search::{Iteration, LimitKind, Status};

use super::DistributedError;
use super::check::Start;
use super::schema::{Job, Line, PrefixCounts, SearchSpec, letters};

/// Nodes that a unit should generate: seconds on one thread, much more than the overhead of a unit.
const NODES_OF_UNIT: u64 = 20_000_000;
/// The fewest and the most units by default.
const UNITS: (u64, u64) = (64, 20_000);
/// The assumed growth of the nodes from one iteration to the next, where it cannot be estimated.
const DEFAULT_GROWTH: f64 = 6.0;
/// The least and the largest growth that are assumed.
const GROWTH_LIMITS: (f64, f64) = (2.0, 20.0);

/// Options of a search over many machines.
#[derive(Debug, Clone)]
pub struct JobOptions {
    /// The search: its mode, [`Options::finish_iteration`], and for the first iterations also threads, the flag that ends
    /// them, and the monitor. By default in fast mode.
    pub search: Options,
    /// Iterations are searched at once until one expands this number of nodes; the next is cut.
    pub first: u64,
    /// The approximate number of units of each iteration; by default a unit takes seconds.
    pub units: Option<usize>,
}

impl Default for JobOptions {
    fn default() -> Self {
        let search = Options {
            mode: Mode::Fast { threads: 1 },
            ..Options::default()
        };
        Self {
            search,
            first: 1_000_000,
            units: None,
        }
    }
}

/// Searches the small first iterations of a board and calls `on_event` for each: the job with the next iteration cut, or
/// with the solution.
///
/// # Errors
/// If the board cannot be searched, if the tables are not in files, or after cancelling.
pub fn begin(
    solver: &Solver,
    board: &Board,
    options: &JobOptions,
    on_event: &mut dyn FnMut(SearchEvent),
) -> Result<Job, DistributedError> {
    if options.units == Some(0) {
        return Err(DistributedError::invalid(
            "the number of units must be at least 1; found 0",
        ));
    }
    let start = Start::new(solver, board)?;
    let search = SearchSpec::new(solver, board, &options.search, start.bound)?;
    let until_large = Options {
        pause: Some(options.first.max(1)),
        ..options.search.clone()
    };
    let found = solver.solve_with_events(board, &until_large, on_event)?;
    if found.status == Status::Limit(LimitKind::Interrupted) {
        return Err(DistributedError::Interrupted);
    }
    if found.status == Status::Exhausted {
        return Err(DistributedError::no_solution());
    }
    let job = Job {
        search: SearchSpec {
            bound: found.bound,
            ..search
        },
        h0: start.h0,
        units: options.units,
        iterations: found.iterations,
        prefix_counts: None,
        moves: found.moves.as_ref().map(letters),
        digest: String::new(),
    };
    if job.moves.is_some() {
        Ok(job.sealed())
    } else {
        job.with_units(solver, &start)
    }
}

impl SearchSpec {
    /// The iteration to search.
    pub(super) fn iteration<'a>(
        &self,
        solver: &'a Solver,
        start: &'a Start,
    ) -> Result<OneIteration<'a>, DistributedError> {
        let (space, heuristic) = (solver.space(), solver.tile_heuristic());
        Ok(OneIteration {
            space,
            heuristic,
            start: &start.state,
            mode: self.mode()?,
            bound: self.bound,
        })
    }
}

impl Job {
    /// The cut of the next iteration into units, if `asked` were asked for.
    pub(super) fn cut(&self, asked: usize) -> CutOptions {
        CutOptions {
            previous: self
                .iterations
                .last()
                .map_or(0, |iteration| iteration.expanded),
            units: asked,
        }
    }

    /// Cuts the next iteration that has units: all nodes of a small one may be above the subtrees, and then it is done.
    pub(super) fn with_units(
        mut self,
        solver: &Solver,
        start: &Start,
    ) -> Result<Self, DistributedError> {
        loop {
            let asked = self
                .units
                .unwrap_or_else(|| default_units(&self.iterations))
                .max(1);
            let cut = self.search.iteration(solver, start)?.cut(self.cut(asked))?;
            solver.check_tables()?;
            if cut.units > 0 {
                let (units, expanded, generated, pruned) =
                    (cut.units, cut.expanded, cut.generated, cut.pruned);
                self.prefix_counts = Some(PrefixCounts {
                    asked,
                    units,
                    expanded,
                    generated,
                    pruned,
                });
                return Ok(self.sealed());
            }
            if !cut.pruned {
                return Err(DistributedError::no_solution());
            }
            let bound = self.search.bound;
            self.iterations.push(Iteration {
                bound,
                expanded: cut.expanded,
                generated: cut.generated,
            });
            self.search.bound = self.search.next_bound()?;
        }
    }
}

/// The number of units of the iteration after those done, so that each takes seconds.
fn default_units(before: &[Iteration]) -> usize {
    let nodes = |i: Option<&Iteration>| i.map(|i| i.generated as f64);
    let mut last = before.iter().rev();
    let (this, previous) = (nodes(last.next()).unwrap_or(0.0), nodes(last.next()));
    let growth = previous.map_or(DEFAULT_GROWTH, |previous| {
        (this / previous.max(1.0)).clamp(GROWTH_LIMITS.0, GROWTH_LIMITS.1)
    });
    let units = (this * growth) as u64 / NODES_OF_UNIT;
    units.clamp(UNITS.0, UNITS.1) as usize
}
