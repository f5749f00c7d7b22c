//! [`ValueDistribution`]: how often each value of a heuristic occurs in a sample of boards. Several
//! means are estimated from these frequencies.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fifteen_puzzle::parity::Unsolvable;
use fifteen_puzzle::{Board, Size};
use fifteen_resources::Threads;
use fifteen_search::tiles::{TileHeuristic, TileSpace};
use fifteen_solver::SolveError;
use fifteen_solver::batch::{self, Source};

use super::tree::{TreeGrowth, TreeLevels};
use crate::chunks::chunks;

/// Number of boards that a thread evaluates together. Evaluating many boards at once is faster than
/// evaluating them one by one.
const CHUNK: usize = 1024;

/// How often each value of a heuristic occurs in a sample of boards. The boards are counted
/// separately for each cell of the blank.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueDistribution {
    size: Size,
    /// The cell of the goal's blank. A board is an even number of moves from the goal if its blank
    /// is on a cell of the same chequerboard colour.
    goal_blank: usize,
    /// For each cell of the blank, the boards with each heuristic value. The index is the cell, and
    /// the key is the value.
    cells: Vec<BTreeMap<u32, ValueCount>>,
}

/// The sampled boards that have a certain heuristic value and the blank on a certain cell.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct ValueCount {
    boards: u64,
    /// Sum of the boards' weights, which are 1 for random boards.
    weights: f64,
    /// Sum of the squared weights, from which the standard error is computed.
    squared_weights: f64,
}

/// An estimate of a mean over all boards, with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimated mean.
    pub value: f64,
    /// Standard error of `value`.
    pub error: f64,
}

/// The blank's cell, the heuristic value and the weight of a sampled board.
struct WeightedValue {
    blank: usize,
    h: u32,
    weight: f64,
}

impl ValueDistribution {
    /// Evaluates the heuristic on a sample of boards, using `threads` threads.
    ///
    /// `draw` turns each item into a board and its weight. It is called on the worker threads.
    /// Random boards have weight 1. [`share`](Self::share) and [`expanded`](Self::expanded) depend
    /// mostly on boards with small values, so a sample of boards near the goal estimates them more
    /// accurately.
    ///
    /// `progress` receives the number of boards evaluated so far. If it returns `Break`, the
    /// distribution covers only these boards. If it never returns `Break`, the result is the same
    /// for any number of threads.
    ///
    /// # Errors
    /// Returns an error if a board can't reach the goal of `space`, or if a table is damaged.
    pub fn of<T: Send>(
        space: &TileSpace,
        heuristic: &TileHeuristic,
        items: impl Iterator<Item = T> + Send,
        draw: impl Fn(T) -> (Board, f64) + Sync,
        threads: Threads,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let mut distribution = Self::empty(space);
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
        // Floating-point sums depend on the order of the terms. Add the chunks in a fixed order, so
        // that the result is the same for any number of threads.
        batch::in_order(
            chunks(items, CHUNK),
            Source::Ready,
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

    /// Returns the distribution of an empty sample.
    pub(super) fn empty(space: &TileSpace) -> Self {
        let size = space.size();
        Self {
            size,
            goal_blank: space.goal().blank(),
            cells: vec![BTreeMap::new(); size.cells()],
        }
    }

    fn add(&mut self, drawn: &WeightedValue) {
        let count = self.cells[drawn.blank].entry(drawn.h).or_default();
        count.boards += 1;
        count.weights += drawn.weight;
        count.squared_weights += square(drawn.weight);
    }

    /// Returns the number of boards in the sample.
    pub fn samples(&self) -> u64 {
        self.cells
            .iter()
            .flat_map(BTreeMap::values)
            .map(|count| count.boards)
            .sum()
    }

    /// Returns the number of sampled boards for each value that occurs. Weights are ignored.
    pub fn histogram(&self) -> BTreeMap<u32, u64> {
        let mut histogram = BTreeMap::new();
        for (&h, count) in self.cells.iter().flatten() {
            *histogram.entry(h).or_default() += count.boards;
        }
        histogram
    }

    /// Returns the mean heuristic value of the sampled boards. Weights are ignored.
    pub fn mean(&self) -> f64 {
        let sum: u64 = self
            .histogram()
            .iter()
            .map(|(&h, &n)| u64::from(h) * n)
            .sum();
        sum as f64 / self.samples().max(1) as f64
    }

    /// Returns the standard deviation of the sampled boards' heuristic values. Weights are ignored.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self
            .histogram()
            .iter()
            .map(|(&h, &n)| n as f64 * square(f64::from(h) - mean))
            .sum();
        (squares / self.samples().max(1) as f64).sqrt()
    }

    /// Estimates the share of the search tree that remains to be expanded with this heuristic:
    /// E\[b^-h\], where b is the branching factor and h is the heuristic's value (see the
    /// [module](super)).
    ///
    /// Values are rounded up to the parity of the distance, because this has no effect on a search
    /// whose bounds grow by 2. The result is scaled so that a search without a heuristic has the
    /// share 1. Returns `None` if the sample contains no board for some position of the blank.
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

    /// Estimates eta: the mean of b^-h over all boards, where b is the branching factor and h is
    /// the heuristic's value (see the [module](super)).
    ///
    /// Returns `None` if the sample contains no board for some position of the blank.
    pub fn eta(&self, growth: &TreeGrowth) -> Option<Estimate> {
        let cells = self.size.cells() as f64;
        self.estimate(|_, h| growth.branching.powi(-(h as i32)) / cells)
    }

    /// Estimates the number of nodes that IDA* expands in a complete iteration with the given
    /// bound. The estimate is valid only for consistent heuristics.
    ///
    /// It is a mean over all start boards whose distance from the goal has the same parity as
    /// `bound`. IDA* never searches other start boards with this bound. Returns `None` if the
    /// sample contains no board for some position of the blank.
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
        // A board with value h is expanded if its depth is at most `bound - h`. So `nodes_up_to[d]`
        // will contain, for each position of the blank, the number of nodes at all depths up to d.
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

    /// Estimates a sum of means, one for each cell: the mean of `f(cell, h)` over the boards with
    /// the blank on that cell. Returns `None` if the sample contains no board for some position of
    /// the blank.
    ///
    /// The standard error is that of a stratified sample. Each cell is a stratum with its own mean
    /// and variance.
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
