//! What may stop a search early, and how a search ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How many nodes are generated between two looks at the clock and at the flag.
const POLL: u64 = 4096;

/// When to give up; the default is never.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// No more nodes are generated than this. Exact: the same search stops at the same node on every machine.
    pub nodes: Option<u64>,
    /// The search stops soon after this moment.
    pub deadline: Option<Instant>,
    /// The search stops soon after another thread sets this flag.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Solutions of more moves than this are not searched for.
    pub depth: Option<u32>,
    /// The search's own lists and tables take no more bytes than this. IDA*, which keeps one path, looks at it only
    /// between iterations.
    pub memory: Option<u64>,
}

/// What stopped a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::deadline`].
    Time,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::memory`], or the system had no more to give.
    Memory,
    /// [`Limits::cancel`].
    Interrupted,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It found a solution, and did all that was asked for beyond that.
    Solved,
    /// It stopped at a limit.
    Limit(LimitKind),
    /// It saw everything; there is no solution.
    Exhausted,
}

impl Limits {
    /// To be called before a node is generated, first at the very first and then when `generated`, the count so far,
    /// reaches the number that the last call returned.
    ///
    /// The error is the limit at which to stop. [`Limits::depth`] and [`Limits::memory`] are not looked at.
    pub fn check(&self, generated: u64) -> Result<u64, LimitKind> {
        let nodes = self.nodes.unwrap_or(u64::MAX);
        if generated >= nodes {
            return Err(LimitKind::Nodes);
        }
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(LimitKind::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(LimitKind::Time);
        }
        Ok(nodes.min(generated.saturating_add(POLL)))
    }

    /// Whether solutions of `length` moves are beyond [`Limits::depth`].
    pub fn forbids(&self, length: u32) -> bool {
        self.depth.is_some_and(|depth| length > depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_met_exactly() {
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        let mut generated = 0;
        let stops: Vec<u64> = std::iter::from_fn(|| limits.check(generated).ok().inspect(|&n| generated = n)).collect();
        assert_eq!(stops, [POLL, 2 * POLL, 10_000]);
        assert_eq!(limits.check(10_000), Err(LimitKind::Nodes));
    }

    #[test]
    fn flag_and_clock_are_polled() {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits { cancel: Some(Arc::clone(&flag)), ..Limits::default() };
        assert_eq!(limits.check(0), Ok(POLL));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(limits.check(POLL), Err(LimitKind::Interrupted));
        let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(late.check(0), Err(LimitKind::Time));
    }

    #[test]
    fn depth_is_inclusive() {
        let limits = Limits { depth: Some(5), ..Limits::default() };
        assert!(!limits.forbids(5) && limits.forbids(6));
        assert!(!Limits::default().forbids(u32::MAX));
    }
}
