//! Iterative-deepening A* (Korf 1985) with an explicit stack, counting nodes exactly as the literature does.
//!
//! *Generated* counts the root once over the whole search, and each child when its turn comes, pruned or not; a child
//! that was only prepared, or a sibling after the one that led to the solution, does not count. *Expanded* counts
//! nodes whose children were tried; the goal is not one of them.

use crate::deepening::{Pass, deepen};
use crate::descent::{Descend, Descent, Extent, Found, Seed, Stepwise};
use crate::limits::Limits;
pub use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, StateSpace};

/// What to do beyond finding one shortest solution, and when to give up.
#[derive(Debug, Clone, Default)]
pub struct IdaOptions {
    /// When to give up.
    pub limits: Limits,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies.
    pub finish_iteration: bool,
    /// Find all shortest solutions, and keep at most this many of them.
    pub all: Option<usize>,
    /// Stop, as at a limit of nodes, after the first iteration that expands so many; its count is complete, and the bound
    /// is that of the next.
    pub pause: Option<u64>,
}

/// Finds a shortest solution; `progress` is called after each iteration.
///
/// Where the space gives no parity, the next bound is the smallest depth + value that was above the last one.
/// A space in which the goal cannot be reached, though some state is always beyond the bound, is searched for ever
/// unless a limit is set: solvability is the caller's to check.
///
/// # Errors
/// Those of the heuristic, before anything is searched.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &IdaOptions,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<S::Move>, H::Error> {
    search_by(&Stepwise, space, heuristic, start, options, progress)
}

/// The same, with iterations searched by `descend`.
pub(crate) fn search_by<S: StateSpace, H: Heuristic<S>>(
    descend: &impl Descend<S, H>,
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &IdaOptions,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<S::Move>, H::Error> {
    let root = Seed { state: start.clone(), node: heuristic.root(start)?, path: Vec::new() };
    let (h0, parity) = (heuristic.value(&root.node), space.parity(start));
    Ok(deepen(h0, parity, options, progress, &mut |bound, before| {
        let mut found = Found::new(options);
        let mut check = |generated| options.limits.check(generated);
        let extent = Extent { bound, before, check: &mut check };
        let descent = descend.descend(space, heuristic, &root, extent, &mut found);
        let Descent { expanded, generated, end, peak } = descent;
        Pass { expanded, generated, end, found, peak, speculative: 0 }
    }))
}
