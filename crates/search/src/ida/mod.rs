//! IDA*, iterative-deepening A* (Korf 1985): depth-first searches with increasing bounds.
//!
//! An iteration visits, depth first, every node whose depth + value does not exceed the bound,
//! where the value is the heuristic's lower bound of the remaining moves. The first bound is the
//! value of the start. If an iteration finds no solution, none is that short, and the next bound is
//! the smallest depth + value that exceeded this one. Each iteration repeats the nodes of the one
//! before, but has several times as many, so the repetition costs little; in return the search
//! stores only one path.
//!
//! For example, on a 3x3 board with the Manhattan distance 21 at the start, the bounds are 21, 23,
//! 25 and so on, because every solution has an odd number of moves. If the shortest solutions have
//! 25 moves, the third iteration ends with the first of them in the order of moves.
//!
//! *Generated* counts the root once for the whole search, and each child when it is tried, even if
//! it is then pruned. Siblings after the one that led to the solution do not count. *Expanded*
//! counts the nodes whose children were tried; the goal is not among them.
//!
//! | module | holds |
//! | --- | --- |
//! | `deepening` | the loop over the bounds |
//! | `options` | which solutions to look for, and within which limits |
//! | `cut` | the start, and the division of an iteration into subtrees |
//! | `subtree` | a subtree, the queue that hands it out, and the engine that searches it |
//! | `descent` | the engine that works with any heuristic |
//! | `workers` | threads that search the subtrees of one board |
//! | `boards` | many boards on one thread |
//! | `companion` | a search that takes turns with IDA* |

pub(crate) mod boards;
pub(crate) mod companion;
pub(crate) mod cut;
pub(crate) mod deepening;
pub(crate) mod descent;
pub(crate) mod options;
pub(crate) mod subtree;
pub(crate) mod workers;

use self::cut::IdaProblem;
use self::deepening::deepen;
use self::descent::GenericDescent;
pub use self::options::{Find, IdaOptions};
use crate::{Heuristic, Iteration, Outcome, StateSpace};

/// Finds a shortest solution on one thread. Calls `progress` after each iteration.
///
/// The heuristic must never overestimate. A solution that is shorter than the bound proves that it
/// does: then [`Outcome::length`] is less than [`Outcome::bound`], and [`Outcome::shortest`] is
/// false.
///
/// If all solutions of a space have the same parity, the bound grows by 2. The caller must know
/// that the goal can be reached: without a limit, the search of an infinite space without a
/// solution never ends.
///
/// # Errors
/// Returns the heuristic's error if it cannot evaluate the start.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &IdaOptions,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    let engine = GenericDescent(heuristic);
    let problem = IdaProblem::new(space, heuristic, &engine, start)?;
    Ok(deepen(&problem, options, None, progress))
}
