//! Splitting: the small first iterations are searched at once, the next one is cut into units.

use crate::{Options, SearchEvent, Solver};
use fifteen_puzzle::{Board, Goal};
use fifteen_search::tiles::{CutOptions, IterationCut, Mode, OneIteration};
use fifteen_search::{Iteration, LimitKind, Status};

use super::check::Start;
use super::error::DistributedError;
use super::line::{Digested, letters};
use super::schema::{Job, PrefixCounts, SearchSpec, Unit};

/// Nodes that a unit should generate: seconds on one thread, much more than the overhead of a unit.
const NODES_OF_UNIT: u64 = 20_000_000;
/// The fewest and the most units by default.
const UNITS: (u64, u64) = (64, 20_000);
/// The assumed growth of the nodes from one iteration to the next, where it cannot be estimated.
const DEFAULT_GROWTH: f64 = 6.0;
/// The least and the largest growth that are assumed.
const GROWTH_LIMITS: (f64, f64) = (2.0, 20.0);

/// Options of splitting.
#[derive(Debug, Clone)]
pub struct SplitOptions {
    /// The search: its mode, [`Options::finish_iteration`], and for the first iterations also threads, the flag that ends
    /// them, and the monitor. By default in fast mode.
    pub search: Options,
    /// Iterations are searched at once until one expands this number of nodes; the next is split.
    pub first: u64,
    /// The approximate number of units; by default each unit takes seconds.
    pub units: Option<usize>,
    /// The goal as results should name it; by default its name, or its board.
    pub goal: Option<Goal>,
}

impl Default for SplitOptions {
    fn default() -> Self {
        let search = Options { mode: Mode::Fast { threads: 1 }, ..Options::default() };
        Self { search, first: 1_000_000, units: None, goal: None }
    }
}

/// A job and its units: none if the board was solved in the first iterations.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Split {
    /// The job.
    pub job: Job,
    /// Its units, in order.
    pub units: Vec<Unit>,
}

/// The job of a board, before anything is searched; [`resume`] splits it, here or on another machine.
///
/// # Errors
/// If the board cannot be searched, or the tables are not in files.
pub fn begin(solver: &Solver, board: &Board, options: &SplitOptions) -> Result<Job, DistributedError> {
    let Start { h0, bound, .. } = Start::new(solver, board)?;
    let named = [Goal::Last, Goal::First, Goal::Spiral].into_iter();
    let named = named.chain(options.goal).rev().find(|goal| goal.board(board.size()) == Ok(*solver.goal()));
    let job = Job {
        search: SearchSpec::new(solver, board, &options.search, bound)?,
        goal: named.unwrap_or(Goal::Board(*solver.goal())).to_string(),
        heuristic: solver.heuristic().unwrap_or_default().to_owned(),
        h0,
        iterations: Vec::new(),
        prefix_counts: None,
        moves: None,
        digest: String::new(),
    };
    Ok(job.sealed())
}

/// Searches the small first iterations of a board, and splits the next one.
///
/// # Errors
/// If the board cannot be searched, or the tables are not in files.
pub fn split(solver: &Solver, board: &Board, options: &SplitOptions) -> Result<Split, DistributedError> {
    split_begun(solver, begin(solver, board, options)?, options, &mut |_| ())
}

/// As [`split`], for a job that has only [begun](begin); calls `on_event` after each of the first iterations.
///
/// # Errors
/// Those of [`split`].
pub fn split_begun(
    solver: &Solver,
    job: Job,
    options: &SplitOptions,
    on_event: &mut dyn FnMut(SearchEvent),
) -> Result<Split, DistributedError> {
    let finish_iteration = job.search.finish_iteration;
    let until_large = Options { finish_iteration, pause: Some(options.first.max(1)), ..options.search.clone() };
    let found = solver.solve_with_events(&job.search.start_board()?, &until_large, on_event)?;
    if found.status == Status::Limit(LimitKind::Interrupted) {
        return Err(DistributedError::Interrupted);
    }
    if found.status == Status::Exhausted {
        return Err(DistributedError::no_solution());
    }
    let search = SearchSpec { bound: found.bound, ..job.search };
    let job = Job { search, iterations: found.iterations, moves: found.moves.as_ref().map(letters), ..job };
    if job.moves.is_some() {
        return Ok(Split { job: job.sealed(), units: Vec::new() });
    }
    let start = job.search.start(solver)?;
    cut(solver, job, &start, options.units)
}

/// Splits the next iteration of a job that [`merge`](super::merge()) has left unsolved, or that has only
/// [begun](begin).
///
/// # Errors
/// If the board is solved already, if the solver makes another search or has other tables, or if the job says of its
/// board and heuristic what is not so.
pub fn resume(solver: &Solver, job: &Job, options: &SplitOptions) -> Result<Split, DistributedError> {
    if job.moves.is_some() {
        return Err(DistributedError::invalid("the board is solved already; merge prints the solution"));
    }
    let start = job.start(solver)?;
    if job.iterations.is_empty() {
        let mode = job.search.mode()?.on(options.search.mode.threads());
        let search = Options { mode, ..options.search.clone() };
        return split_begun(solver, job.clone(), &SplitOptions { search, ..options.clone() }, &mut |_| ());
    }
    cut(solver, job.clone(), &start, options.units)
}

/// Cuts the next iteration of a job that has units: all nodes of a small one may be above the subtrees, and then it is
/// done.
fn cut(solver: &Solver, mut job: Job, start: &Start, units: Option<usize>) -> Result<Split, DistributedError> {
    let (space, heuristic, mode) = (solver.space(), solver.tile_heuristic(), job.search.mode()?);
    let units = units.unwrap_or_else(|| default_units(&job.iterations));
    loop {
        let bound = job.search.bound;
        let iteration = OneIteration { space, heuristic, start: &start.state, mode, bound };
        let previous = job.iterations.last().map_or(0, |iteration| iteration.expanded);
        let cut = iteration.cut(CutOptions { previous, units })?;
        let IterationCut { units: found, expanded, generated, pruned } = cut;
        solver.check_tables()?;
        if found > 0 {
            job.prefix_counts = Some(PrefixCounts { units: found, expanded, generated, pruned });
            let job = job.sealed();
            let unit = |unit| {
                let (digest, search) = (job.digest.clone(), job.search.clone());
                Unit { unit, units, previous, job: digest, search, digest: String::new() }.sealed()
            };
            let units = (0..found).map(unit).collect();
            return Ok(Split { job, units });
        }
        if !pruned {
            return Err(DistributedError::no_solution());
        }
        job.iterations.push(Iteration { bound, expanded, generated });
        job.search.bound = job.search.next_bound()?;
    }
}

/// The number of units of the iteration after those done, so that each takes seconds.
fn default_units(before: &[Iteration]) -> usize {
    let nodes = |i: Option<&Iteration>| i.map(|i| i.generated as f64);
    let mut last = before.iter().rev();
    let (this, previous) = (nodes(last.next()).unwrap_or(0.0), nodes(last.next()));
    let growth =
        previous.map_or(DEFAULT_GROWTH, |previous| (this / previous.max(1.0)).clamp(GROWTH_LIMITS.0, GROWTH_LIMITS.1));
    let units = (this * growth) as u64 / NODES_OF_UNIT;
    units.clamp(UNITS.0, UNITS.1) as usize
}
