//! Work on a unit: its subtrees are searched as one machine would search them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Solver;
use fifteen_search::Limits;

use super::error::DistributedError;
use super::line::{Digested, letters};
use super::schema::{Job, UnitResult, UnitSolution};

/// Works on a unit of a job's iteration, with a solver that was opened for the job ([`SearchSpec::open`](super::SearchSpec::open)): the result is
/// the same every time. The work ends in an error soon after another thread sets `cancel`.
///
/// # Errors
/// If the solver makes another search or has other tables, if the iteration has no such unit, or after cancelling.
pub fn work(
    solver: &Solver,
    job: &Job,
    unit: usize,
    cancel: Option<Arc<AtomicBool>>,
) -> Result<UnitResult, DistributedError> {
    let search = &job.search;
    let start = search.start(solver)?;
    let no_unit = || DistributedError::Invalid(format!("the iteration has no unit {unit}"));
    let asked = job.prefix_counts.as_ref().filter(|cut| unit < cut.units).ok_or_else(no_unit)?.asked;
    let limits = Limits { cancel, ..Limits::default() };
    let searched = search.iteration(solver, &start)?.search(job.cut(asked), unit, search.finish_iteration, &limits)?;
    let searched = searched.ok_or_else(no_unit)?;
    solver.check_tables()?;
    if searched.stopped.is_some() {
        return Err(DistributedError::Interrupted);
    }
    let solution = searched.solution.map(|found| UnitSolution {
        moves: letters(&found.moves.into_iter().collect()),
        expanded_above: found.expanded_above,
        generated_above: found.generated_above,
    });
    let result = UnitResult {
        unit,
        job: job.digest.clone(),
        expanded: searched.expanded,
        generated: searched.generated,
        pruned: searched.pruned,
        solution,
        digest: String::new(),
    };
    Ok(result.sealed())
}
