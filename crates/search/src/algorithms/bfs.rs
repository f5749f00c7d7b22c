//! Breadth-first search that expands every state once (Moore 1959): a shortest solution, at the cost of memory.
//!
//! A child is generated, found among the states seen before or added to them. The goal is tested when a state is taken
//! from the queue, which is the list of the states in the order in which they were found. No state carries a link: the
//! move that led to it is enough to find the one before.

use crate::algorithms::run::{Run, SearchEnd};
use crate::limits::{LimitKind, Limits};
use crate::outcome::{Iteration, Outcome};
use crate::space::KeyedSpace;
use crate::storage::List;
use crate::storage::state_table::StateTable;

/// Finds a shortest solution; `progress` is called after each level.
///
/// A search that stops at a limit has proven the depth of the level in progress. Every state seen is held in memory:
/// set [`Limits::memory`].
pub fn search<S: KeyedSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let mut run = Run::new(limits, space.parity(start), 0, progress);
    let end = levels(space, start, &mut run);
    run.finish(0, end)
}

fn levels<S: KeyedSpace>(space: &S, start: &S::State, run: &mut Run) -> Result<SearchEnd<S::Move>, LimitKind> {
    let mut seen = StateTable::new(space.key_bytes());
    let mut key = vec![0; space.key_bytes()];
    // The move that led to each state but the first.
    let mut moves = List::default();
    run.generate()?;
    space.write_key(start, &mut key);
    seen.insert(&key, &mut run.budget)?;
    let mut next = 0;
    for depth in 0.. {
        let level_end = seen.len() as u32;
        if next == level_end {
            break;
        }
        if run.limits.forbids(run.raised(depth)) {
            return Ok(SearchEnd::Nothing { beyond: Some(depth) });
        }
        run.level(depth);
        while next < level_end {
            let Some(state) = seen.get(next).map(|key| space.read_key(key)) else { break };
            if space.is_goal(&state) {
                return Ok(SearchEnd::Solved { moves: path(space, &seen, &moves, state), bound: depth });
            }
            run.expanded += 1;
            let last = next.checked_sub(1).and_then(|before| moves.get(before as usize)).copied();
            for m in space.moves(&state, last) {
                run.generate()?;
                let mut child = state.clone();
                space.apply(&mut child, m);
                space.write_key(&child, &mut key);
                if seen.find(&key).is_none() {
                    moves.push(m, &mut run.budget)?;
                    seen.insert(&key, &mut run.budget)?;
                }
            }
            next += 1;
        }
    }
    Ok(SearchEnd::Nothing { beyond: None })
}

/// The path to a state of the table, found backwards; `moves` has the last move to each state but the first.
pub(crate) fn path<S: KeyedSpace>(
    space: &S,
    seen: &StateTable,
    moves: &List<S::Move>,
    mut state: S::State,
) -> Vec<S::Move> {
    let mut path = Vec::new();
    let mut key = vec![0; space.key_bytes()];
    space.write_key(&state, &mut key);
    while let Some(before) = seen.find(&key).and_then(|number| number.checked_sub(1))
        && let Some(&m) = moves.get(before as usize)
    {
        path.push(m);
        space.undo(&mut state, m);
        space.write_key(&state, &mut key);
    }
    path.reverse();
    path
}
