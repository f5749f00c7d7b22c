//! A request as a person types it: errors, notes and hints name its fields as options.

use fifteen_solver::puzzle::parity;
use fifteen_solver::{Asked, Board, Field, Goal, Request, Size};

use crate::exit::Failure;

/// The size of a goal that is a board: the boards have it too.
pub(crate) fn size_of_goal(goal: Goal) -> Option<Size> {
    if let Goal::Board(board) = goal { Some(board.size()) } else { None }
}

/// Validates a request.
pub(crate) fn validated(request: Request) -> Result<Request, Failure> {
    request.validated().map_err(|error| Failure::new(error.spelled(option)))
}

/// Notes on what was asked for and is not used.
pub(crate) fn notes(request: &Request, asked: &Asked) -> Vec<String> {
    request.notes(asked).iter().map(|note| note.spelled(option)).collect()
}

/// The goals with which an unsolvable board can be solved, as an addition to the reason; empty if there are none.
pub(crate) fn solvable_with(board: &Board) -> String {
    let goals: Vec<_> = parity::solvable_goals(board).iter().map(|goal| format!("--goal {goal}")).collect();
    if goals.is_empty() { String::new() } else { format!("; solvable with {}", goals.join(" and with ")) }
}

fn option(field: Field) -> &'static str {
    match field {
        Field::All => "--all",
        Field::FinishIteration => "--finish-iteration",
        Field::Deepening => "--deepening",
        Field::Depth => "--depth-limit D",
        Field::Mode => "--mode fast",
        Field::Threads => "--threads",
        Field::Within => "--within",
        Field::First => "--first",
        Field::Algorithm => "--algorithm",
        Field::Heuristic => "--heuristic",
    }
}
