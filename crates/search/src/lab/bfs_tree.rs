//! The textbook's first breadth-first search: over the tree of move sequences, in which a state met again is a new
//! node.
//!
//! The only move left out is the one that takes back the last. The goal is tested when a node is taken from the queue.

use crate::algorithms::run::{Run, SearchEnd};
use crate::lab::observer::{NoObserver, Observer, path};
use crate::limits::{LimitKind, Limits};
use crate::outcome::{Iteration, Outcome};
use crate::space::StateSpace;
use crate::storage::{List, Queue};

/// Finds a shortest solution; `progress` is called after each level.
///
/// The queue grows by a constant factor each level: set [`Limits::memory`].
pub fn search<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    observed(space, start, limits, &mut NoObserver, progress)
}

pub(crate) fn observed<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    observer: &mut impl Observer<S::Move>,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let mut run = Run::new(limits, space.parity(start), 0, progress);
    let end = levels(space, start, observer, &mut run);
    run.finish(0, end)
}

fn levels<S: StateSpace>(
    space: &S,
    start: &S::State,
    observer: &mut impl Observer<S::Move>,
    run: &mut Run,
) -> Result<SearchEnd<S::Move>, LimitKind> {
    // Parent and move of each node but the root.
    let mut links = List::default();
    let mut queue = Queue::default();
    run.generate()?;
    queue.push(start.clone(), &mut run.budget)?;
    let (mut node, mut level_end) = (0, 1);
    for depth in 0.. {
        if node == level_end {
            break;
        }
        if run.limits.forbids(depth) {
            return Ok(SearchEnd::Nothing { beyond: Some(depth) });
        }
        run.level(depth);
        let last_level = run.limits.forbids(depth + 1);
        while node < level_end {
            let Some(state) = queue.pop(&mut run.budget) else { break };
            if space.is_goal(&state) {
                return Ok(SearchEnd::Solved { moves: path(&links, node), bound: depth });
            }
            // Nodes below the last level are beyond the limit: they are not made.
            if !last_level {
                run.expanded += 1;
                observer.expanded(node.into());
                let last = node.checked_sub(1).and_then(|before| links.get(before as usize)).map(|&(_, m)| m);
                for m in space.moves(&state, last) {
                    run.generate()?;
                    observer.generated(node.into(), m, None);
                    let mut child = state.clone();
                    space.apply(&mut child, m);
                    links.push((node, m), &mut run.budget)?;
                    queue.push(child, &mut run.budget)?;
                }
            }
            node += 1;
        }
        if last_level {
            return Ok(SearchEnd::Nothing { beyond: Some(depth + 1) });
        }
        level_end = u32::try_from(links.len() + 1).map_err(|_| LimitKind::Memory)?;
    }
    Ok(SearchEnd::Nothing { beyond: None })
}
