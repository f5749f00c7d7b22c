//! [`IdaOptions`]: which solutions IDA* looks for, and the limits of its search.

use super::subtree::FoundSolutions;
use crate::Limits;

/// Options of IDA*. By default, IDA* finds one shortest solution, however long that takes.
#[derive(Debug, Clone, Default)]
pub struct IdaOptions {
    /// Limits at which the search stops, such as a maximum node count.
    pub limits: Limits,
    /// Which solutions to look for, such as the first one or all of them.
    pub find: Find,
    /// If set, the search stops after the first iteration that expands at least this many nodes, as
    /// if it had reached a node limit. [`Outcome::bound`](crate::Outcome::bound) is then the bound
    /// of the next iteration, from which another search can continue.
    pub pause: Option<u64>,
}

/// Which solutions IDA* looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Find {
    /// The first shortest solution in depth-first order. The search stops as soon as it finds one.
    #[default]
    First,
    /// The first shortest solution in depth-first order. The search still completes its last
    /// iteration, so that the node counts do not depend on the position of the solution.
    FirstAndFinishIteration,
    /// All shortest solutions. Every solution is counted, but only the first `keep` are stored.
    All {
        /// Maximum number of solutions to store.
        keep: usize,
    },
}

/// How the search splits its iterations into subtrees, which decides what the node counts mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Splitting {
    /// The node counts are the same as in a single depth-first search, and one thread does all the
    /// work. The thread can still alternate between several subtrees to hide memory latency.
    AsOneSearch,
    /// Large iterations are split for up to this many threads. The node counts then include all
    /// nodes above the subtrees, and all subtrees up to the first one with a solution. The counts
    /// do not depend on the number of threads.
    ForThreads(usize),
}

impl Find {
    /// Returns whether the search stops at the first solution.
    pub(crate) fn stops_at_first(self) -> bool {
        self == Self::First
    }

    /// Returns the maximum number of solutions to store during an iteration.
    pub(crate) fn kept(self) -> usize {
        match self {
            Self::First | Self::FirstAndFinishIteration => 1,
            Self::All { keep } => keep,
        }
    }
}

impl IdaOptions {
    /// Returns an empty collection for an iteration's solutions.
    pub(crate) fn solutions<M>(&self) -> FoundSolutions<M> {
        FoundSolutions::new(self.find.kept(), self.find.stops_at_first())
    }
}
