//! The options of a search, its progress, and the reasons that stop it.

use std::thread;

use fifteen_search::{LimitKind, Limits};

use crate::metric::BlockMetric;

/// The options of a search.
#[derive(Debug, Clone)]
pub struct BlockOptions {
    /// The definition of one move.
    pub metric: BlockMetric,
    /// Let several pieces move together by the same path, as one move: styles 3 to 5 of Knuth's program SLIDING, where
    /// the metrics of single pieces are styles 0 to 2.
    ///
    /// The pieces of a move need not touch. Every search of this crate takes the option, and about ten times as long
    /// with it.
    pub joint_moves: bool,
    /// Number of threads; 0 for all cores. Results do not depend on it.
    pub threads: usize,
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
    /// The most starting positions in [`HardestStarts`](crate::HardestStarts). With 0 they are not searched for, which
    /// saves half of the time.
    pub hardest: usize,
    /// The limits of the search. [`Limits::nodes`] limits the states found. All limits but [`Limits::depth`] are
    /// checked between layers, and within a layer at least once in 65,536 states expanded.
    pub limits: Limits,
    /// The most bytes for tables, layers and the threads' buffers; a search that needs more ends with
    /// [`StopReason::Memory`].
    pub memory: Option<u64>,
}

impl Default for BlockOptions {
    /// A solution in unit moves, by all threads, without limits.
    fn default() -> Self {
        BlockOptions {
            metric: BlockMetric::Unit,
            joint_moves: false,
            threads: 0,
            path: true,
            count: false,
            symmetries: true,
            interchangeable: true,
            hardest: 8,
            limits: Limits::default(),
            memory: None,
        }
    }
}

impl BlockOptions {
    /// The defaults in a metric.
    pub fn new(metric: BlockMetric) -> Self {
        BlockOptions { metric, ..BlockOptions::default() }
    }

    pub(crate) fn threads(&self) -> usize {
        if self.threads > 0 { self.threads } else { thread::available_parallelism().map_or(1, usize::from) }
    }
}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The distance from the start of the layer being made.
    pub depth: u32,
    /// Number of states found.
    pub states: u64,
    /// Bytes of tables and layers.
    pub bytes: u64,
}

/// The reason that stopped a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// One of [`BlockOptions::limits`].
    Limit(LimitKind),
    /// [`BlockOptions::memory`].
    Memory,
}

impl From<LimitKind> for StopReason {
    fn from(kind: LimitKind) -> Self {
        StopReason::Limit(kind)
    }
}
