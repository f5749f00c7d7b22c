//! [`Survey`]: a heuristic's values on all boards, or on two samples of boards. [`QualityRecord`]:
//! the resulting statistics, in a form for JSON output.
//!
//! Both samples estimate the same means. Random boards show which values are typical. Boards near
//! the goal show the rare small values that determine how much of the search tree remains to be
//! expanded. For example, let b = 2, and suppose that 999 boards in a thousand have h = 20 and one
//! in a thousand has h = 2. Then E\[b^-h\] is 0.999 * 2^-20 + 0.001 * 2^-2 = 0.00025, and the rare
//! boards account for 99.6% of it. A sample of 100 random boards misses them nine times in ten and
//! then estimates 0.000001. A sample that draws both kinds equally often, with the weights 2 *
//! 0.999 and 2 * 0.001, finds nearly the right mean with 100 boards.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use fifteen_puzzle::{Board, ImportanceSampledBoards, Metric, RandomBoards};
use fifteen_resources::Threads;
use fifteen_resources::system_memory::default_limit;
use fifteen_search::tiles::{TileHeuristic, TileSpace};
use fifteen_search::{LimitKind, Limits};
use fifteen_solver::{SolveError, Solver};
use serde::Serialize;

use super::{Estimate, TreeGrowth, ValueDistribution};
use crate::LabError;
use crate::enumeration::BoardLayers;

/// Default number of IDA* iterations for which node counts are predicted. The bound of the first is
/// near the mean heuristic value of random boards, and each further bound is larger by 4.
const DEFAULT_BOUNDS: u32 = 5;

/// A heuristic's values on two samples of the same size: random boards, and boards near the goal.
/// A complete survey has the values on all boards instead.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Survey {
    /// Growth of the tree of moves on boards of this size.
    pub growth: TreeGrowth,
    /// The heuristic's values on random boards, or on all boards if the survey is complete.
    pub random: ValueDistribution,
    /// The heuristic's values on boards near the goal, which are rare among random boards. Each
    /// value has a weight that compensates for how often its board is drawn, so that weighted means
    /// are unbiased. Empty if `complete` is true.
    pub near: ValueDistribution,
    /// Whether `random` contains all boards that can reach the goal. Averages are then exact.
    pub complete: bool,
}

/// All boards that can reach a goal, in the order of their distance from it.
///
/// The sequence ends early if a limit stops the enumeration. `stopped_by` then contains this limit.
struct AllBoards {
    layers: BoardLayers,
    limits: Limits,
    /// Number of parts of the current depth that the iterator has begun. The boards at a depth are
    /// divided into parts, which are listed one at a time to save memory.
    parts_taken: usize,
    /// The boards of the latest part that the iterator has not returned yet.
    boards: std::vec::IntoIter<Board>,
    stopped_by: Option<LimitKind>,
}

impl AllBoards {
    fn new(goal: &Board, threads: Threads, limits: &Limits) -> Result<Self, LabError> {
        let layers = BoardLayers::new(goal, Metric::SingleTile, threads)?;
        Ok(Self {
            layers,
            limits: limits.clone(),
            parts_taken: 0,
            boards: Vec::new().into_iter(),
            stopped_by: None,
        })
    }
}

impl Iterator for AllBoards {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        loop {
            if let Some(board) = self.boards.next() {
                return Some(board);
            }
            if self.parts_taken == self.layers.parts() {
                match self.layers.deepen(&self.limits) {
                    Ok(0) => return None,
                    Ok(_) => self.parts_taken = 0,
                    Err(limit) => {
                        self.stopped_by = Some(limit);
                        return None;
                    }
                }
            }
            self.boards = self.layers.part(self.parts_taken).into_iter();
            self.parts_taken += 1;
        }
    }
}

impl Survey {
    /// Evaluates the heuristic on `samples` random boards and on the same number of boards near the
    /// goal, using `threads` threads. All boards are drawn from `seed`.
    ///
    /// `progress` receives the number of boards evaluated so far. If it returns `Break`, the survey
    /// covers only these boards. If it never returns `Break`, the result is the same on every
    /// machine and for any number of threads.
    ///
    /// # Errors
    /// Returns an error if a table is damaged.
    pub fn of(
        space: &TileSpace,
        heuristic: &TileHeuristic,
        samples: u64,
        seed: u64,
        threads: Threads,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let boards = samples.saturating_mul(2);
        heuristic.prepare(boards, threads, default_limit(), &AtomicBool::new(false));
        let growth = TreeGrowth::new(space.size());
        let mut random_boards = RandomBoards::new(*space.goal(), seed);
        let random = ValueDistribution::of(
            space,
            heuristic,
            (0..samples).map_while(|_| random_boards.next()),
            |board| (board, 1.0),
            threads,
            progress,
        )?;
        let was_stopped = random.samples() < samples;
        let near_samples = if was_stopped { 0 } else { samples };
        // Boards with Manhattan distance m are drawn about b^-m times as often as in a random
        // sample, where b is the branching factor. So a board is drawn about as often as it
        // contributes to the mean of b^-h, which keeps the standard error of this mean small.
        let near_boards = ImportanceSampledBoards::new(*space.goal(), seed, growth.branching);
        let near = ValueDistribution::of(
            space,
            heuristic,
            0..near_samples,
            |index| near_boards.draw(index),
            threads,
            &mut |done| progress(samples.saturating_add(done)),
        )?;
        Ok(Self {
            growth,
            random,
            near,
            complete: false,
        })
    }

    /// Evaluates the heuristic on all boards that can reach the goal, with `threads` threads. The
    /// method is meant for sizes of up to 12 cells, on which a [check](crate::check) covers all
    /// boards too.
    ///
    /// `progress` receives the number of boards evaluated so far, and can end the survey by
    /// returning `Break`.
    ///
    /// # Errors
    /// Returns an error if memory can't be allocated, if a table is damaged, or if `progress` or
    /// `limits` ends the survey.
    pub fn of_all_boards(
        space: &TileSpace,
        heuristic: &TileHeuristic,
        threads: Threads,
        limits: &Limits,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, LabError> {
        let size = space.size();
        let total = u64::try_from(size.reachable_boards()).unwrap_or(u64::MAX);
        let memory = limits.memory.unwrap_or_else(default_limit);
        let cancel = limits.cancel.clone().unwrap_or_default();
        heuristic.prepare(total, threads, memory, &cancel);
        let mut boards = AllBoards::new(space.goal(), threads, limits)?;
        let weighted = |board: Board| (board, 1.0);
        let all =
            ValueDistribution::of(space, heuristic, &mut boards, weighted, threads, progress)?;
        if let Some(limit) = boards.stopped_by {
            return Err(limit.into());
        }
        if all.samples() < total {
            return Err(LabError::Interrupted);
        }
        Ok(Self {
            growth: TreeGrowth::new(size),
            near: ValueDistribution::empty(space),
            random: all,
            complete: true,
        })
    }

    /// Estimates a mean from each of the two samples, and returns the estimate with the smaller
    /// relative error. The mean of a complete survey is exact and has the error 0.
    ///
    /// A positive estimate is always preferred to an estimate of 0. The value 0 means that the
    /// sample contains none of the rare boards that contribute to the mean.
    pub fn best(
        &self,
        estimate: impl Fn(&ValueDistribution) -> Option<Estimate>,
    ) -> Option<Estimate> {
        if self.complete {
            let exact = |estimate: Estimate| Estimate {
                error: 0.0,
                ..estimate
            };
            return estimate(&self.random).map(exact);
        }
        let relative_error = |e: &Estimate| {
            if e.value > 0.0 {
                e.error / e.value
            } else {
                f64::INFINITY
            }
        };
        let estimates = [&self.random, &self.near].into_iter().filter_map(estimate);
        estimates.min_by(|a, b| relative_error(a).total_cmp(&relative_error(b)))
    }

    /// Returns the number of moves by which the heuristic reduces the depth of a search from a
    /// typical start board.
    ///
    /// This number is mean - ln(b) variance / 2, where b is the branching factor, and mean and
    /// variance describe the values of random boards. If values were normally distributed, b^-d
    /// would equal E\[b^-h\] for this number d.
    ///
    /// The true distribution contains more boards near the goal, which account for most of the
    /// [share](ValueDistribution::share). But a search that starts far from the goal hardly visits
    /// them before it ends. On Korf's 100 boards, this number ranks tables correctly by the nodes
    /// that they need, and the share does not.
    pub fn typical_depth_saved(&self) -> f64 {
        let deviation = self.random.deviation();
        self.random.mean() - self.growth.branching.ln() * deviation * deviation / 2.0
    }

    /// Returns the bounds for which node counts are predicted by default. The first is the mean
    /// heuristic value, rounded up to an even number. Each further bound is larger by 4.
    fn default_bounds(&self) -> Vec<u32> {
        let first = (self.random.mean() / 2.0).ceil() as u32 * 2;
        (0..DEFAULT_BOUNDS).map(|i| first + 4 * i).collect()
    }

    /// Predicts the number of nodes that IDA* expands in an iteration with the given bound.
    fn predict(&self, bound: u32) -> Prediction {
        let expanded = self.best(|distribution| distribution.expanded(bound));
        Prediction {
            bound,
            expanded: expanded.map(|e| e.value),
            error: expanded.map(|e| e.error),
        }
    }
}

/// The predicted number of nodes that IDA* expands in one iteration.
#[derive(Debug, Clone, Serialize)]
pub struct Prediction {
    /// Bound of the iteration, in moves.
    pub bound: u32,
    /// Mean number of nodes expanded, over random start boards. It is `None` if both samples lack a
    /// board for some position of the blank.
    pub expanded: Option<f64>,
    /// Standard error of `expanded`.
    pub error: Option<f64>,
}

/// A JSON record of a heuristic's quality. The numbers are exact if the survey covered all boards.
/// Otherwise, most of them are estimates from samples.
#[derive(Debug, Clone, Serialize)]
pub struct QualityRecord {
    /// Version of the JSON fields. It increases when a field is removed or changes its meaning.
    pub schema: u32,
    /// The heuristic's name.
    pub heuristic: String,
    /// Width and height, such as `4x4`.
    pub size: String,
    /// 0-based index of the goal's blank cell, in row-major order.
    pub blank: usize,
    /// Number of random boards in the sample. The sample of boards near the goal has the same size.
    /// If `complete` is true, this is the number of all boards.
    pub samples: u64,
    /// Seed from which the boards were drawn.
    pub seed: u64,
    /// Mean heuristic value of the random boards.
    pub mean: f64,
    /// Standard deviation of the random boards' heuristic values.
    pub deviation: f64,
    /// Smallest heuristic value among the random boards, or `None` if the sample is empty.
    pub smallest: Option<u32>,
    /// Largest heuristic value among the random boards, or `None` if the sample is empty.
    pub largest: Option<u32>,
    /// Branching factor of the tree of moves.
    pub branching: f64,
    /// Share of the search tree that a search with this heuristic still expands (see
    /// [`ValueDistribution::share`]).
    pub share: Option<f64>,
    /// Standard error of `share`.
    pub share_error: Option<f64>,
    /// Number of moves that the heuristic saves. With it, a search expands as many nodes as a
    /// search without a heuristic whose depth is smaller by this number.
    pub depth_saved: Option<f64>,
    /// Number of moves by which the heuristic reduces the depth of a search from a typical start
    /// board (see [`Survey::typical_depth_saved`]).
    pub typical_depth_saved: f64,
    /// Predicted number of nodes that IDA* expands in an iteration, for several bounds.
    pub predictions: Vec<Prediction>,
    /// Pairs of a heuristic value and the number of random boards that have this value, in
    /// ascending order of the values.
    pub histogram: Vec<(u32, u64)>,
    /// Mean of `branching`^-h over all boards, where h is the heuristic's value (see
    /// [`ValueDistribution::eta`]).
    pub eta: Option<f64>,
    /// Standard error of `eta`.
    pub eta_error: Option<f64>,
    /// Whether all boards were evaluated instead of a sample, so that all numbers are exact.
    pub complete: bool,
}

impl QualityRecord {
    /// Creates the record for a survey of `solver`'s heuristic. `seed` is the seed of the survey's
    /// random boards.
    ///
    /// `bounds` lists the bounds of the IDA* iterations for which node counts are predicted. If it
    /// is empty, five bounds are used. The first is near the mean heuristic value, and each further
    /// bound is larger by 4.
    pub fn new(solver: &Solver, survey: &Survey, seed: u64, bounds: &[u32]) -> Self {
        let random = &survey.random;
        let branching = survey.growth.branching;
        let histogram: Vec<(u32, u64)> = random.histogram().into_iter().collect();
        let share = survey.best(|distribution| distribution.share(&survey.growth));
        let eta = survey.best(|distribution| distribution.eta(&survey.growth));
        let depth_saved = share.map(|share| -share.value.ln() / branching.ln());
        // The last digits of a logarithm can differ between machines. Round them off, to make the
        // record reproducible.
        let rounded = |depth: f64| (depth * 1e4).round() / 1e4;
        let bounds = if bounds.is_empty() {
            survey.default_bounds()
        } else {
            bounds.to_vec()
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
            depth_saved: depth_saved.filter(|depth| depth.is_finite()).map(rounded),
            typical_depth_saved: rounded(survey.typical_depth_saved()),
            predictions: bounds.iter().map(|&bound| survey.predict(bound)).collect(),
            histogram,
            eta: eta.map(|eta| eta.value),
            eta_error: eta.map(|eta| eta.error),
            complete: survey.complete,
        }
    }
}
