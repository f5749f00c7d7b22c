//! A request as a person types it: errors, notes and hints name its fields as options.

use anyhow::{Result, anyhow};
use fifteen_solver::puzzle::parity;
use fifteen_solver::{Algorithm, Board, Field, Mode, Request};

/// Validates a request.
pub(crate) fn validated(request: Request) -> Result<Request> {
    request.validated().map_err(|error| anyhow!(error.spelled(option)))
}

/// Notes on what is not used: a mode, and threads for the search of one board, where they were written out.
pub(crate) fn notes(request: &Request, mode_given: bool, threads_given: bool) -> Vec<String> {
    let (fast, algorithm, all) = (request.search.mode != Mode::Plain, request.setup.algorithm, request.search.all);
    let mode = match (fast && mode_given, algorithm, all) {
        (true, Algorithm::Ida, Some(_)) => {
            Some("fast mode finds one solution, so --all is searched in plain mode".to_owned())
        }
        (true, Algorithm::Ida, None) | (false, ..) => None,
        (true, ..) => Some(format!("{algorithm} has no fast mode; --mode fast is not used")),
    };
    let in_fast_mode = fast && algorithm == Algorithm::Ida && all.is_none();
    let threads = "only fast mode of ida uses several threads for a board; --threads is not used";
    mode.into_iter().chain((threads_given && !in_fast_mode).then(|| threads.to_owned())).collect()
}

/// The goals with which an unsolvable board can be solved, as an addition to the reason; empty if there are none.
pub(crate) fn solvable_with(board: &Board) -> String {
    let goals: Vec<_> = parity::solvable_goals(board).iter().map(|goal| format!("--goal {goal}")).collect();
    if goals.is_empty() { String::new() } else { format!("; solvable with {}", goals.join(" and with ")) }
}

fn option(field: Field) -> &'static str {
    match field {
        Field::All => "--all",
        Field::FinishIteration => "--mode complete",
        Field::Depth => "--depth-limit D",
        Field::Within => "--within",
        Field::First => "--within any",
        Field::Algorithm => "--algorithm",
        Field::Heuristic => "--heuristic",
    }
}
