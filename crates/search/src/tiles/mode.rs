//! [`TileIda`]: how IDA* searches the tile puzzle, in one of two [modes](Mode).

use super::anytime::AnytimeOptions;
use super::{TileSpace, TileState};
use crate::ida::options::{Find, IdaOptions};
use crate::{Iteration, Limits, Threads};

/// The two modes of IDA*. They find solutions of the same lengths with different node counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// The search of the literature: one thread tries every move except the one that takes back the last. Node counts
    /// are comparable with those of other programs.
    #[default]
    Plain,
    /// The fastest search: duplicate sequences of moves are pruned, and several threads share large iterations.
    Fast,
}

fifteen_puzzle::named!(Mode, "mode": Plain = "plain", Fast = "fast");

/// IDA* on tiles, with the options that go with each way of searching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileIda {
    /// A search in plain mode, the only one that finds all shortest solutions: pruning duplicates loses some.
    Plain {
        /// The solutions to look for.
        find: Find,
        /// See [`IdaOptions::pause`].
        pause: Option<u64>,
    },
    /// A search in fast mode. Counts and solution are the same for any number of threads.
    Fast {
        /// The threads that share an iteration.
        threads: Threads,
        /// Searches the last iteration to its end: see [`Find::FirstAndFinishIteration`].
        finish_iteration: bool,
        /// See [`IdaOptions::pause`].
        pause: Option<u64>,
    },
    /// A search in fast mode that reports good solutions before the shortest one is proven.
    Anytime(AnytimeOptions),
}

impl TileIda {
    /// Plain mode: finds one shortest solution, counting nodes as the literature does.
    pub const PLAIN: Self = Self::Plain {
        find: Find::First,
        pause: None,
    };

    /// Fast mode: finds one shortest solution.
    pub const fn fast(threads: Threads) -> Self {
        Self::Fast {
            threads,
            finish_iteration: false,
            pause: None,
        }
    }

    /// The mode of this search.
    pub fn mode(self) -> Mode {
        match self {
            Self::Plain { .. } => Mode::Plain,
            Self::Fast { .. } | Self::Anytime(_) => Mode::Fast,
        }
    }

    /// The threads of this search: one in plain mode.
    pub fn threads(self) -> Threads {
        match self {
            Self::Plain { .. } => Threads::ONE,
            Self::Fast { threads, .. } => threads,
            Self::Anytime(options) => options.threads,
        }
    }

    /// The same search on other threads; plain mode stays on one.
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

    /// The options for IDA* in general.
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
    /// Plain mode.
    fn default() -> Self {
        Self::PLAIN
    }
}

/// What every algorithm on tiles is given besides its heuristic.
pub(crate) struct SearchWith<'a> {
    pub(crate) space: &'a TileSpace,
    pub(crate) start: &'a TileState,
    pub(crate) limits: &'a Limits,
    pub(crate) progress: &'a mut dyn FnMut(&Iteration),
}
