//! Starts a distributed search. The first iterations are small, so they are searched immediately on
//! this machine. The next iteration is split into work units for many machines.

use crate::{SearchEvent, Solver};
use fifteen_puzzle::Board;
use fifteen_search::tiles::{Algorithm, CutOptions, Mode, OneIteration, TileIda};
use fifteen_search::{Find, Iteration, LimitKind, Limits, Status, Threads};

use super::DistributedError;
use super::check::Start;
use super::schema::{Job, Line, PrefixCounts, SearchSpec, letters};

/// Target size of a work unit, in generated nodes. Searching a unit of this size takes a few
/// seconds on one thread, so the overhead per unit is small.
const NODES_OF_UNIT: u64 = 20_000_000;
/// Lower and upper limit for the default number of work units per iteration.
const UNITS: (u64, u64) = (64, 20_000);
/// Factor by which the node count is assumed to grow from one iteration to the next. It is used if
/// there are too few iterations to estimate the growth.
const DEFAULT_GROWTH: f64 = 6.0;
/// Lower and upper limit for the estimated factor by which the node count grows from one iteration
/// to the next.
const GROWTH_LIMITS: (f64, f64) = (2.0, 20.0);

/// Options of a distributed search.
#[derive(Debug, Clone)]
pub struct JobOptions {
    /// The mode of IDA*, by default fast.
    pub mode: Mode,
    /// Number of threads for the iterations that [`begin`] searches itself, by default one. Only
    /// fast mode uses several threads.
    pub threads: Threads,
    /// Whether to search the last iteration completely, even after a solution is found.
    pub finish_iteration: bool,
    /// Cancellation flag and progress monitor for the iterations that [`begin`] searches itself.
    pub limits: Limits,
    /// [`begin`] searches the first iterations itself, until one of them expands at least this many
    /// nodes. Later iterations are split into work units.
    pub split_after: u64,
    /// Approximate number of work units per iteration. By default, it is chosen so that each unit
    /// takes a few seconds.
    pub units: Option<usize>,
}

impl Default for JobOptions {
    fn default() -> Self {
        Self {
            mode: Mode::Fast,
            threads: Threads::ONE,
            finish_iteration: false,
            limits: Limits::default(),
            split_after: 1_000_000,
            units: None,
        }
    }
}

impl JobOptions {
    /// Returns the IDA* search for the first iterations. It pauses after the first iteration that
    /// expands at least [`split_after`](Self::split_after) nodes.
    fn until_large(&self) -> TileIda {
        let pause = Some(self.split_after.max(1));
        match self.mode {
            Mode::Plain => TileIda::Plain {
                find: if self.finish_iteration {
                    Find::FirstAndFinishIteration
                } else {
                    Find::First
                },
                pause,
            },
            Mode::Fast => TileIda::Fast {
                threads: self.threads,
                finish_iteration: self.finish_iteration,
                pause,
            },
        }
    }
}

/// Searches iterations for a board until one of them is large (see [`JobOptions::split_after`]),
/// and calls `on_event` after each. The returned job contains the solution if it was found.
/// Otherwise, it contains the next iteration, split into work units.
///
/// # Errors
/// Returns an error if the board cannot be searched, if the tables are not in files, or if the
/// search is cancelled.
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
    let search = SearchSpec::new(
        solver,
        board,
        options.mode,
        options.finish_iteration,
        start.bound,
    )?;
    let until_large =
        solver.with_algorithm(Algorithm::Ida(options.until_large()), Some(solver.order()));
    let found = until_large.solve_with_events(board, &options.limits, on_event)?;
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
    /// Returns the iteration of IDA* that this specification describes.
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
    /// Returns the options for splitting the next iteration into approximately `asked` work units.
    pub(super) fn cut(&self, asked: usize) -> CutOptions {
        CutOptions {
            previous: self
                .iterations
                .last()
                .map_or(0, |iteration| iteration.expanded),
            units: asked,
        }
    }

    /// Splits the next iteration into work units. An iteration that is too small to be split is
    /// searched immediately, and the following one is split instead.
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

/// Returns the number of work units for the next iteration, chosen so that each unit takes a few
/// seconds.
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
