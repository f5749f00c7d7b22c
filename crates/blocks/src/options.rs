//! The options of a search, and its progress.

use fifteen_resources::{Limits, Threads};

use crate::metric::BlockMetric;

/// The options of a search.
#[derive(Debug, Clone)]
pub struct BlockOptions {
    /// The definition of one move.
    pub metric: BlockMetric,
    /// The number of threads. Results do not depend on it.
    pub threads: Threads,
    /// Find a solution, not only its length; this takes two bytes more for each state.
    pub path: bool,
    /// Count the optimal solutions; this needs as much memory as a solution.
    pub count: bool,
    /// Search mirror images only once; this changes only time, memory and the number of states visited.
    pub symmetries: bool,
    /// Treat pieces of equal shape that the goal does not name as equal.
    ///
    /// Lengths do not depend on this; numbers of states and of solutions do.
    pub interchangeable: bool,
    /// The most puzzles in [`HardestPuzzles`](crate::HardestPuzzles). With 0 they are not searched for, which
    /// saves half of the time.
    pub hardest: usize,
    /// Find the pieces that never move, in [`ReachableStates::stuck`](crate::ReachableStates::stuck).
    pub stuck: bool,
    /// The limits of the search. [`Limits::nodes`] limits the states found, and [`Limits::memory`] the bytes of tables,
    /// layers and the threads' buffers. All limits but [`Limits::depth`] are checked between layers, and within a layer
    /// at least once in 65,536 states expanded.
    pub limits: Limits,
}

impl BlockOptions {
    /// A solution in a metric, by all threads, without limits.
    pub fn new(metric: BlockMetric) -> Self {
        BlockOptions {
            metric,
            threads: Threads::All,
            path: true,
            count: false,
            symmetries: true,
            interchangeable: true,
            hardest: 8,
            stuck: false,
            limits: Limits::default(),
        }
    }
}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockProgress {
    /// The distance from the start of the layer being made.
    pub depth: u32,
    /// Number of states found.
    pub states: u64,
    /// Bytes of tables and layers.
    pub bytes: u64,
}
