//! [`IdaOptions`]: which solutions IDA* looks for, and the limits within which it does.

use super::subtree::FoundSolutions;
use crate::Limits;

/// Options of IDA*. By default it finds one shortest solution, however long that takes.
#[derive(Debug, Clone, Default)]
pub struct IdaOptions {
    /// The limits at which the search stops.
    pub limits: Limits,
    /// The solutions to look for.
    pub find: Find,
    /// Pauses the search after the first iteration that expands at least this many nodes. The
    /// search then ends as if it had reached a node limit. The outcome's bound is that of the next
    /// iteration, with which another search can continue.
    pub pause: Option<u64>,
}

/// The solutions that IDA* looks for in its last iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Find {
    /// The first shortest solution in the order of moves. The search stops there.
    #[default]
    First,
    /// The first shortest solution in the order of moves. The last iteration is still searched to
    /// its end, so that the node counts do not depend on where in it the solution lies.
    FirstAndFinishIteration,
    /// All shortest solutions. They are counted, but only the first ones are kept.
    All {
        /// Maximum number of solutions to keep.
        keep: usize,
    },
}

impl Find {
    /// Returns whether the search stops at the first solution.
    pub(crate) fn stops_at_first(self) -> bool {
        self == Self::First
    }

    /// Returns the maximum number of solutions to keep while an iteration is searched.
    pub(crate) fn kept(self) -> usize {
        match self {
            Self::First | Self::FirstAndFinishIteration => 1,
            Self::All { keep } => keep,
        }
    }
}

impl IdaOptions {
    /// Returns an empty collection for the solutions of an iteration.
    pub(crate) fn solutions<M>(&self) -> FoundSolutions<M> {
        FoundSolutions::new(self.find.kept(), self.find.stops_at_first())
    }
}
