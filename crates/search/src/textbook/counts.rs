//! Counts the states at each distance from a start state, by a simple breadth-first search that
//! works in any state space.

use std::collections::HashSet;
use std::mem;
use std::ops::ControlFlow;

use crate::{LimitKind, Limits, StateSpace, Status};

/// The number of states at each distance from a start state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCounts {
    /// The number of states at each distance, indexed by the distance. If a limit stops the count,
    /// the incomplete last distance is left out.
    pub counts: Vec<u64>,
    /// [`Status::Exhausted`] if all states were counted, otherwise the limit that stopped the
    /// count.
    pub status: Status,
}

/// A callback that receives each distance and its number of states, as soon as all states at this
/// distance are counted. If it returns `Break`, the count stops with [`LimitKind::Interrupted`].
pub type OnDepth<'a> = &'a mut dyn FnMut(u32, u64) -> ControlFlow<()>;

/// Counts the states at each distance from `start`. Calls `on_depth` after each distance.
///
/// [`Limits::nodes`] limits the number of distinct states, [`Limits::depth`] the distance, and
/// [`Limits::memory`] the memory for the states, in bytes. Only the states at three consecutive
/// distances are in memory at a time. This is enough to recognise duplicates, because every move
/// can be undone: the neighbours of a state at distance d are at distance d - 1, d or d + 1.
pub fn depths<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    on_depth: OnDepth<'_>,
) -> StateCounts {
    // Estimated memory per state: four slots of a hash set. A hash set can be half empty, and while
    // it grows, both its old and its new table are in memory. Each slot holds a state and a control
    // byte.
    let bytes_per_state = 4 * (size_of::<S::State>() as u64 + 1);
    let in_memory = limits
        .memory
        .map_or(u64::MAX, |memory| memory / bytes_per_state);
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let within = Limits {
        nodes: Some(nodes.min(in_memory)),
        ..limits.clone()
    };
    let mut counts = Vec::new();
    let mut count = || {
        let mut checkpoint = within.check(0)?;
        let mut found = 1;
        let mut current = HashSet::new();
        let mut next = HashSet::from([start.clone()]);
        while !next.is_empty() {
            let depth = counts.len() as u32;
            counts.push(next.len() as u64);
            if on_depth(depth, next.len() as u64).is_break() {
                return Err(LimitKind::Interrupted);
            }
            if within.forbids(depth + 1) {
                return Err(LimitKind::Depth);
            }
            let previous = mem::replace(&mut current, mem::take(&mut next));
            for state in &current {
                for m in space.moves(state, None) {
                    let child = space.after(state, m);
                    if previous.contains(&child)
                        || current.contains(&child)
                        || next.contains(&child)
                    {
                        continue;
                    }
                    if found == checkpoint {
                        checkpoint = within.check(found)?;
                    }
                    found += 1;
                    next.insert(child);
                }
            }
        }
        Ok(())
    };
    let status = match count() {
        Ok(()) => Status::Exhausted,
        Err(LimitKind::Nodes) if in_memory < nodes => Status::Limit(LimitKind::Memory),
        Err(kind) => Status::Limit(kind),
    };
    StateCounts { counts, status }
}
