//! Options of IDA*.

use super::descent::Solutions;
use crate::limits::Limits;

/// Work beyond finding one shortest solution, and limits.
#[derive(Debug, Clone, Default)]
pub struct IdaOptions {
    /// The limits at which the search stops.
    pub limits: Limits,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies.
    pub finish_iteration: bool,
    /// Find all shortest solutions, and keep at most this many of them.
    pub all: Option<usize>,
    /// Stop, as at a limit of nodes, after the first iteration that expands at least this number of nodes. The counts
    /// of that iteration are complete, and the bound is that of the next one.
    pub pause: Option<u64>,
}

impl IdaOptions {
    /// The solutions of an iteration, none yet.
    pub(crate) fn solutions<M>(&self) -> Solutions<M> {
        let stop_at_first = self.all.is_none() && !self.finish_iteration;
        Solutions::new(self.all.unwrap_or(1), stop_at_first)
    }
}
