//! Work on a unit: its subtrees are searched as one machine would search them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Solver;
use fifteen_search::Limits;
use fifteen_search::tiles::{CutOptions, OneIteration};

use super::error::DistributedError;
use super::line::{Digested, letters};
use super::schema::{Unit, UnitResult, UnitSolution};

/// Works on a unit with a solver that was opened for it ([`SearchSpec::open`](super::SearchSpec::open)). The work ends
/// in an error soon after another thread sets `cancel`.
///
/// # Errors
/// If the solver makes another search or has other tables, if the unit is not a part of its search, or after
/// cancelling.
pub fn work(solver: &Solver, unit: &Unit, cancel: Option<Arc<AtomicBool>>) -> Result<UnitResult, DistributedError> {
    let search = &unit.search;
    let start = search.start(solver)?;
    let (space, heuristic, mode) = (solver.space(), solver.tile_heuristic(), search.mode()?);
    let iteration = OneIteration { space, heuristic, start: &start.state, mode, bound: search.bound };
    let options = CutOptions { previous: unit.previous, units: unit.units };
    let limits = Limits { cancel, ..Limits::default() };
    let searched = iteration.search(options, unit.unit, search.finish_iteration, &limits)?;
    let searched = searched.ok_or_else(|| {
        DistributedError::Invalid(format!("the iteration has no unit {}; split the board again", unit.unit))
    })?;
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
        unit: unit.unit,
        job: unit.job.clone(),
        expanded: searched.expanded,
        generated: searched.generated,
        pruned: searched.pruned,
        solution,
        digest: String::new(),
    };
    Ok(result.sealed())
}
