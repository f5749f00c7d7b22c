//! The options of a search, and its progress.

use fifteen_resources::{Limits, Threads};

use crate::metric::BlockMetric;

/// The options of a search.
#[derive(Debug, Clone)]
pub struct BlockOptions {
    /// The metric, which defines one move.
    pub metric: BlockMetric,
    /// The number of threads. Results do not depend on it.
    pub threads: Threads,
    /// Whether to find a solution, and not only its length. It takes two more bytes for each state.
    pub path: bool,
    /// Whether to count the shortest solutions. It takes as much memory as a solution, and a list
    /// of the states on shortest solutions.
    pub count: bool,
    /// Whether to search only one of two mirror images. It changes the time, the memory and the
    /// number of visited states, but not the result.
    pub symmetries: bool,
    /// Whether pieces of equal shape are interchangeable, unless the goal names them.
    ///
    /// Lengths do not depend on it, but numbers of states and of solutions do.
    pub interchangeable: bool,
    /// Maximum number of puzzles in [`HardestPuzzles`](crate::HardestPuzzles).
    ///
    /// With 0, [`reachable_states`](crate::reachable_states()) does not search for the hardest
    /// starting positions, which takes half as long.
    pub hardest: usize,
    /// Whether to find the pieces that never move:
    /// [`ReachableStates::stuck`](crate::ReachableStates::stuck).
    pub stuck: bool,
    /// The limits of the search.
    ///
    /// [`Limits::nodes`] limits the number of states, and [`Limits::memory`] the size of tables,
    /// layers and lists. All limits except [`Limits::depth`] are checked between layers, and within
    /// a layer at least once in 65,536 states.
    pub limits: Limits,
}

impl BlockOptions {
    /// Returns the options to find a solution in a metric on all cores, without limits.
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
    /// The distance from the start of the layer that is being made.
    pub depth: u32,
    /// Number of states that were found.
    pub states: u64,
    /// Memory of tables, layers and lists, in bytes.
    pub bytes: u64,
}
