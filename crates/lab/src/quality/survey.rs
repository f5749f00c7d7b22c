//! Both samples of a heuristic, random boards and boards near the goal, and its quality as data.

use std::ops::ControlFlow;

use fifteen_puzzle::{ImportanceSampledBoards, RandomBoards};
use fifteen_search::tiles::{TileHeuristic, TileSpace};
use fifteen_solver::{SolveError, Solver};
use serde::Serialize;

use super::{Distribution, Estimate, Growth};

/// The number of bounds that are predicted by default: 4 apart, from the mean value on.
const BOUNDS: u32 = 5;

/// Two samples of a heuristic's values, with the same number of boards.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Survey {
    /// The growth of the tree of moves.
    pub growth: Growth,
    /// The values over random boards.
    pub random: Distribution,
    /// The values over boards near the goal.
    pub near: Distribution,
}

impl Survey {
    /// Draws `samples` random boards and `samples` boards near the goal, both from `seed`, on `threads` threads (0: one
    /// for each core).
    ///
    /// `progress` receives the number of boards done. Where it breaks, the survey is that of the boards done so far.
    /// The result depends on neither the number of threads nor the machine.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn of(
        space: &TileSpace,
        heuristic: &TileHeuristic,
        samples: u64,
        seed: u64,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let growth = Growth::new(space.size());
        let mut random = RandomBoards::new(*space.goal(), seed);
        let boards = (0..samples).map_while(|_| random.next());
        let random = Distribution::of(
            space,
            heuristic,
            boards,
            |board| (board, 1.0),
            threads,
            progress,
        )?;
        // Boards are drawn as often as they weigh in the tree of moves.
        let near = ImportanceSampledBoards::new(*space.goal(), seed, growth.branching);
        // If the first sample was stopped, the second is empty.
        let draws = if random.samples() == samples {
            samples
        } else {
            0
        };
        let more = &mut |done| progress(samples + done);
        let near = Distribution::of(
            space,
            heuristic,
            0..draws,
            |index| near.draw(index),
            threads,
            more,
        )?;
        Ok(Self {
            growth,
            random,
            near,
        })
    }

    /// An estimate from the sample with the smaller relative error. One that estimates 0 has met none of the boards that
    /// matter.
    pub fn best(&self, estimate: impl Fn(&Distribution) -> Option<Estimate>) -> Option<Estimate> {
        let relative = |e: &Estimate| {
            if e.value > 0.0 {
                e.error / e.value
            } else {
                f64::INFINITY
            }
        };
        let estimates = [&self.random, &self.near].into_iter().filter_map(estimate);
        estimates.min_by(|a, b| relative(a).total_cmp(&relative(b)))
    }

    /// The number of moves by which the heuristic makes a search from a typical start shallower: the d for which b^-d
    /// is E\[b^-h\] under normally distributed values with the same mean and deviation. That is mean - ln(b) variance /
    /// 2.
    ///
    /// The true distribution has more boards near the goal, which make most of [share](Distribution::share). But a search
    /// that starts far from the goal and ends at its solution meets hardly any of them. On Korf's 100 boards this
    /// number orders tables by the nodes searched, and the share does not.
    pub fn typical_depth_saved(&self) -> f64 {
        let deviation = self.random.deviation();
        self.random.mean() - self.growth.branching.ln() * deviation * deviation / 2.0
    }

    /// The bounds that are predicted by default.
    fn bounds(&self) -> impl Iterator<Item = u32> {
        let first = (self.random.mean() / 2.0).ceil() as u32 * 2;
        (0..BOUNDS).map(move |i| first + 4 * i)
    }
}

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
    /// The share of the tree that the heuristic leaves: see [`Distribution::share`].
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
}

impl QualityRecord {
    /// The record of a survey, which was drawn from `seed`, of the solver's heuristic. Without bounds, five are
    /// predicted, 4 apart, from the mean value on.
    pub fn new(solver: &Solver, survey: &Survey, seed: u64, bounds: &[u32]) -> Self {
        let (random, branching) = (&survey.random, survey.growth.branching);
        let histogram: Vec<(u32, u64)> = random.histogram().into_iter().collect();
        let growth = &survey.growth;
        let (share, eta) = (
            survey.best(|d| d.share(growth)),
            survey.best(|d| d.eta(growth)),
        );
        let saved = |share: Estimate| -share.value.ln() / branching.ln();
        // Logarithms may differ in the last digits between machines.
        let rounded = |depth: f64| (depth * 1e4).round() / 1e4;
        let predict = |bound: u32| {
            let expanded = survey.best(|d| d.expanded(bound));
            Prediction {
                bound,
                expanded: expanded.map(|e| e.value),
                error: expanded.map(|e| e.error),
            }
        };
        let predictions = if bounds.is_empty() {
            survey.bounds().map(predict).collect()
        } else {
            bounds.iter().copied().map(predict).collect()
        };
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
            depth_saved: share
                .map(saved)
                .filter(|depth| depth.is_finite())
                .map(rounded),
            typical_depth_saved: rounded(survey.typical_depth_saved()),
            predictions,
            histogram,
            eta: eta.map(|eta| eta.value),
            eta_error: eta.map(|eta| eta.error),
        }
    }
}
