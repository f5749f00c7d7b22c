//! [`Outcome`]: the result of a search, and [`Iteration`]: the nodes that the search visited while
//! its lower bound stayed the same.

use fifteen_resources::Status;

/// The nodes that a search expanded and generated while its lower bound on the solution length
/// stayed the same.
///
/// For IDA* and iterative deepening, an iteration is one depth-first search up to the bound. For
/// breadth-first search, it is one level. For A* and branch and bound, the bound is the smallest
/// depth + heuristic value of an open node, and an iteration ends when this sum grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Iteration {
    /// Lower bound on the solution length during this iteration. IDA* prunes nodes whose depth plus
    /// heuristic value exceeds it. A single depth-first search proves no bound. It stores its depth
    /// limit here instead, or `u32::MAX` if it has no limit.
    pub bound: u32,
    /// Number of nodes expanded in this iteration, including the root of the search.
    pub expanded: u64,
    /// Number of nodes generated in this iteration, excluding the root of the search.
    pub generated: u64,
}

/// Node counts of a bidirectional search, separately for its two directions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Directions {
    /// Number of nodes expanded by the search from the start state.
    pub forward: u64,
    /// Number of nodes expanded by the search from the goal.
    pub backward: u64,
    /// Number of moves from the start state to the state where the forward and backward searches
    /// met, or `None` if no solution was found.
    pub met: Option<u32>,
}

/// The result of a search. `P` is the type of a solution, such as a list of moves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome<P> {
    /// How the search ended. It can be a limit even if `moves` holds a solution, for example if a
    /// search for all shortest solutions stops early.
    pub status: Status,
    /// Length of the solution in moves, or `None` if no solution was found. If a limit stopped the
    /// search, shorter solutions may exist, and [`shortest`](Self::shortest) is false.
    pub length: Option<u32>,
    /// The solution, or `None` if the search found no solution.
    pub moves: Option<P>,
    /// Whether `moves` is proven to be a shortest solution. A depth-first search that runs only
    /// once can rarely prove this, even if its solution is in fact shortest.
    pub shortest: bool,
    /// Number of shortest solutions, or `None` if the search did not count all of them, for example
    /// because a limit stopped it.
    pub solutions: Option<u64>,
    /// The shortest solutions in the order in which moves are tried, or `None` if the search did
    /// not look for all of them. The list may be limited to the first few solutions.
    pub all_moves: Option<Vec<P>>,
    /// Proven lower bound on the solution length. The bound equals `length` if the solution is
    /// proven optimal. After [`Status::Exhausted`], it is the last bound that was searched.
    pub bound: u32,
    /// Heuristic value of the start state, or 0 if the algorithm uses no heuristic.
    pub h0: u32,
    /// Total number of nodes expanded in all iterations.
    pub expanded: u64,
    /// Total number of nodes generated in all iterations. The root of the search is counted once.
    pub generated: u64,
    /// Depth of the deepest generated node, or `None` if the algorithm does not record it.
    pub deepest: Option<u32>,
    /// Number of nodes that were generated needlessly, because they come after the solution in
    /// depth-first order. A depth-first search on one thread would have stopped before them. The
    /// other counts exclude these nodes.
    ///
    /// When one of several threads finds a solution, the remaining threads continue for a moment,
    /// so the number varies from run to run. On one thread, the number can exceed 0 if IDA*
    /// alternates between several subtrees.
    pub speculative: u64,
    /// Node counts of each direction, or `None` if the algorithm is not bidirectional.
    pub directions: Option<Directions>,
    /// All iterations, in the order in which they were searched. The last iteration may be
    /// incomplete.
    pub iterations: Vec<Iteration>,
    /// Peak memory of the algorithm's own lists and tables, in bytes. It includes allocated but
    /// unused capacity, and excludes the heuristic's tables and this result.
    pub peak_bytes: u64,
    /// Time from receiving the board to finding the solution, in seconds. Only the `Solver` of
    /// `fifteen-solver` measures this time. All other searches set it to 0.
    pub seconds: f64,
}

impl<P> Outcome<P> {
    /// Returns the number of nodes expanded in the iterations with a bound below the length of a
    /// shortest solution. Returns `None` if the solution is not proven to be shortest.
    ///
    /// Every search with the same heuristic must expand these nodes, so the number does not depend
    /// on the order of moves.
    pub fn expanded_below(&self) -> Option<u64> {
        let length = self.length.filter(|_| self.shortest)?;
        Some(
            self.iterations
                .iter()
                .filter(|i| i.bound < length)
                .map(|i| i.expanded)
                .sum(),
        )
    }

    /// Converts every solution with the function `other`, for example from the moves of one space
    /// to the moves of another space. All other fields keep their values.
    pub fn map_paths<Q>(self, mut other: impl FnMut(P) -> Q) -> Outcome<Q> {
        Outcome {
            status: self.status,
            length: self.length,
            moves: self.moves.map(&mut other),
            shortest: self.shortest,
            solutions: self.solutions,
            all_moves: self
                .all_moves
                .map(|all| all.into_iter().map(other).collect()),
            bound: self.bound,
            h0: self.h0,
            expanded: self.expanded,
            generated: self.generated,
            deepest: self.deepest,
            speculative: self.speculative,
            directions: self.directions,
            iterations: self.iterations,
            peak_bytes: self.peak_bytes,
            seconds: self.seconds,
        }
    }
}

/// Returns a closure for [`Outcome::map_paths`] that applies `other` to each move of a solution.
pub(crate) fn each<M, T>(other: impl Fn(M) -> T) -> impl Fn(Vec<M>) -> Vec<T> {
    move |moves| moves.into_iter().map(&other).collect()
}

/// Raises a lower bound on the solution length by 1 if no solution can have exactly this length
/// because of its parity. `parity` is 0 if all solution lengths are even, 1 if all are odd, and
/// `None` if unknown. For example, with parity 1, 12 becomes 13 and 13 stays 13.
pub(crate) fn raised(bound: u32, parity: Option<u32>) -> u32 {
    bound + u32::from(bound < u32::MAX && parity.is_some_and(|p| p != bound % 2))
}
