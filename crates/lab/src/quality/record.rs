//! The quality of a heuristic as data.

use fifteen_solver::Solver;
use serde::Serialize;

use super::{Estimate, Survey, eta_of_manhattan};

/// The number of bounds that are predicted by default: 4 apart, from the mean value on.
const BOUNDS: u32 = 5;

/// The nodes of one iteration.
#[derive(Debug, Clone, Serialize)]
pub struct Prediction {
    /// The bound of the iteration.
    pub bound: u32,
    /// Nodes expanded. None if the sample lacks boards with the blank on some cell.
    pub expanded: Option<f64>,
    /// The standard error.
    pub error: Option<f64>,
}

/// The quality of a heuristic. All numbers except counts are estimates.
#[derive(Debug, Clone, Serialize)]
pub struct QualityRecord {
    /// The version of these fields.
    pub schema: u32,
    /// The heuristic's name.
    pub heuristic: String,
    /// Width and height.
    pub size: String,
    /// The cell of the goal's blank.
    pub blank: usize,
    /// Random boards, and boards near the goal.
    pub samples: u64,
    /// The seed of the boards.
    pub seed: u64,
    /// The mean value of the random boards.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// The smallest value.
    pub smallest: Option<u32>,
    /// The largest value.
    pub largest: Option<u32>,
    /// The branching factor of the tree of moves.
    pub branching: f64,
    /// The share of the tree that the heuristic leaves: see [`Survey::share`].
    pub share: Option<f64>,
    /// Its standard error.
    pub share_error: Option<f64>,
    /// The number of moves by which a search without heuristic would have to be shallower to expand the same nodes.
    pub depth_saved: Option<f64>,
    /// The same from a typical start: see [`Survey::typical_depth_saved`].
    pub typical_depth_saved: f64,
    /// The nodes of iterations.
    pub predictions: Vec<Prediction>,
    /// The values, each with its number of boards.
    pub histogram: Vec<(u32, u64)>,
    /// The mean of branching^-value over all boards.
    pub eta: Option<f64>,
    /// Its standard error.
    pub eta_error: Option<f64>,
    /// For the Manhattan distance.
    pub eta_exact: Option<f64>,
}

impl QualityRecord {
    /// The record of a survey, which was drawn from `seed`, of the solver's heuristic. Without bounds, five are
    /// predicted, 4 apart, from the mean value on. `threads` compute the exact eta.
    pub fn new(solver: &Solver, survey: &Survey, seed: u64, bounds: &[u32], threads: usize) -> Self {
        let random = survey.random();
        let histogram: Vec<(u32, u64)> = random.histogram().into_iter().collect();
        let branching = survey.growth().branching;
        let (share, eta) = (survey.share(), survey.eta());
        let is_manhattan = solver.heuristic() == Some("manhattan");
        let saved = |share: Estimate| -share.value.ln() / branching.ln();
        // Logarithms may differ in the last digits between machines.
        let rounded = |depth: f64| (depth * 1e4).round() / 1e4;
        let predict = |bound: u32| {
            let expanded = survey.expanded(bound, None);
            Prediction { bound, expanded: expanded.map(|e| e.value), error: expanded.map(|e| e.error) }
        };
        let bounds = if bounds.is_empty() { default_bounds(random.mean()) } else { bounds.to_vec() };
        Self {
            schema: 1,
            heuristic: solver.heuristic().unwrap_or_default().to_owned(),
            size: solver.goal().size().to_string(),
            blank: solver.goal().blank(),
            samples: random.samples(),
            seed,
            mean: random.mean(),
            deviation: random.deviation(),
            smallest: histogram.first().map(|bin| bin.0),
            largest: histogram.last().map(|bin| bin.0),
            branching,
            share: share.map(|share| share.value),
            share_error: share.map(|share| share.error),
            depth_saved: share.map(saved).filter(|depth| depth.is_finite()).map(rounded),
            typical_depth_saved: rounded(survey.typical_depth_saved()),
            predictions: bounds.into_iter().map(predict).collect(),
            histogram,
            eta: eta.map(|eta| eta.value),
            eta_error: eta.map(|eta| eta.error),
            eta_exact: is_manhattan.then(|| eta_of_manhattan(solver.goal(), threads)),
        }
    }
}

fn default_bounds(mean: f64) -> Vec<u32> {
    let first = (mean / 2.0).ceil() as u32 * 2;
    (0..BOUNDS).map(|i| first + 4 * i).collect()
}
