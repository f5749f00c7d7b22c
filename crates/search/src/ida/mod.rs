//! Iterative-deepening A* (Korf 1985) with an explicit stack, counting nodes exactly as the literature does.
//!
//! *Generated* counts the root once over the whole search, and each child when its turn comes, pruned or not; a child
//! that was only prepared, or a sibling after the one that led to the solution, does not count. *Expanded* counts
//! nodes whose children were tried; the goal is not one of them.
//!
//! `deepening` raises the bound from iteration to iteration. A `Descend` searches one subtree to a bound: `descent`
//! with any heuristic, or a faster descent that is made for one. [`parallel`] does the same on several threads.

pub(crate) mod companion;
pub(crate) mod deepening;
pub(crate) mod descent;
mod options;
pub mod parallel;

use self::companion::{Alone, Callbacks, Companion};
use self::deepening::{IterationResult, deepen};
use self::descent::{Descend, DescentEnd, DescentLimits, DescentResult, GenericDescent, Solutions, SubtreeRoot};
pub use self::options::IdaOptions;
use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, StateSpace};

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
    options: &IdaOptions,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<S::Move>, H::Error> {
    search_with(&GenericDescent, space, heuristic, start, options, Callbacks { companion: &mut Alone, progress })
}

/// [`search`], with iterations searched by `descent`. The companion's turns are before iterations.
pub(crate) fn search_with<S: StateSpace, H: Heuristic<S>>(
    descent: &impl Descend<S, H>,
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &IdaOptions,
    Callbacks { companion, progress }: Callbacks<'_>,
) -> Result<Outcome<S::Move>, H::Error> {
    let root = SubtreeRoot { state: start.clone(), node: heuristic.root(start)?, path: Vec::new() };
    let (h0, parity) = (heuristic.value(&root.node), space.parity(start));
    Ok(deepen(h0, parity, options, progress, &mut |bound, before| {
        let mut solutions = Solutions::new(options);
        if let Some(end) = turn(companion, bound, before) {
            return IterationResult { expanded: 0, generated: 0, end, solutions, peak: 0, speculative: 0 };
        }
        let mut check = |generated| options.limits.check(generated);
        let limits = DescentLimits { bound, before, check: &mut check };
        let result = descent.descend(space, heuristic, &root, limits, &mut solutions);
        let DescentResult { expanded, generated, end, peak } = result;
        IterationResult { expanded, generated, end, solutions, peak, speculative: 0 }
    }))
}

/// The end of an iteration, if the companion's turn ends it.
fn turn(companion: &mut dyn Companion, bound: u32, generated: u64) -> Option<DescentEnd> {
    match companion.turn(bound, generated) {
        Ok(known) => known.then_some(DescentEnd::Known),
        Err(kind) => Some(DescentEnd::Limit(kind)),
    }
}
