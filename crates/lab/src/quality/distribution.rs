//! [`ValueDistribution`]: the values of a heuristic over sampled boards, and estimates from them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fifteen_puzzle::parity::Unsolvable;
use fifteen_puzzle::{Board, Size};
use fifteen_search::tiles::{TileHeuristic, TileSpace};
use fifteen_solver::{SolveError, batch};

use super::tree::{TreeGrowth, TreeLevels};
use crate::chunks::chunks;

/// Number of boards whose values a thread computes at once.
const CHUNK: usize = 1024;

/// How often each value of a heuristic occurs over a sample of boards, for each cell of the blank.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueDistribution {
    size: Size,
    /// Cell of the goal's blank.
    goal_blank: usize,
    /// The boards of each value, indexed by the blank's cell.
    cells: Vec<BTreeMap<u32, ValueCount>>,
}

/// The sampled boards that have the same value and the same cell of the blank.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct ValueCount {
    boards: u64,
    /// Sum of the boards' weights.
    weights: f64,
    /// Sum of the squares of the weights, for the standard error.
    squared_weights: f64,
}

/// An estimate of a mean over all boards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimated mean.
    pub value: f64,
    /// Standard error of the mean.
    pub error: f64,
}

/// What is kept of a sampled board.
struct WeightedValue {
    blank: usize,
    h: u32,
    weight: f64,
}

impl ValueDistribution {
    /// Computes the values of a heuristic on boards, on `threads` threads (0: one for each core).
    ///
    /// `draw` turns each item into a board with a weight; it runs on the threads too. Random boards
    /// have weight 1. For [`share`](Self::share) and [`expanded`](Self::expanded), which depend on
    /// boards with small values, boards near the goal are a better sample.
    ///
    /// `progress` receives the number of boards done. If it returns `Break`, the distribution
    /// consists of the boards done so far. Otherwise the result doesn't depend on the number of
    /// threads.
    ///
    /// # Errors
    /// Returns an error if a board can't reach the goal of `space`, or if a table is damaged.
    pub fn of<T: Send>(
        space: &TileSpace,
        heuristic: &TileHeuristic,
        items: impl Iterator<Item = T> + Send,
        draw: impl Fn(T) -> (Board, f64) + Sync,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let size = space.size();
        let mut distribution = Self {
            size,
            goal_blank: space.goal().blank(),
            cells: vec![BTreeMap::new(); size.cells()],
        };
        let evaluate = |chunk: Vec<T>| -> Result<Vec<WeightedValue>, SolveError> {
            let (boards, weights): (Vec<Board>, Vec<f64>) = chunk.into_iter().map(&draw).unzip();
            let states = boards
                .iter()
                .map(|board| space.state(board))
                .collect::<Result<Vec<_>, Unsolvable>>()?;
            let values = heuristic.values(&states).map_err(|(_, error)| error)?;
            let drawn = boards.iter().zip(values).zip(weights);
            Ok(drawn
                .map(|((board, h), weight)| WeightedValue {
                    blank: board.blank(),
                    h,
                    weight,
                })
                .collect())
        };
        let mut done = 0;
        let mut outcome = Ok(());
        // Sums of weights are rounded, so they depend on the order of the terms. Adding the chunks
        // in their order makes the result the same for any number of threads.
        batch::in_order(
            chunks(items, CHUNK),
            threads,
            evaluate,
            |evaluated| match evaluated {
                Ok(values) => {
                    done += values.len() as u64;
                    values.iter().for_each(|value| distribution.add(value));
                    progress(done)
                }
                Err(error) => {
                    outcome = Err(error);
                    ControlFlow::Break(())
                }
            },
        );
        outcome.map(|()| distribution)
    }

    fn add(&mut self, drawn: &WeightedValue) {
        let count = self.cells[drawn.blank].entry(drawn.h).or_default();
        count.boards += 1;
        count.weights += drawn.weight;
        count.squared_weights += square(drawn.weight);
    }

    /// Number of boards in the sample.
    pub fn samples(&self) -> u64 {
        self.cells
            .iter()
            .flat_map(BTreeMap::values)
            .map(|count| count.boards)
            .sum()
    }

    /// Number of boards with each value that occurs, whatever their weights.
    pub fn histogram(&self) -> BTreeMap<u32, u64> {
        let mut histogram = BTreeMap::new();
        for (&h, count) in self.cells.iter().flatten() {
            *histogram.entry(h).or_default() += count.boards;
        }
        histogram
    }

    /// Mean value of the boards, whatever their weights.
    pub fn mean(&self) -> f64 {
        let sum: u64 = self
            .histogram()
            .iter()
            .map(|(&h, &n)| u64::from(h) * n)
            .sum();
        sum as f64 / self.samples().max(1) as f64
    }

    /// Standard deviation of the values, whatever the boards' weights.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self
            .histogram()
            .iter()
            .map(|(&h, &n)| n as f64 * square(f64::from(h) - mean))
            .sum();
        (squares / self.samples().max(1) as f64).sqrt()
    }

    /// Estimates the share of the tree of moves that the heuristic leaves: E\[b^-h\] (see the
    /// [module](super)).
    ///
    /// A value of the wrong parity is rounded up, because a search whose bounds grow by 2 does the
    /// same. The mean is divided by that of h = 0, so that searching without a heuristic has the
    /// share 1. Returns `None` if the blank is on some cell in no board of the sample.
    pub fn share(&self, growth: &TreeGrowth) -> Option<Estimate> {
        let largest = *self.cells.iter().flat_map(BTreeMap::keys).max()? as usize + 1;
        let powers: Vec<f64> =
            std::iter::successors(Some(1.0), |power| Some(power / growth.branching))
                .take(largest + 1)
                .collect();
        let weight = |cell: usize, h: u32| {
            let wrong_parity =
                (h as usize + self.size.colour(cell) + self.size.colour(self.goal_blank)) % 2;
            growth.shares[cell] * powers[h as usize + wrong_parity]
        };
        let whole_tree: f64 = (0..self.size.cells()).map(|cell| weight(cell, 0)).sum();
        self.estimate(|cell, h| weight(cell, h) / whole_tree)
    }

    /// Estimates eta, the mean of b^-h over all boards (see the [module](super)).
    ///
    /// Returns `None` if the blank is on some cell in no board of the sample.
    pub fn eta(&self, growth: &TreeGrowth) -> Option<Estimate> {
        let cells = self.size.cells() as f64;
        self.estimate(|_, h| growth.branching.powi(-(h as i32)) / cells)
    }

    /// Estimates the number of nodes that a complete iteration of IDA* with this bound expands.
    ///
    /// The estimate is the average over the starts that are searched with this bound, which are
    /// those whose distance from the goal has the same parity. It holds for consistent heuristics.
    /// Returns `None` if the blank is on some cell in no board of the sample.
    pub fn expanded(&self, bound: u32) -> Option<Estimate> {
        let has_parity_of_bound = |&cell: &usize| {
            (self.size.colour(cell) + self.size.colour(self.goal_blank) + bound as usize)
                .is_multiple_of(2)
        };
        let starts: Vec<usize> = (0..self.size.cells()).filter(has_parity_of_bound).collect();
        let mut roots = vec![0.0; self.size.cells()];
        for &cell in &starts {
            roots[cell] = 1.0 / starts.len() as f64;
        }
        // A board with value h is expanded at every depth up to bound - h, so each level gets the
        // sum of all levels above it.
        let mut nodes_up_to: Vec<Vec<f64>> = TreeLevels::new(self.size, &roots)
            .take(bound as usize + 1)
            .collect();
        for depth in 1..nodes_up_to.len() {
            let (above, here) = nodes_up_to.split_at_mut(depth);
            for (here, above) in here[0].iter_mut().zip(&above[depth - 1]) {
                *here += above;
            }
        }
        self.estimate(|cell, h| {
            bound
                .checked_sub(h)
                .map_or(0.0, |depth| nodes_up_to[depth as usize][cell])
        })
    }

    /// The sum, over all cells, of the mean of `f(cell, h)` over the boards with the blank there.
    ///
    /// Each cell is a stratum with a mean and a variance of its own; the error is that of a
    /// stratified sample.
    fn estimate(&self, f: impl Fn(usize, u32) -> f64) -> Option<Estimate> {
        let mut value = 0.0;
        let mut variance = 0.0;
        for (cell, counts) in self.cells.iter().enumerate() {
            let boards = counts.values().map(|count| count.boards).sum::<u64>() as f64;
            if boards == 0.0 {
                return None;
            }
            let mean = counts
                .iter()
                .map(|(&h, count)| count.weights * f(cell, h))
                .sum::<f64>()
                / boards;
            let mean_square = counts
                .iter()
                .map(|(&h, count)| count.squared_weights * square(f(cell, h)))
                .sum::<f64>()
                / boards;
            value += mean;
            variance += (mean_square - square(mean)).max(0.0) / boards;
        }
        Some(Estimate {
            value,
            error: variance.sqrt(),
        })
    }
}

fn square(x: f64) -> f64 {
    x * x
}
