//! [`BlockOptions`], which configure a search, and [`BlockProgress`], which a running search
//! reports.

use fifteen_resources::{Limits, Threads};

use crate::metric::BlockMetric;

/// The options of a search: what it should find, and how much time and memory it may use.
#[derive(Debug, Clone)]
pub struct BlockOptions {
    /// The metric, which defines what counts as one move.
    pub metric: BlockMetric,
    /// The number of threads. It affects only the speed: the results are the same for any number.
    pub threads: Threads,
    /// Whether to return the moves of a shortest solution, and not just its length. This takes two
    /// more bytes of memory per state, or four if a state does not fit into one machine word.
    pub path: bool,
    /// Whether to count the shortest solutions. Like [`Self::path`], this takes additional memory
    /// for each state, and also a table of the states that lie on shortest solutions.
    pub count: bool,
    /// Whether to search only one state of each set of mirror images. This saves time and memory
    /// and lowers the number of visited states, but does not change the solution's length.
    pub symmetries: bool,
    /// Whether pieces of the same shape are interchangeable, so that swapping two of them gives the
    /// same state. Pieces that the goal names individually are never interchangeable.
    ///
    /// Solution lengths do not depend on this option, but the numbers of states and of solutions
    /// do.
    pub interchangeable: bool,
    /// Maximum number of puzzles to list in
    /// [`HardestPuzzles::puzzles`](crate::HardestPuzzles::puzzles).
    ///
    /// With 0, [`reachable_states`](crate::reachable_states()) skips the search for the hardest
    /// starting positions, which halves its running time.
    pub hardest: usize,
    /// Whether [`reachable_states`](crate::reachable_states()) should find the pieces that never
    /// move, which it returns in [`ReachableStates::stuck`](crate::ReachableStates::stuck).
    pub stuck: bool,
    /// The limits at which the search stops, such as a time or a number of states.
    ///
    /// [`Limits::nodes`] limits the number of states, and [`Limits::memory`] the total size of the
    /// hash tables, layers and lists. [`Limits::depth`] is checked before each layer. All other
    /// limits are checked between layers, and at least once for every 65,536 states within a layer.
    pub limits: Limits,
}

impl BlockOptions {
    /// Returns the options for finding a shortest solution in a metric, on all cores and without
    /// limits.
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

/// The progress of a search, which is passed to the callback of functions such as
/// [`solve`](crate::solve()).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockProgress {
    /// Distance of the layer being generated from the start, in moves.
    pub depth: u32,
    /// Number of states found so far.
    pub states: u64,
    /// Current memory of the hash tables, layers and lists, in bytes.
    pub bytes: u64,
}
