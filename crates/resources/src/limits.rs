//! [`Limits`], which stop a computation early, and [`Status`], which says how the computation
//! ended.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Instant, Monitor};

/// Default of [`Limits::poll`]: the number of nodes between two checks of the clock and the
/// cancellation flag.
///
/// A search generates this many nodes in well under a millisecond, so it stops promptly. Reading
/// the clock costs about as much as generating a node, so more frequent checks would slow the
/// search down.
const NODES_BETWEEN_CHECKS: u64 = 4096;

/// Limits that stop a search early. By default, a search is unlimited.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Maximum number of generated nodes. The limit is exact: a search stops at the same node on
    /// every machine.
    pub nodes: Option<u64>,
    /// Point in time at which the search must end. The search stops at its first check of the clock
    /// after that time.
    pub deadline: Option<Instant>,
    /// Flag that another thread sets to cancel the search. The search stops at its next check of
    /// the flag.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Maximum length of a solution, in moves. The search ignores longer solutions.
    pub depth: Option<u32>,
    /// Maximum size of all lists and tables that the search creates, in bytes.
    ///
    /// IDA* stores little more than its current path, so it checks this limit only between
    /// iterations.
    pub memory: Option<u64>,
    /// Number of nodes between two checks of the clock and the cancellation flag, or `None` for the
    /// default of 4096.
    pub poll: Option<NonZeroU64>,
    /// Monitor that the search updates, so that another thread can follow its progress.
    pub monitor: Option<Arc<Monitor>>,
}

/// The limit that stopped a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// The search has generated [`Limits::nodes`] nodes.
    Nodes,
    /// The deadline ([`Limits::deadline`]) has passed.
    Time,
    /// No solution has [`Limits::depth`] moves or fewer.
    Depth,
    /// The search would exceed [`Limits::memory`], or an allocation failed.
    Memory,
    /// Another thread set the flag [`Limits::cancel`].
    Interrupted,
    /// An anytime search found a solution whose length is within the requested distance of the
    /// proven lower bound.
    Gap,
}

/// The outcome of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// The search found a solution and completed all other requested work.
    Solved,
    /// A limit stopped the search.
    Limit(LimitKind),
    /// The search examined the whole search space. This proves that no solution exists.
    #[default]
    Exhausted,
}

impl Limits {
    /// Creates limits with only a cancellation flag, which another thread can set to stop the
    /// search.
    pub fn cancelled_by(flag: Arc<AtomicBool>) -> Self {
        Self {
            cancel: Some(flag),
            ..Self::default()
        }
    }

    /// Checks the node limit, the clock and the cancellation flag. Returns the number of generated
    /// nodes at which the search must call this function again.
    ///
    /// A search calls this function before it generates its first node, and then whenever
    /// `generated`, the number of nodes so far, reaches the value returned by the last call.
    /// [`Limits::depth`] and [`Limits::memory`] are not checked.
    ///
    /// # Errors
    /// Returns the limit that was reached.
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

    /// Adds the nodes generated since the last [`Limits::check`] to the monitor. A search calls
    /// this function when it ends. `generated` is the number of all nodes that it generated.
    pub fn count_rest(&self, generated: u64) {
        self.count(generated % self.nodes_between_checks());
    }

    /// Adds generated nodes, or computed table entries, to the monitor if one is set.
    pub fn count(&self, nodes: u64) {
        if let Some(monitor) = &self.monitor {
            monitor.add_generated(nodes);
        }
    }

    /// Returns whether a solution of `length` moves exceeds [`Limits::depth`].
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
