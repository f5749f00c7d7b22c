//! [`CheckRecord`]: the findings of a check as data for output.

use std::fmt::Display;

use fifteen_puzzle::Board;
use fifteen_solver::{Goal, Solver};
use serde::{Serialize, Serializer};

use super::{CheckPlan, HeuristicCheck};

/// The findings of a check, with the heuristic and the boards that were checked.
#[derive(Debug, Clone, Serialize)]
pub struct CheckRecord {
    /// Version of these fields; it grows when a field changes its meaning or is removed.
    pub schema: u32,
    /// The heuristic's name.
    pub heuristic: String,
    /// Width and height, as in `4x4`.
    pub size: String,
    /// The goal: its name, or its tiles.
    pub goal: String,
    /// True if all boards were checked.
    pub complete: bool,
    /// What was found.
    #[serde(flatten)]
    pub found: HeuristicCheck,
    /// Mean of the values that were compared with distances or lengths of solutions.
    pub mean: f64,
    /// Mean of these distances and lengths.
    pub mean_distance: f64,
    /// True if no value was too large.
    pub admissible: bool,
    /// True if no move changed the value by more than 1.
    pub consistent: bool,
}

/// A board whose value is larger than its distance from the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Overestimate {
    /// The board.
    #[serde(serialize_with = "text")]
    pub board: Board,
    /// The heuristic's value.
    pub value: u32,
    /// The distance from the goal, or the length of a solution.
    pub distance: u32,
}

/// A move, with the heuristic's values of the boards before and after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MoveValues {
    /// The board before the move.
    #[serde(serialize_with = "text")]
    pub board: Board,
    /// The board after the move.
    #[serde(serialize_with = "text")]
    pub after: Board,
    /// The value before the move.
    pub value: u32,
    /// The value after the move.
    pub value_after: u32,
}

/// Serialises a value as the text that `Display` writes.
fn text<S: Serializer>(shown: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(shown)
}

impl CheckRecord {
    /// Creates the record of a check of `solver`'s heuristic, run as `plan` says.
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
