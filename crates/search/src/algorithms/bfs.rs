//! Breadth-first search that expands every state once (Moore 1959): a shortest solution, at the cost of memory.
//!
//! A child is generated, found among the states seen before or added to them. The goal is tested when a state is taken
//! from the queue, which is the list of the states in the order in which they were found.

use crate::algorithms::reached::Reached;
use crate::algorithms::run::{Run, SearchEnd};
use crate::{Iteration, KeyedSpace, LimitKind, Limits, Outcome};

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

fn levels<S: KeyedSpace>(
    space: &S,
    start: &S::State,
    run: &mut Run,
) -> Result<SearchEnd<S::Move>, LimitKind> {
    let mut reached = Reached::new(space);
    run.generate_at(0)?;
    reached.begin(start, &mut run.budget)?;
    let mut next = 0;
    for depth in 0.. {
        let level_end = reached.len();
        if next == level_end {
            break;
        }
        if run.limits.forbids(run.raised(depth)) {
            return Ok(SearchEnd::Nothing {
                beyond: Some(depth),
            });
        }
        run.level(depth);
        while next < level_end {
            let Some(state) = reached.state(next) else {
                break;
            };
            if space.is_goal(&state) {
                return Ok(SearchEnd::Solved {
                    moves: reached.path(state),
                    bound: depth,
                });
            }
            run.expanded += 1;
            for m in space.moves(&state, reached.last_move(next)) {
                run.generate_at(depth + 1)?;
                let child = space.after(&state, m);
                if reached.find(&child).is_none() {
                    reached.add(m, &mut run.budget)?;
                }
            }
            next += 1;
        }
    }
    Ok(SearchEnd::Nothing { beyond: None })
}
