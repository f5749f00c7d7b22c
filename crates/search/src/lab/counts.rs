//! Numbers of states at each depth, by the obvious breadth-first search: slow and general.

use std::collections::HashSet;
use std::mem;
use std::ops::ControlFlow;

use crate::limits::{LimitKind, Limits, Status};
use crate::space::StateSpace;

/// The states at each depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCounts {
    /// Number of states whose distance from the start is the index; only complete depths.
    pub counts: Vec<u64>,
    /// [`Status::Exhausted`] if these are all states, else the limit.
    pub status: Status,
}

/// Counts the states at each distance from `start`.
///
/// [`Limits::nodes`] limits the number of different states found, [`Limits::depth`] the depths counted;
/// [`Limits::memory`] is ignored. Two layers are held in memory: since every move can be taken back, a state's
/// neighbours are at most one layer away.
pub fn depths<S: StateSpace>(space: &S, start: &S::State, limits: &Limits) -> StateCounts {
    depths_watched(space, start, limits, &mut |_, _| ControlFlow::Continue(()))
}

/// The same as [`depths`]; `on_depth` receives each complete depth and its number of states, and ends the count with
/// [`LimitKind::Interrupted`] by a break.
pub fn depths_watched<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    on_depth: &mut dyn FnMut(u32, u64) -> ControlFlow<()>,
) -> StateCounts {
    let mut counts = Vec::new();
    let status = match count(space, start, limits, &mut counts, on_depth) {
        Ok(()) => Status::Exhausted,
        Err(kind) => Status::Limit(kind),
    };
    StateCounts { counts, status }
}

fn count<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    counts: &mut Vec<u64>,
    on_depth: &mut dyn FnMut(u32, u64) -> ControlFlow<()>,
) -> Result<(), LimitKind> {
    let mut checkpoint = limits.check(0)?;
    let mut found = 1;
    let mut current = HashSet::new();
    let mut next = HashSet::from([start.clone()]);
    while !next.is_empty() {
        let depth = counts.len() as u32;
        if limits.forbids(depth) {
            return Err(LimitKind::Depth);
        }
        counts.push(next.len() as u64);
        if on_depth(depth, next.len() as u64).is_break() {
            return Err(LimitKind::Interrupted);
        }
        let previous = mem::replace(&mut current, mem::take(&mut next));
        for state in &current {
            for m in space.moves(state, None) {
                let mut child = state.clone();
                space.apply(&mut child, m);
                if previous.contains(&child) || current.contains(&child) || next.contains(&child) {
                    continue;
                }
                if found == checkpoint {
                    checkpoint = limits.check(found)?;
                }
                found += 1;
                next.insert(child);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::TileSpace;
    use fifteen_puzzle::{Goal, MoveOrder, Size};

    #[test]
    fn limits_keep_complete_depths() {
        let goal = Goal::Last.board(Size::new(3, 2).unwrap()).unwrap();
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let count = |limits| depths(&space, space.solved(), &limits);
        let depth = count(Limits { depth: Some(3), ..Limits::default() });
        assert_eq!(depth, StateCounts { counts: vec![1, 2, 3, 5], status: Status::Limit(LimitKind::Depth) });
        let all_of_depth_2 = count(Limits { nodes: Some(6), ..Limits::default() });
        assert_eq!(all_of_depth_2, StateCounts { counts: vec![1, 2, 3], status: Status::Limit(LimitKind::Nodes) });
        let enough = count(Limits { nodes: Some(360), ..Limits::default() });
        assert_eq!((enough.status, enough.counts.iter().sum::<u64>()), (Status::Exhausted, 360));
        let short = count(Limits { nodes: Some(359), ..Limits::default() });
        assert_eq!((short.status, short.counts.len()), (Status::Limit(LimitKind::Nodes), 21));
        let none = count(Limits { nodes: Some(0), ..Limits::default() });
        assert_eq!(none, StateCounts { counts: vec![], status: Status::Limit(LimitKind::Nodes) });
    }
}
