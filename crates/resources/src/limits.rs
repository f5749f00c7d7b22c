//! [`Limits`] stop a computation early, and [`Status`] says how it ended.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Instant, Monitor};

/// Number of nodes between two checks of the clock, unless [`Limits::poll`] sets another one.
///
/// A search generates this many nodes in well under a millisecond, and reading the clock costs about as much as a node.
const NODES_BETWEEN_CHECKS: u64 = 4096;

/// The limits of a search. The default has no limits.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Maximum number of generated nodes. It is exact: the same search stops at the same node on every machine.
    pub nodes: Option<u64>,
    /// The time at which to stop. The search ends soon after it.
    pub deadline: Option<Instant>,
    /// A flag that another thread sets to stop the search, which ends soon after.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Maximum length of a solution.
    pub depth: Option<u32>,
    /// Maximum size of the search's own lists and tables, in bytes.
    ///
    /// IDA* stores little more than the path to its node, and checks this limit only between iterations.
    pub memory: Option<u64>,
    /// Number of nodes between two checks of the clock and the flag; 4096 if it is `None`.
    pub poll: Option<NonZeroU64>,
    /// The monitor that the search updates, if another thread follows it.
    pub monitor: Option<Arc<Monitor>>,
}

/// The limit that stopped a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// The search generated [`Limits::nodes`] nodes.
    Nodes,
    /// [`Limits::deadline`] passed.
    Time,
    /// All solutions are longer than [`Limits::depth`].
    Depth,
    /// The search needs more than [`Limits::memory`], or the system refused memory.
    Memory,
    /// [`Limits::cancel`] was set.
    Interrupted,
    /// A search for good solutions found one that is close enough to the proven bound.
    Gap,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// The search found a solution, and completed any other work that was requested.
    Solved,
    /// A limit stopped the search.
    Limit(LimitKind),
    /// The search examined everything, which proves that no solution exists.
    #[default]
    Exhausted,
}

impl Limits {
    /// Returns limits with nothing but a flag, with which another thread stops the search.
    pub fn cancelled_by(flag: Arc<AtomicBool>) -> Self {
        Self {
            cancel: Some(flag),
            ..Self::default()
        }
    }

    /// Checks the number of nodes, the clock and the flag, and returns the number of nodes at which to check again.
    ///
    /// A search calls this before it generates its first node, and again when `generated`, the number of nodes so far,
    /// reaches the number that the last call returned. [`Limits::depth`] and [`Limits::memory`] are not checked.
    ///
    /// # Errors
    /// Returns the limit that stops the search.
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

    /// Checks only the flag and the clock.
    ///
    /// # Errors
    /// Returns [`LimitKind::Interrupted`] or [`LimitKind::Time`].
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

    /// Adds the nodes since the last check to the monitor, when a search ends after `generated` nodes.
    pub fn count_rest(&self, generated: u64) {
        self.count(generated % self.nodes_between_checks());
    }

    /// Adds generated nodes, or states of a table, to the monitor.
    pub fn count(&self, nodes: u64) {
        if let Some(monitor) = &self.monitor {
            monitor.add_generated(nodes);
        }
    }

    /// Returns whether solutions of `length` moves are longer than [`Limits::depth`] allows.
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
