//! Work on a unit: its subtrees are searched as one machine would search them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Solver;
use fifteen_search::Limits;
use fifteen_search::tiles::{OneIteration, SubtreeError};

use super::error::DistributedError;
use super::line::{Digested, letters, path};
use super::schema::{SubtreeRoot, Unit, UnitResult, UnitSolution};

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
    let subtree = |root: &SubtreeRoot| Ok(path("moves", &root.moves)?.directions().to_vec());
    let subtrees = unit.subtrees.iter().map(subtree).collect::<Result<Vec<_>, DistributedError>>()?;
    let iteration = OneIteration { space, heuristic, start: &start.state, mode, bound: search.bound };
    let limits = Limits { cancel, ..Limits::default() };
    let searched = iteration.search(&subtrees, search.finish_iteration, &limits).map_err(|source| match source {
        SubtreeError::Heuristic(error) => error.into(),
        source => {
            DistributedError::Invalid(format!("the unit is not a part of this search: {source}; split the board again"))
        }
    })?;
    solver.check_tables()?;
    if searched.stopped.is_some() {
        return Err(DistributedError::Interrupted);
    }
    let solution = searched
        .solution
        .map(|(subtree, moves)| UnitSolution { subtree, moves: letters(&moves.into_iter().collect()) });
    let result = UnitResult {
        unit: unit.unit,
        job: unit.job.clone(),
        digest: unit.digest.clone(),
        expanded: searched.expanded,
        generated: searched.generated,
        pruned: searched.pruned,
        solution,
        check: String::new(),
    };
    Ok(result.sealed())
}
