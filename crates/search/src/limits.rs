//! Limits that stop a search early, and the status of a search that ended.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Instant, Monitor};

/// Nodes generated between two checks of the clock and the flag, where [`Limits::poll`] says nothing.
const POLL: u64 = 4096;

/// Limits of a search; there are none by default.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// The largest number of nodes to generate. Exact: the same search stops at the same node on every machine.
    pub nodes: Option<u64>,
    /// The search stops soon after this moment.
    pub deadline: Option<Instant>,
    /// The search stops soon after another thread sets this flag.
    pub cancel: Option<Arc<AtomicBool>>,
    /// The largest length of a solution that is searched for.
    pub depth: Option<u32>,
    /// The largest number of bytes of the search's own lists and tables. IDA*, which keeps one path, checks it only
    /// between iterations.
    pub memory: Option<u64>,
    /// Nodes generated between two checks of the clock and the flag; by default 4096.
    pub poll: Option<NonZeroU64>,
    /// Brought up to date as the search goes on.
    pub monitor: Option<Arc<Monitor>>,
}

/// The limit that stopped a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::deadline`].
    Time,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::memory`], or the system refused memory.
    Memory,
    /// [`Limits::cancel`].
    Interrupted,
    /// A search for good solutions has one that is good enough: see [`anytime`](crate::tiles::anytime).
    Gap,
}

/// The end of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// It found a solution, and did all other work that was asked for.
    Solved,
    /// It stopped at a limit.
    Limit(LimitKind),
    /// It searched everything; there is no solution.
    #[default]
    Exhausted,
}

impl Limits {
    /// No limits but the flag with which another thread stops the search.
    pub fn cancelled_by(flag: Arc<AtomicBool>) -> Self {
        Self {
            cancel: Some(flag),
            ..Self::default()
        }
    }

    /// Checks the limits of nodes and time, and the flag; the result is the number of nodes at which to check again.
    ///
    /// A search calls this before it generates its first node, and again when `generated`, the count so far, reaches
    /// the result of the last call. [`Limits::depth`] and [`Limits::memory`] are ignored.
    ///
    /// # Errors
    /// The limit at which to stop.
    pub fn check(&self, generated: u64) -> Result<u64, LimitKind> {
        let nodes = self.nodes.unwrap_or(u64::MAX);
        if generated >= nodes {
            return Err(LimitKind::Nodes);
        }
        self.interrupted()?;
        let poll = self.nodes_between_checks();
        if generated >= poll {
            self.count(poll);
        }
        Ok(nodes.min(generated.saturating_add(poll)))
    }

    fn nodes_between_checks(&self) -> u64 {
        self.poll.map_or(POLL, NonZeroU64::get)
    }

    /// Checks the flag and the time.
    ///
    /// # Errors
    /// [`LimitKind::Interrupted`] or [`LimitKind::Time`].
    pub fn interrupted(&self) -> Result<(), LimitKind> {
        if self
            .cancel
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return Err(LimitKind::Interrupted);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(LimitKind::Time);
        }
        Ok(())
    }

    /// Adds the nodes that were generated since the last check to the monitor: a search of `generated` nodes ended.
    pub(crate) fn count_rest(&self, generated: u64) {
        self.count(generated % self.nodes_between_checks());
    }

    /// Adds nodes, or states of a table, to the monitor.
    pub(crate) fn count(&self, nodes: u64) {
        if let Some(monitor) = &self.monitor {
            monitor.add(nodes);
        }
    }

    /// True if solutions of `length` moves are beyond [`Limits::depth`].
    pub fn forbids(&self, length: u32) -> bool {
        self.depth.is_some_and(|depth| length > depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_when_limits_are_checked_and_at_the_end() {
        let monitor = Arc::new(Monitor::default());
        let limits = Limits {
            poll: NonZeroU64::new(16),
            monitor: Some(Arc::clone(&monitor)),
            ..Limits::default()
        };
        let counted = |generated| {
            assert_eq!(limits.check(generated), Ok(generated + 16));
            monitor.generated()
        };
        assert_eq!(
            [counted(0), counted(15), counted(16), counted(32)],
            [0, 0, 16, 32]
        );
        limits.count_rest(37);
        assert_eq!(monitor.generated(), 37);
    }
}
