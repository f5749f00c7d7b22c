//! The extent of a check, and its result as data.

use std::ops::ControlFlow;

use fifteen_puzzle::Size;
use fifteen_search::Limits;
use fifteen_search::tiles::{TileHeuristic, TileSpace};
use fifteen_solver::{Goal, Solver};
use serde::Serialize;

use super::{CheckError, HeuristicCheck};

/// The largest board of which all boards are checked by default.
const COUNTED_CELLS: usize = 12;
/// Samples of larger boards by default.
const SAMPLES: u64 = 100_000;

/// The boards that a check takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckPlan {
    /// True if all boards are checked.
    pub complete: bool,
    /// The number of random boards, and of boards near the goal, otherwise.
    pub samples: u64,
    /// The number of boards that the progress reaches.
    pub boards: u64,
}

impl CheckPlan {
    /// A check with that number of samples; by default all boards of up to 12 cells, and 100,000 samples of larger
    /// ones.
    pub fn new(size: Size, samples: Option<u64>) -> Self {
        let (complete, samples) = (samples.is_none() && size.cells() <= COUNTED_CELLS, samples.unwrap_or(SAMPLES));
        let boards = if complete { (3..=size.cells() as u64).product() } else { samples.saturating_mul(2) };
        Self { complete, samples, boards }
    }

    /// Makes the check: see [`HeuristicCheck::of_all`] and [`HeuristicCheck::of_samples`], which takes `seed`.
    ///
    /// # Errors
    /// Theirs.
    pub fn run(
        &self,
        space: &TileSpace,
        heuristic: &TileHeuristic,
        seed: u64,
        threads: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<HeuristicCheck, CheckError> {
        if self.complete {
            HeuristicCheck::of_all(space, heuristic, threads, limits, progress)
        } else {
            HeuristicCheck::of_samples(space, heuristic, self.samples, seed, threads, progress)
        }
    }
}

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
    /// Boards whose value was compared with those after their moves.
    pub boards: u64,
    /// Moves whose ends were compared.
    pub moves: u64,
    /// Boards whose value was compared with the distance, or with the length of a solution.
    pub compared: u64,
    /// The mean of the values that were compared with distances.
    pub mean: f64,
    /// The mean of these distances, or of the lengths of solutions.
    pub mean_distance: f64,
    /// True if no value was too large.
    pub admissible: bool,
    /// Boards whose value is too large.
    pub overestimates: u64,
    /// The first of them.
    pub overestimate: Option<OverestimateRecord>,
    /// True if no move changed the value by more than 1.
    pub consistent: bool,
    /// Moves that change the value by more than 1.
    pub jumps: u64,
    /// The first of them.
    pub jump: Option<JumpRecord>,
}

/// A board whose value is too large.
#[derive(Debug, Clone, Serialize)]
pub struct OverestimateRecord {
    /// The board.
    pub board: String,
    /// The value.
    pub value: u32,
    /// The distance, or the length of a solution.
    pub distance: u32,
}

/// A move that changes the value by more than 1.
#[derive(Debug, Clone, Serialize)]
pub struct JumpRecord {
    /// The board.
    pub board: String,
    /// The board after the move.
    pub after: String,
    /// The value of the board.
    pub value: u32,
    /// The value after the move.
    pub value_after: u32,
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
            boards: check.boards,
            moves: check.moves,
            compared: check.compared,
            mean: mean(check.value_sum),
            mean_distance: mean(check.distance_sum),
            admissible: check.is_admissible(),
            overestimates: check.overestimates,
            overestimate: check.overestimate.map(|found| OverestimateRecord {
                board: found.board.to_string(),
                value: found.value,
                distance: found.distance,
            }),
            consistent: check.is_consistent(),
            jumps: check.jumps,
            jump: check.jump.map(|found| JumpRecord {
                board: found.boards[0].to_string(),
                after: found.boards[1].to_string(),
                value: found.values[0],
                value_after: found.values[1],
            }),
        }
    }
}
