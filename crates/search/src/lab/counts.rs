//! Numbers of states at each depth, by the obvious breadth-first search: slow and general.

use std::collections::HashSet;
use std::mem;
use std::ops::ControlFlow;

use crate::{LimitKind, Limits, StateSpace, Status};

/// The states at each depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCounts {
    /// Number of states whose distance from the start is the index; only complete depths.
    pub counts: Vec<u64>,
    /// [`Status::Exhausted`] if these are all states, else the limit.
    pub status: Status,
}

/// Receives each complete depth and its number of states; `Break` ends the count with [`LimitKind::Interrupted`].
pub type OnDepth<'a> = &'a mut dyn FnMut(u32, u64) -> ControlFlow<()>;

/// Counts the states at each distance from `start`.
///
/// [`Limits::nodes`] limits the number of different states found, [`Limits::depth`] the depths counted, and
/// [`Limits::memory`] the bytes of the states. Two layers are held in memory: since every move can be taken back, a
/// state's neighbours are at most one layer away.
pub fn depths<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    on_depth: OnDepth<'_>,
) -> StateCounts {
    // Sets of states are up to half empty, and copied as they grow.
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
