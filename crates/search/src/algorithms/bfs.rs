//! Breadth-first search (Moore 1959), which stores every state and expands it once.
//!
//! States are expanded level by level, in the order of their depths 0, 1, 2 and so on, so the first
//! path found to a state is a shortest one. For example, 181,440 states of a 3x3 board can be
//! reached, on 32 levels from 0 to 31.
//!
//! No separate queue is needed. States are stored in the order in which they are found, so the
//! index `next` separates the expanded states from the open states. A state is tested for the goal
//! when it is expanded.

use crate::algorithms::reached::Reached;
use crate::algorithms::run::{Run, SearchEnd};
use crate::{Iteration, KeyedSpace, LimitKind, Limits, Outcome};

/// Finds a shortest solution by breadth-first search. Calls `progress` after each level.
///
/// If a limit stops the search, [`Outcome::bound`] is the depth of the unfinished level. All states
/// are kept in memory, so set [`Limits::memory`].
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
