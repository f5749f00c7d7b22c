//! [`TileIda`]: the options of IDA* for the tile puzzle. IDA* runs in plain or fast [`Mode`].

use super::anytime::AnytimeOptions;
use super::{TileSpace, TileState};
use crate::ida::options::{Find, IdaOptions, Splitting};
use crate::{Iteration, Limits, Threads};

/// The mode of IDA*. Both modes find shortest solutions, but they expand different numbers of
/// nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// IDA* as described in the literature: one thread tries every move except the one that undoes
    /// the last move. Node counts can be compared with the node counts of other programs.
    #[default]
    Plain,
    /// The fastest search. It prunes duplicate move sequences, and several threads share large
    /// iterations.
    Fast,
}

fifteen_puzzle::named!(Mode, "mode": Plain = "plain", Fast = "fast");

/// The ways to run IDA* on the tile puzzle, each with its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileIda {
    /// A search in plain mode. Only plain mode can find all shortest solutions, because fast mode
    /// prunes some of them as duplicates.
    Plain {
        /// Which solutions to look for: for example, only the first one, or all of them.
        find: Find,
        /// If set, the search stops after the first iteration that expands at least this many
        /// nodes, as [`IdaOptions::pause`] explains.
        pause: Option<u64>,
    },
    /// A search in fast mode. Node counts and the solution do not depend on the number of threads.
    Fast {
        /// The threads that share each iteration.
        threads: Threads,
        /// Whether to complete the last iteration even after a solution is found, as with
        /// [`Find::FirstAndFinishIteration`].
        finish_iteration: bool,
        /// If set, the search stops after the first iteration that expands at least this many
        /// nodes, as [`IdaOptions::pause`] explains.
        pause: Option<u64>,
    },
    /// An anytime search. It runs in fast mode and reports good solutions early, before it knows
    /// the length of a shortest solution.
    Anytime(AnytimeOptions),
}

impl TileIda {
    /// A plain-mode search for one shortest solution. Node counts are comparable with the
    /// literature.
    pub const PLAIN: Self = Self::Plain {
        find: Find::First,
        pause: None,
    };

    /// Returns a fast-mode search for one shortest solution on the given threads.
    pub const fn fast(threads: Threads) -> Self {
        Self::Fast {
            threads,
            finish_iteration: false,
            pause: None,
        }
    }

    /// Returns the mode of this search.
    pub fn mode(self) -> Mode {
        match self {
            Self::Plain { .. } => Mode::Plain,
            Self::Fast { .. } | Self::Anytime(_) => Mode::Fast,
        }
    }

    /// Returns the threads that this search uses. Plain mode always uses one thread.
    pub fn threads(self) -> Threads {
        match self {
            Self::Plain { .. } => Threads::ONE,
            Self::Fast { threads, .. } => threads,
            Self::Anytime(options) => options.threads,
        }
    }

    /// Returns how this search splits its iterations into subtrees. In plain mode, nodes are
    /// counted as in a single depth-first search.
    pub(crate) fn splitting(self) -> Splitting {
        match self.mode() {
            Mode::Plain => Splitting::AsOneSearch,
            Mode::Fast => Splitting::ForThreads(self.threads().count()),
        }
    }

    /// Returns whether this search begins with the quick heuristic, if one exists
    /// ([`TileHeuristic::with_quick`](super::TileHeuristic::with_quick)).
    ///
    /// Plain mode uses only the full heuristic, so that its node counts are comparable. A search
    /// that pauses also uses only the full heuristic, because other machines continue the search
    /// with that heuristic.
    pub fn begins_quickly(self) -> bool {
        match self {
            Self::Plain { .. } => false,
            Self::Fast { pause, .. } => pause.is_none(),
            Self::Anytime(_) => true,
        }
    }

    /// Returns this search with a different number of threads. A search in plain mode is returned
    /// unchanged, because it always uses one thread.
    #[must_use]
    pub fn on(self, threads: Threads) -> Self {
        match self {
            Self::Plain { .. } => self,
            Self::Fast {
                finish_iteration,
                pause,
                ..
            } => Self::Fast {
                threads,
                finish_iteration,
                pause,
            },
            Self::Anytime(options) => Self::Anytime(AnytimeOptions { threads, ..options }),
        }
    }

    /// Converts this search for the tile puzzle to the general options of IDA*, which apply to any
    /// puzzle. The search stops at the given limits.
    pub(crate) fn options(self, limits: &Limits) -> IdaOptions {
        let (find, pause) = match self {
            Self::Plain { find, pause } => (find, pause),
            Self::Fast {
                finish_iteration,
                pause,
                ..
            } => {
                let find = if finish_iteration {
                    Find::FirstAndFinishIteration
                } else {
                    Find::First
                };
                (find, pause)
            }
            Self::Anytime(_) => (Find::First, None),
        };
        IdaOptions {
            limits: limits.clone(),
            find,
            pause,
        }
    }
}

impl Default for TileIda {
    /// Returns [`TileIda::PLAIN`].
    fn default() -> Self {
        Self::PLAIN
    }
}

/// The parameters that all algorithms share, except the heuristic.
pub(crate) struct SearchTask<'a> {
    pub(crate) space: &'a TileSpace,
    pub(crate) start: &'a TileState,
    pub(crate) limits: &'a Limits,
    pub(crate) progress: &'a mut dyn FnMut(&Iteration),
}
