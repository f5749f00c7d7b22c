//! Splitting: the small first iterations at once, the next one into units.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_puzzle::{Board, Goal, parity};
use fifteen_search::tiles::{Algorithm, Mode, OneIteration};
use fifteen_search::{Iteration, LimitKind, StateSpace, Status};

use crate::data::{Job, Search, Trunk, Unit, letters};
use crate::{SolveError, WorkError};
use fifteen_solver::{Options, Solver};

/// Nodes that a unit should generate: seconds on one thread, and many more than what a unit costs besides.
const NODES_OF_UNIT: u64 = 20_000_000;
/// The fewest and the most units, where nobody asked for a number.
const UNITS: (u64, u64) = (64, 20_000);
/// How many times as many nodes as an iteration the next one is taken to have, where that is unknown, and at least and at most.
const GROWTH: (f64, f64, f64) = (6.0, 2.0, 20.0);

/// How a board is split.
#[derive(Debug, Clone)]
pub struct SplitOptions {
    /// How IDA* searches. The threads are for the first iterations.
    pub mode: Mode,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies.
    pub finish_iteration: bool,
    /// Iterations are searched at once until one expands so many nodes; the next is split.
    pub first: u64,
    /// About so many units; by default as many as make seconds of work each.
    pub units: Option<usize>,
    /// The goal as it is to stand in results; by default as a board, or its name.
    pub goal: Option<Goal>,
    /// Splitting ends in an error soon after another thread sets this flag.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for SplitOptions {
    fn default() -> Self {
        let mode = Mode::Fast { threads: 1 };
        Self { mode, finish_iteration: false, first: 1_000_000, units: None, goal: None, cancel: None }
    }
}

/// A job and its units: none if the board was solved in the first iterations.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Split {
    /// The whole.
    pub job: Job,
    /// Its parts, in order.
    pub units: Vec<Unit>,
}

/// The job of a board of which nothing is searched yet; [`resume`] splits it, here or elsewhere. Of the options, the mode, the
/// goal and whether to finish the last iteration count.
///
/// # Errors
/// If the board cannot be searched, or not with tables that others can have.
pub fn begin(solver: &Solver, board: &Board, options: &SplitOptions) -> Result<Job, WorkError> {
    if solver.algorithm() != Algorithm::Ida {
        return Err(WorkError::Algorithm { algorithm: solver.algorithm() });
    }
    parity::check(board, solver.goal()).map_err(SolveError::from)?;
    let state = solver.space().state(board).map_err(SolveError::from)?;
    let h0 = solver.tile_heuristic().value(&state)?;
    let raised = solver.space().parity(&state).is_some_and(|parity| parity != h0 % 2);
    let named = [Goal::Last, Goal::First, Goal::Spiral].into_iter();
    let named = named.chain(options.goal).rev().find(|goal| goal.board(board.size()) == Ok(*solver.goal()));
    let job = Job {
        search: Search::new(solver, board, options.mode, options.finish_iteration, h0 + u32::from(raised))?,
        goal: named.unwrap_or(Goal::Board(*solver.goal())).to_string(),
        heuristic: solver.heuristic().unwrap_or_default().to_owned(),
        h0,
        iterations: Vec::new(),
        trunk: None,
        moves: None,
        digest: String::new(),
    };
    Ok(job.sealed())
}

/// Searches the small first iterations of a board, and splits the next one.
///
/// # Errors
/// If the board cannot be searched, or not with tables that others can have.
pub fn split(solver: &Solver, board: &Board, options: &SplitOptions) -> Result<Split, WorkError> {
    first(solver, begin(solver, board, options)?, options)
}

/// The first iterations of a job that has none yet, up to a large one; then the next one is split.
fn first(solver: &Solver, job: Job, options: &SplitOptions) -> Result<Split, WorkError> {
    let until_large = Options {
        mode: options.mode,
        finish_iteration: job.search.finish_iteration,
        pause: Some(options.first.max(1)),
        cancel: options.cancel.clone(),
        ..Options::default()
    };
    let found = solver.solve(&job.search.start()?, &until_large)?;
    if found.status == Status::Limit(LimitKind::Interrupted) {
        return Err(WorkError::Interrupted);
    }
    let search = Search { bound: found.bound, ..job.search };
    let job = Job { search, iterations: found.iterations, moves: found.moves.as_ref().map(letters), ..job };
    if job.moves.is_some() {
        return Ok(Split { job: job.sealed(), units: Vec::new() });
    }
    cut(solver, job, options.units)
}

/// Splits the next iteration of a job that [`merge`](crate::merge()) has left unsolved, or that has only [begun](begin). Of the
/// options, the number of units counts, and for a job that has only begun also the first iterations and the threads for them.
///
/// # Errors
/// If the job was changed, is solved, or is for other tables.
pub fn resume(solver: &Solver, job: &Job, options: &SplitOptions) -> Result<Split, WorkError> {
    job.check()?;
    if job.moves.is_some() {
        return Err(WorkError::State("the board is solved already; merge prints the solution"));
    }
    job.search.check_solver(solver)?;
    job.search.checked_bound(solver)?;
    if job.iterations.is_empty() {
        let mode = job.search.mode()?.on(options.mode.threads());
        return first(solver, job.clone(), &SplitOptions { mode, ..options.clone() });
    }
    cut(solver, Job { trunk: None, ..job.clone() }, options.units)
}

fn cut(solver: &Solver, mut job: Job, units: Option<usize>) -> Result<Split, WorkError> {
    let start = solver.space().state(&job.search.start()?).map_err(SolveError::from)?;
    let (space, heuristic, mode) = (solver.space(), solver.tile_heuristic(), job.search.mode()?);
    let iteration = OneIteration { space, heuristic, start: &start, mode, bound: job.search.bound };
    let before = job.done();
    let cut = iteration.cut(&before, units.unwrap_or_else(|| sensible(&before)))?;
    solver.check_tables()?;
    job.trunk =
        Some(Trunk { units: cut.units.len(), expanded: cut.expanded, generated: cut.generated, pruned: cut.pruned });
    let job = job.sealed();
    let units = cut.units.iter().enumerate().map(|(i, subtrees)| Unit::new(&job, i, subtrees)).collect();
    Ok(Split { job, units })
}

/// How many units the iteration after these should have.
fn sensible(before: &[Iteration]) -> usize {
    let (unknown, least, most) = GROWTH;
    let nodes = |i: Option<&Iteration>| i.map(|i| i.generated as f64);
    let mut last = before.iter().rev();
    let (this, previous) = (nodes(last.next()).unwrap_or(0.0), nodes(last.next()));
    let growth = previous.map_or(unknown, |previous| (this / previous.max(1.0)).clamp(least, most));
    let units = (this * growth) as u64 / NODES_OF_UNIT;
    units.clamp(UNITS.0, UNITS.1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_units_grows_with_the_work() {
        let iteration = |generated| Iteration { bound: 1, expanded: generated / 2, generated };
        assert_eq!(sensible(&[iteration(10_000_000)]), 64);
        assert_eq!(sensible(&[iteration(1_000_000_000), iteration(10_000_000_000)]), 5000);
        assert_eq!(sensible(&[iteration(1), iteration(u64::MAX)]), 20_000);
        assert_eq!(sensible(&[]), 64);
    }
}
