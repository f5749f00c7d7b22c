//! Iterative-deepening A* (Korf 1985) with an explicit stack, counting nodes exactly as the literature does.
//!
//! *Generated* counts the root once over the whole search, and each child when its turn comes, pruned or not; a
//! sibling after the one that led to the solution does not count. *Expanded* counts nodes whose children were tried;
//! the goal is not one of them.
//!
//! `deepening` raises the bound from iteration to iteration. A `Descend` searches one subtree to a bound: `descent`
//! with any heuristic, or a faster descent that is made for one. `parallel` does the same on several threads.

pub(crate) mod companion;
pub(crate) mod deepening;
pub(crate) mod descent;
pub(crate) mod parallel;

use self::companion::{Alone, Callbacks};
use self::descent::GenericDescent;
use self::parallel::{CompiledSubtrees, search_subtrees};
use crate::{Heuristic, Iteration, Options, Outcome, StateSpace};

/// Finds a shortest solution; `progress` is called after each iteration.
///
/// In a space without parity, the next bound is the smallest depth + value above the last bound. The caller
/// checks that the goal can be reached: without a limit, an infinite space without a solution is searched forever.
///
/// # Errors
/// Those of the heuristic, before anything is searched.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &Options,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    let mut subtrees = CompiledSubtrees::new(space, heuristic, &GenericDescent, start)?;
    Ok(search_subtrees(
        &mut subtrees,
        &options.begun(),
        None,
        Callbacks {
            companion: &mut Alone,
            progress,
        },
    ))
}
