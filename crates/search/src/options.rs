//! [`Options`]: everything that may be asked of a search beyond one shortest solution.

use std::time::Duration;

use crate::ida::subtree::FoundSolutions;
use crate::tiles::Mode;
use crate::tiles::anytime::AnytimeOptions;
use crate::{Instant, Limits};

/// Options of one search; the default finds one shortest solution, however long it takes.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The limits at which the search stops.
    pub limits: Limits,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// The mode of IDA*, for tiles: with the node counts of the literature, or as fast as possible.
    pub mode: Mode,
    /// Find all shortest solutions, and keep at most this many of them. For the two kinds of IDA*.
    pub all: Option<usize>,
    /// Find good solutions beside the proof that there is no shorter one, and perhaps end with such a solution. For
    /// IDA* in fast mode; not with `all`, `finish_iteration` or `pause`.
    pub anytime: Option<AnytimeOptions>,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies. For the two kinds of
    /// IDA*.
    pub finish_iteration: bool,
    /// Stop, as at a limit of nodes, after the first iteration that expands at least this many nodes; the bound is then
    /// that of the next one. For the two kinds of IDA*.
    pub pause: Option<u64>,
}

impl Options {
    /// True if [`Options::anytime`] is there, and nothing with which it does not go.
    pub fn is_anytime(&self) -> bool {
        let has_other = self.all.is_some() || self.finish_iteration || self.pause.is_some();
        self.anytime.is_some() && self.mode != Mode::Plain && !has_other
    }

    /// The options of a search that begins now: its time has a deadline.
    pub(crate) fn begun(&self) -> Self {
        // A time whose end the clock cannot represent is no limit.
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        let deadline = [self.limits.deadline, end].into_iter().flatten().min();
        Self {
            limits: Limits {
                deadline,
                ..self.limits.clone()
            },
            time: None,
            ..self.clone()
        }
    }

    /// The solutions of an iteration, none yet.
    pub(crate) fn solutions<M>(&self) -> FoundSolutions<M> {
        let stop_at_first = self.all.is_none() && !self.finish_iteration;
        FoundSolutions::new(self.all.unwrap_or(1), stop_at_first)
    }
}
