//! [`CheckRecord`]: the result of checking a heuristic, in a form for JSON output.

use std::fmt::Display;

use fifteen_puzzle::Board;
use fifteen_solver::{Goal, Solver};
use serde::{Serialize, Serializer};

use super::{CheckPlan, HeuristicCheck};

/// The result of checking a heuristic, together with the heuristic's name, the board size and the
/// goal.
#[derive(Debug, Clone, Serialize)]
pub struct CheckRecord {
    /// Version of the JSON fields. It increases when a field is removed or changes its meaning.
    pub schema: u32,
    /// The heuristic's name.
    pub heuristic: String,
    /// Width and height, such as `4x4`.
    pub size: String,
    /// The goal's name, or its tiles if it has no name.
    pub goal: String,
    /// Whether all boards were checked instead of a sample.
    pub complete: bool,
    /// The counts and faults that the check found.
    #[serde(flatten)]
    pub found: HeuristicCheck,
    /// Mean heuristic value of the boards whose value was compared with a distance or with the
    /// length of a solution.
    pub mean: f64,
    /// Mean of the distances or solution lengths with which the heuristic's values were compared.
    pub mean_distance: f64,
    /// Whether no overestimate was found.
    pub admissible: bool,
    /// Whether every checked move changes the heuristic's value by at most 1.
    pub consistent: bool,
}

/// A board whose heuristic value is larger than its distance from the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Overestimate {
    /// The board whose value is too large.
    #[serde(serialize_with = "text")]
    pub board: Board,
    /// The heuristic's value on the board.
    pub value: u32,
    /// The board's distance from the goal if it is known. Otherwise, the length of a solution,
    /// which is an upper bound on the distance.
    pub distance: u32,
}

/// A move, with the heuristic's values on the boards before and after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MoveValues {
    /// The board before the move.
    #[serde(serialize_with = "text")]
    pub board: Board,
    /// The board after the move.
    #[serde(serialize_with = "text")]
    pub after: Board,
    /// The heuristic's value on the board before the move.
    pub value: u32,
    /// The heuristic's value on the board after the move.
    pub value_after: u32,
}

/// Serialises a value as its `Display` string, such as `1 2 3 / 4 5 6 / 7 8 0` for a board.
fn text<S: Serializer>(shown: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(shown)
}

impl CheckRecord {
    /// Creates the record for a check of `solver`'s heuristic. `plan` says which boards were
    /// checked.
    pub fn new(solver: &Solver, goal: Goal, plan: &CheckPlan, check: &HeuristicCheck) -> Self {
        let mean = |sum: u64| (sum as f64 / check.compared.max(1) as f64 * 1e4).round() / 1e4;
        Self {
            schema: 1,
            heuristic: solver.heuristic().unwrap_or_default().to_owned(),
            size: solver.goal().size().to_string(),
            goal: goal.to_string(),
            complete: plan.complete,
            found: check.clone(),
            mean: mean(check.value_sum),
            mean_distance: mean(check.distance_sum),
            admissible: check.is_admissible(),
            consistent: check.is_consistent(),
        }
    }
}
