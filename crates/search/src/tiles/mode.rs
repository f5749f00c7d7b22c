//! [`Mode`]: with the counts of the literature, or as fast as possible; and the settings of a search in a mode.

use super::{TileSpace, TileState};
use crate::{Iteration, Options};

/// The two modes of IDA*: they find the same lengths with different counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// As in the literature: one thread, every move but the one that takes back the last. Counts are those of other
    /// programs.
    #[default]
    Plain,
    /// As fast as possible: duplicates are pruned, and several threads search large iterations. Counts and solution are
    /// the same for any number of threads. A search for all solutions is plain.
    Fast {
        /// The most threads.
        threads: usize,
    },
}

fifteen_puzzle::named!(Mode, "mode": Plain = "plain", Fast { threads: 1 } = "fast");

impl Mode {
    /// The most threads of a search in this mode.
    pub fn threads(self) -> usize {
        match self {
            Self::Plain => 1,
            Self::Fast { threads } => threads,
        }
    }

    /// The same mode on `threads` threads, if it can use more than one.
    #[must_use]
    pub fn on(self, threads: usize) -> Self {
        match self {
            Self::Plain => Self::Plain,
            Self::Fast { .. } => Self::Fast { threads },
        }
    }
}

/// A search that takes a heuristic.
pub(crate) struct SearchWith<'a> {
    pub(crate) space: &'a TileSpace,
    pub(crate) start: &'a TileState,
    pub(crate) options: &'a Options,
    pub(crate) progress: &'a mut dyn FnMut(&Iteration),
}
