//! [`Limits`], which stop a computation early, and [`Status`], which says how it ended.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Instant, Monitor};

/// Default number of nodes between two checks of the clock and the cancellation flag, unless
/// [`Limits::poll`] sets another one.
///
/// A search generates this many nodes in well under a millisecond, so it stops promptly. Reading
/// the clock costs about as much as a node, so checking more often would slow the search down.
const NODES_BETWEEN_CHECKS: u64 = 4096;

/// The limits of a search. By default, nothing is limited.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Maximum number of generated nodes. This limit is exact: the same search stops at the same
    /// node on every machine.
    pub nodes: Option<u64>,
    /// The time at which to stop. The search ends soon after it, at its next check of the clock.
    pub deadline: Option<Instant>,
    /// A flag that another thread sets to cancel the search, which then ends at its next check.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Maximum length of a solution, in moves. Longer solutions are not searched for.
    pub depth: Option<u32>,
    /// Maximum size of the lists and tables that are created for the search, in bytes.
    ///
    /// IDA* stores little more than the path to its current node, so it checks this limit only
    /// between iterations.
    pub memory: Option<u64>,
    /// Number of nodes between two checks of the clock and the cancellation flag, or `None` for the
    /// default, 4096.
    pub poll: Option<NonZeroU64>,
    /// The monitor that the search updates, if another thread follows its progress.
    pub monitor: Option<Arc<Monitor>>,
}

/// The limit that stopped a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// The search has generated [`Limits::nodes`] nodes.
    Nodes,
    /// The time in [`Limits::deadline`] has passed.
    Time,
    /// No solution has [`Limits::depth`] moves or fewer.
    Depth,
    /// The search needs more memory than [`Limits::memory`], or the system refused to allocate it.
    Memory,
    /// Another thread set the flag [`Limits::cancel`].
    Interrupted,
    /// An anytime search found a solution whose length is as close to the proven lower bound as was
    /// requested.
    Gap,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// The search found a solution, and completed any other work that was requested.
    Solved,
    /// A limit stopped the search.
    Limit(LimitKind),
    /// The search examined the whole search space, which proves that no solution exists.
    #[default]
    Exhausted,
}

impl Limits {
    /// Creates limits that consist only of a cancellation flag, with which another thread can stop
    /// the search.
    pub fn cancelled_by(flag: Arc<AtomicBool>) -> Self {
        Self {
            cancel: Some(flag),
            ..Self::default()
        }
    }

    /// Checks the node limit, the clock and the cancellation flag, and returns the number of
    /// generated nodes at which to check again.
    ///
    /// A search calls this function before it generates its first node. It calls it again whenever
    /// `generated`, the number of nodes so far, reaches the number that the last call returned.
    /// [`Limits::depth`] and [`Limits::memory`] are not checked here.
    ///
    /// # Errors
    /// Returns the limit that has been reached.
    pub fn check(&self, generated: u64) -> Result<u64, LimitKind> {
        let nodes = self.nodes.unwrap_or(u64::MAX);
        if generated >= nodes {
            return Err(LimitKind::Nodes);
        }
        self.check_interruption()?;
        let poll = self.nodes_between_checks();
        if generated >= poll {
            self.count(poll);
        }
        Ok(nodes.min(generated.saturating_add(poll)))
    }

    fn nodes_between_checks(&self) -> u64 {
        self.poll.map_or(NODES_BETWEEN_CHECKS, NonZeroU64::get)
    }

    /// Checks only the cancellation flag and the clock.
    ///
    /// # Errors
    /// Returns [`LimitKind::Interrupted`] if the flag is set, or [`LimitKind::Time`] if the
    /// deadline has passed.
    pub fn check_interruption(&self) -> Result<(), LimitKind> {
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

    /// Adds the nodes since the last call of [`Limits::check`] to the monitor. A search calls this
    /// function when it ends, with the number of all nodes that it generated.
    pub fn count_rest(&self, generated: u64) {
        self.count(generated % self.nodes_between_checks());
    }

    /// Adds generated nodes, or computed entries of a table, to the monitor, if there is one.
    pub fn count(&self, nodes: u64) {
        if let Some(monitor) = &self.monitor {
            monitor.add_generated(nodes);
        }
    }

    /// Returns whether a solution of `length` moves would be longer than [`Limits::depth`] allows.
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
