//! The result of a check as data.

use std::fmt::Display;

use fifteen_puzzle::Board;
use fifteen_solver::{Goal, Solver};
use serde::{Serialize, Serializer};

use super::{CheckPlan, HeuristicCheck};

/// The result of a check.
#[derive(Debug, Clone, Serialize)]
pub struct CheckRecord {
    /// The version of these fields.
    pub schema: u32,
    /// The heuristic's name.
    pub heuristic: String,
    /// Width and height.
    pub size: String,
    /// The goal: a name or a board.
    pub goal: String,
    /// True if all boards were checked.
    pub complete: bool,
    /// The findings.
    #[serde(flatten)]
    pub found: HeuristicCheck,
    /// The mean of the values that were compared with distances.
    pub mean: f64,
    /// The mean of these distances, or of the lengths of solutions.
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
    /// The value.
    pub value: u32,
    /// The distance, or the length of a solution.
    pub distance: u32,
}

/// A move that changes the value by more than 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Jump {
    /// The board.
    #[serde(serialize_with = "text")]
    pub board: Board,
    /// The board after the move.
    #[serde(serialize_with = "text")]
    pub after: Board,
    /// The value of the board.
    pub value: u32,
    /// The value after the move.
    pub value_after: u32,
}

fn text<S: Serializer>(shown: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(shown)
}

impl CheckRecord {
    /// The record of a check of the solver's heuristic.
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
