//! IDA*, iterative-deepening A* (Korf 1985): repeated depth-first searches with increasing bounds.
//!
//! Each depth-first search is an *iteration*. It visits every node whose f-value does not exceed
//! the bound. The f-value of a node is its depth plus its heuristic value, a lower bound on the
//! remaining moves. The first bound is the heuristic value of the start state. If an iteration
//! finds no solution, every solution is longer than the bound, and the next bound is the smallest
//! f-value that exceeded it.
//!
//! An iteration repeats all nodes of the previous one. It also has several times as many nodes, so
//! the repetition costs little. In return, the search stores only the current path.
//!
//! For example, take a 3x3 board whose Manhattan distance is 21. The bounds are 21, 23, 25 and so
//! on, because every solution has an odd number of moves. If the shortest solutions have 25 moves,
//! the third iteration ends at the first of them in depth-first order.
//!
//! The node counts of all engines follow one convention. *Generated* counts the root once per
//! search, and each child as soon as it is tried, even if it is then pruned. Siblings after the
//! solution's branch do not count. *Expanded* counts the nodes whose children were tried. The goal
//! is never expanded.
//!
//! | module | contents |
//! | --- | --- |
//! | `deepening` | the loop over the bounds |
//! | `options` | which solutions to find, and the limits of the search |
//! | `cut` | the start of a search, and splitting an iteration into subtrees |
//! | `subtree` | the interface between the loop and the engines that search subtrees |
//! | `generic_descent` | a depth-first search engine for any heuristic |
//! | `workers` | a multi-threaded search of one board's subtrees |
//! | `boards` | concurrent searches of many boards on one thread |
//! | `companion` | a second search that alternates with IDA* |

pub(crate) mod boards;
pub(crate) mod companion;
pub(crate) mod cut;
pub(crate) mod deepening;
pub(crate) mod generic_descent;
pub(crate) mod options;
pub(crate) mod subtree;
pub(crate) mod workers;

use self::cut::{HeuristicEngine, IdaProblem};
use self::deepening::Deepening;
use self::generic_descent::GenericDescent;
use self::options::Splitting;
pub use self::options::{Find, IdaOptions};
use crate::{Heuristic, Iteration, Outcome, StateSpace};

/// Finds a shortest solution on one thread. Calls `progress` after each iteration.
///
/// The heuristic must never overestimate. A solution shorter than the bound reveals an
/// overestimate: [`Outcome::length`] is then less than [`Outcome::bound`], and
/// [`Outcome::shortest`] is false.
///
/// If all solution lengths have the same parity, the bound grows by 2. The caller must ensure that
/// the goal is reachable: without limits, the search of an infinite space without a solution never
/// ends.
///
/// # Errors
/// Returns the heuristic's error if it cannot evaluate the start state.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &IdaOptions,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    let engine = &GenericDescent(heuristic);
    let problem = IdaProblem::new(space, HeuristicEngine { heuristic, engine }, None, start)?;
    let mut deepening = Deepening::new(&problem, options);
    while let Some(iteration) = deepening.iterate(&problem, None, Splitting::AsOneSearch) {
        progress(&iteration);
    }
    Ok(deepening.outcome())
}
