//! What is asked of a search, what it tells while it runs, and what may stop it.

use std::thread;

use fifteen_search::{LimitKind, Limits};

use crate::metric::Metric;

/// What is asked of a search.
#[derive(Debug, Clone)]
pub struct Options {
    /// What counts as one move.
    pub metric: Metric,
    /// Number of threads; 0 for as many as the machine has. Results do not depend on it.
    pub threads: usize,
    /// Whether a solution is wanted, or only its length; without, far less memory is taken.
    pub path: bool,
    /// Whether the optimal solutions are to be counted; this takes the memory of a solution.
    pub count: bool,
    /// Whether mirror images are searched only once; changes nothing but time, memory and the states seen.
    pub symmetries: bool,
    /// Whether pieces of equal shape that the goal does not name are taken for each other.
    ///
    /// Lengths do not depend on it. Numbers of states and of solutions do: they tell positions apart by it.
    pub interchangeable: bool,
    /// At most so many of the hardest starting positions are given by [`states`](crate::states()); with 0, they are not
    /// searched for, which saves half of the time.
    pub hardest: usize,
    /// When to give up. [`Limits::nodes`] limits the states found; all but [`Limits::depth`] are looked at after every
    /// 65,536 states expanded, and between layers.
    pub limits: Limits,
    /// Bytes that tables and layers may take; a search that would take more ends with [`Stop::Memory`].
    pub memory: Option<u64>,
}

impl Default for Options {
    /// A solution in unit moves, by all threads, without limits.
    fn default() -> Self {
        Options {
            metric: Metric::Unit,
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

impl Options {
    /// The defaults in a metric.
    pub fn new(metric: Metric) -> Self {
        Options { metric, ..Options::default() }
    }

    pub(crate) fn threads(&self) -> usize {
        if self.threads > 0 { self.threads } else { thread::available_parallelism().map_or(1, usize::from) }
    }
}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The layer being made: states that are so many moves from the start.
    pub depth: u32,
    /// States found so far.
    pub states: u64,
    /// Bytes that tables and layers take.
    pub bytes: u64,
}

/// What stopped a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stop {
    /// One of [`Options::limits`].
    Limit(LimitKind),
    /// [`Options::memory`].
    Memory,
}

impl From<LimitKind> for Stop {
    fn from(kind: LimitKind) -> Self {
        Stop::Limit(kind)
    }
}
