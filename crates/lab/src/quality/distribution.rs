//! The distribution of a heuristic's values over boards, and estimates from it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fifteen_puzzle::parity::Unsolvable;
use fifteen_puzzle::{Board, Size};
use fifteen_search::tiles::{TileHeuristic, TileSpace};
use fifteen_solver::{SolveError, batch};

use super::tree::{Growth, Levels};

/// The boards whose values a thread computes at once.
const CHUNK: usize = 1024;

/// The values of a heuristic over boards, by the blank's cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    size: Size,
    /// The goal's blank.
    blank: usize,
    counts: Vec<BTreeMap<u32, Count>>,
}

/// The boards with one value.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Count {
    boards: u64,
    weights: f64,
    squares: f64,
}

/// An estimate of a mean over all boards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub value: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// The blank's cell, the value and the weight of a board.
type Drawn = (usize, u32, f64);

impl Distribution {
    /// The values of a heuristic on boards, on `threads` threads (0: one for each core). `draw` makes a board of each
    /// item, with its weight: boards near the goal make a better sample for [`share`](Self::share) and
    /// [`expanded`](Self::expanded), which both depend on boards with small values.
    ///
    /// `progress` receives the number of boards done. Where it breaks, the distribution is that of the boards done so
    /// far. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// If a board cannot reach the goal of `space`, or a table is damaged.
    pub fn of<T: Send>(
        space: &TileSpace,
        heuristic: &TileHeuristic,
        items: impl Iterator<Item = T> + Send,
        draw: impl Fn(T) -> (Board, f64) + Sync,
        threads: usize,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, SolveError> {
        let (size, blank) = (space.size(), space.goal().blank());
        let mut sum = Self {
            size,
            blank,
            counts: vec![BTreeMap::new(); size.cells()],
        };
        let mut items = items.fuse();
        let chunks = std::iter::from_fn(|| {
            let chunk: Vec<T> = items.by_ref().take(CHUNK).collect();
            (!chunk.is_empty()).then_some(chunk)
        });
        let work = |chunk: Vec<T>| -> Result<Vec<Drawn>, SolveError> {
            let (boards, weights): (Vec<Board>, Vec<f64>) = chunk.into_iter().map(&draw).unzip();
            let states = boards
                .iter()
                .map(|board| space.state(board))
                .collect::<Result<Vec<_>, Unsolvable>>()?;
            let values = heuristic.values(&states).map_err(|(_, error)| error)?;
            let drawn = boards.iter().zip(values).zip(weights);
            Ok(drawn
                .map(|((board, value), weight)| (board.blank(), value, weight))
                .collect())
        };
        let mut done = 0;
        let mut failed = None;
        // Added in the order of the items, since sums of weights are rounded.
        batch::in_order(chunks, threads, work, |drawn| match drawn {
            Ok(drawn) => {
                done += drawn.len() as u64;
                drawn.into_iter().for_each(|drawn| sum.add(drawn));
                progress(done)
            }
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        });
        failed.map_or(Ok(sum), Err)
    }

    fn add(&mut self, (cell, h, weight): Drawn) {
        let count = self.counts[cell].entry(h).or_default();
        count.boards += 1;
        count.weights += weight;
        count.squares += square(weight);
    }

    /// The number of boards.
    pub fn samples(&self) -> u64 {
        self.counts
            .iter()
            .flat_map(BTreeMap::values)
            .map(|count| count.boards)
            .sum()
    }

    /// The number of boards with each value that occurs, regardless of weights.
    pub fn histogram(&self) -> BTreeMap<u32, u64> {
        let mut all = BTreeMap::new();
        self.counts
            .iter()
            .flatten()
            .for_each(|(&h, count)| *all.entry(h).or_default() += count.boards);
        all
    }

    /// The mean value of the boards, regardless of weights.
    pub fn mean(&self) -> f64 {
        let sum: u64 = self
            .histogram()
            .iter()
            .map(|(&h, &n)| u64::from(h) * n)
            .sum();
        sum as f64 / self.samples().max(1) as f64
    }

    /// The standard deviation of the boards' values.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self
            .histogram()
            .iter()
            .map(|(&h, &n)| n as f64 * square(f64::from(h) - mean))
            .sum();
        (squares / self.samples().max(1) as f64).sqrt()
    }

    /// The share of the tree of moves that the heuristic leaves: E\[b^-h\] (see the [module](super)).
    ///
    /// A value of the wrong parity is rounded up, as a search in steps of 2 does. The mean is divided by that of h = 0,
    /// whose share is therefore 1. `None` if the sample lacks boards with the blank on some cell.
    pub fn share(&self, growth: &Growth) -> Option<Estimate> {
        let largest = *self.counts.iter().flat_map(BTreeMap::keys).max()? as usize + 1;
        let powers: Vec<f64> =
            std::iter::successors(Some(1.0), |power| Some(power / growth.branching))
                .take(largest + 1)
                .collect();
        let weight = |cell: usize, h: u32| {
            let wrong = (h as usize + self.size.colour(cell) + self.size.colour(self.blank)) % 2;
            growth.shares[cell] * powers[h as usize + wrong]
        };
        let all: f64 = (0..self.size.cells()).map(|cell| weight(cell, 0)).sum();
        self.estimate(|cell, h| weight(cell, h) / all)
    }

    /// Eta: the mean of b^-h over all boards (see the [module](super)). `None` if the sample lacks boards with the
    /// blank on some cell.
    pub fn eta(&self, growth: &Growth) -> Option<Estimate> {
        let cells = self.size.cells() as f64;
        self.estimate(|_, h| growth.branching.powi(-(h as i32)) / cells)
    }

    /// The nodes that a complete iteration of IDA* with a bound expands, on average over the boards that are searched
    /// with it: those whose parity fits. The estimate holds for consistent heuristics. `None` if the sample lacks boards
    /// with the blank on some cell.
    pub fn expanded(&self, bound: u32) -> Option<Estimate> {
        let fits = |cell: &usize| {
            (self.size.colour(*cell) + self.size.colour(self.blank) + bound as usize)
                .is_multiple_of(2)
        };
        let starts: Vec<usize> = (0..self.size.cells()).filter(fits).collect();
        let mut roots = vec![0.0; self.size.cells()];
        starts
            .iter()
            .for_each(|&cell| roots[cell] = 1.0 / starts.len() as f64);
        // Nodes up to each depth.
        let mut upto: Vec<Vec<f64>> = Levels::new(self.size, &roots)
            .take(bound as usize + 1)
            .collect();
        for depth in 1..upto.len() {
            let (above, here) = upto.split_at_mut(depth);
            here[0]
                .iter_mut()
                .zip(&above[depth - 1])
                .for_each(|(here, above)| *here += above);
        }
        self.estimate(|cell, h| {
            bound
                .checked_sub(h)
                .map_or(0.0, |depth| upto[depth as usize][cell])
        })
    }

    /// The sum over all cells of the mean of `f(cell, h)` over the boards with the blank there. Its error is that of a
    /// stratified sample.
    fn estimate(&self, f: impl Fn(usize, u32) -> f64) -> Option<Estimate> {
        let (mut value, mut variance) = (0.0, 0.0);
        for (cell, counts) in self.counts.iter().enumerate() {
            let boards = counts.values().map(|count| count.boards).sum::<u64>() as f64;
            if boards == 0.0 {
                return None;
            }
            let mean = counts
                .iter()
                .map(|(&h, n)| n.weights * f(cell, h))
                .sum::<f64>()
                / boards;
            let mean_square = counts
                .iter()
                .map(|(&h, n)| n.squares * square(f(cell, h)))
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
