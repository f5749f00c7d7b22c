//! IDA* for one board of the tile puzzle, in every mode, with or without a companion search.

use std::cell::RefCell;

use super::anytime::{Anytime, SolutionSearch};
use super::pruning::{PrunedSpace, TrackedMove};
use super::{
    HeuristicError, Move, SearchEvent, SearchResult, TileHeuristic, TileIda, TileSpace, TileState,
};
use crate::ida::cut::IdaProblem;
use crate::ida::deepening::Deepening;
use crate::outcome::each;
use crate::{Limits, Outcome};

/// Searches for a shortest solution by IDA*. In an anytime search, a companion search also looks
/// for good solutions. Calls `on_event` after each iteration of IDA*, and with each solution of the
/// companion that is better than all previous ones.
///
/// # Errors
/// Returns the heuristic's error if it cannot evaluate the start board. Also returns an error if a
/// solution proves that the heuristic overestimates.
pub(super) fn search(
    ida: TileIda,
    heuristic: &TileHeuristic,
    space: &TileSpace,
    start: &TileState,
    limits: &Limits,
    on_event: &mut dyn FnMut(SearchEvent),
) -> SearchResult {
    // Both IDA* and its companion report events.
    let on_event = RefCell::new(on_event);
    let on_solution = |moves: &[Move], bound| {
        let path = moves.iter().copied().collect();
        on_event.borrow_mut()(SearchEvent::Solution { path, bound });
    };
    let mut companion = match ida {
        TileIda::Anytime(options) => {
            Some(Anytime::new(space, heuristic, options, limits).companion(*start, &on_solution))
        }
        TileIda::Plain { .. } | TileIda::Fast { .. } => None,
    };
    let space = PrunedSpace::new(space, ida.mode());
    let (first, full) = heuristic.engines(ida);
    let problem = IdaProblem::new(&space, first, full, start)?;
    let options = ida.options(limits);
    // The main loop of IDA*: one iteration after another, with increasing bounds.
    let mut deepening = Deepening::new(&problem, &options);
    while let Some(iteration) = deepening.iterate(
        &problem,
        companion.as_mut().map(|companion| companion as _),
        ida.splitting(),
    ) {
        on_event.borrow_mut()(SearchEvent::Iteration(iteration));
    }
    conclude(deepening.outcome(), companion)
}

/// Returns the result of a board's search: the outcome of IDA*. If a companion search also ran, its
/// best solution completes the outcome.
///
/// # Errors
/// Returns [`HeuristicError::Overestimates`] if the solution is shorter than the bound that the
/// heuristic's values seemed to prove.
pub(super) fn conclude(
    outcome: Outcome<Vec<TrackedMove>>,
    companion: Option<SolutionSearch<'_>>,
) -> SearchResult {
    let proof = outcome.map_paths(each(|tracked: TrackedMove| tracked.m));
    let outcome = match companion {
        Some(companion) => companion.complete(proof),
        None => proof,
    };
    match outcome.length {
        Some(length) if length < outcome.bound => Err(HeuristicError::Overestimates {
            length,
            bound: outcome.bound,
        }),
        _ => Ok(outcome),
    }
}
