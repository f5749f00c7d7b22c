//! Options of one search: how, how many solutions, and when to give up.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::Mode;
use fifteen_search::tiles::anytime::AnytimeOptions;
use fifteen_search::{Instant, Limits, Monitor};

/// Options of one search; the default finds one shortest solution, however long it takes.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The mode of IDA*: with the node counts of the literature, or as fast as possible.
    pub mode: Mode,
    /// Find all shortest solutions, and keep at most this many of them. For the two kinds of IDA*.
    pub all: Option<usize>,
    /// Find good solutions beside the proof that there is no shorter one, and perhaps end with such a solution. For
    /// IDA* in fast mode; not with `all`, `finish_iteration` or `pause`.
    pub anytime: Option<AnytimeOptions>,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies. For the two kinds of
    /// IDA*.
    pub finish_iteration: bool,
    /// Stop, as at a limit of nodes, after the first iteration that expands at least this many nodes. For the two kinds
    /// of IDA*.
    pub pause: Option<u64>,
    /// Generate at most this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Look for no solution of more moves than this.
    pub depth: Option<u32>,
    /// Keep at most this many bytes of nodes and states; tables of a heuristic do not count.
    pub memory: Option<u64>,
    /// Stop soon after another thread sets this flag.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Brought up to date as the search goes on, for other threads to read.
    pub monitor: Option<Arc<Monitor>>,
}

impl Options {
    pub(crate) fn for_search(&self, started: Instant) -> IdaOptions {
        let limits = Limits {
            nodes: self.nodes,
            // A time whose end the clock cannot represent is no limit.
            deadline: self.time.and_then(|time| started.checked_add(time)),
            cancel: self.cancel.clone(),
            depth: self.depth,
            memory: self.memory,
            poll: None,
            monitor: self.monitor.clone(),
        };
        let Self { finish_iteration, all, pause, .. } = *self;
        IdaOptions { limits, finish_iteration, all, pause }
    }
}
