//! [`BlockOptions`], the configuration of a search, and [`BlockProgress`], the progress of a
//! running search.

use fifteen_resources::{Limits, Threads};

use crate::metric::BlockMetric;

/// The options of a search, including its limits on time and memory.
#[derive(Debug, Clone)]
pub struct BlockOptions {
    /// The metric, which defines what counts as one move.
    pub metric: BlockMetric,
    /// The number of threads. It affects only the speed, not the results.
    pub threads: Threads,
    /// Whether to return the moves of a shortest solution as well as its length.
    ///
    /// This option requires two additional bytes of memory per state, or four bytes if a state does
    /// not fit into one machine word.
    pub path: bool,
    /// Whether to count the shortest solutions.
    ///
    /// This option requires the same additional memory as [`Self::path`], and a table of the states
    /// on shortest solutions.
    pub count: bool,
    /// Whether to treat a state and its mirror images as one state.
    ///
    /// This option saves time and memory and reduces the number of visited states, but does not
    /// affect the solution length.
    pub symmetries: bool,
    /// Whether pieces of the same shape are interchangeable, so that swapping two of them does not
    /// change the state. Pieces that the goal names individually are never interchangeable.
    ///
    /// This option affects the number of states and the number of solutions, but not the solution
    /// length.
    pub interchangeable: bool,
    /// Maximum number of puzzles to list in
    /// [`HardestPuzzles::puzzles`](crate::HardestPuzzles::puzzles).
    ///
    /// If the maximum is 0, [`reachable_states`](crate::reachable_states()) skips the search for
    /// the hardest starting positions, which halves its running time.
    pub hardest: usize,
    /// Whether [`reachable_states`](crate::reachable_states()) should find the pieces that never
    /// move and return them in [`ReachableStates::stuck`](crate::ReachableStates::stuck).
    pub stuck: bool,
    /// The limits at which the search stops, such as a maximum running time.
    ///
    /// [`Limits::nodes`] limits the number of states, and [`Limits::memory`] limits the total
    /// memory of the hash tables, layers and lists. [`Limits::depth`] is checked before each layer.
    /// All other limits are checked between layers, and within a layer at least once every 65,536
    /// states.
    pub limits: Limits,
}

impl BlockOptions {
    /// Returns options for finding a shortest solution in the given metric, on all cores and
    /// without limits.
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

/// The progress of a search. Functions such as [`solve`](crate::solve()) pass it to their callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockProgress {
    /// The distance, in moves, from the start state to the states being generated.
    pub depth: u32,
    /// Number of states found so far.
    pub states: u64,
    /// Current memory of the hash tables, layers and lists, in bytes.
    pub bytes: u64,
}
