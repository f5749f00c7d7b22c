//! [`Outcome`]: the result of every algorithm, with an [`Iteration`] for each value of the proven bound.

use fifteen_resources::Status;

/// The work of an algorithm while its bound was the same.
///
/// An iteration of IDA*, or of iterative deepening, is a depth-first search to the bound. For breadth-first search it is a
/// level. For A* and branch and bound it is the expansion of nodes while the bound was the smallest cost of an open node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Iteration {
    /// No solution is shorter than this. For IDA*, nodes of a larger depth + value were pruned. For a single depth-first
    /// search it is the limit of depth, or `u32::MAX` without one.
    pub bound: u32,
    /// Number of nodes expanded in this iteration, including the root.
    pub expanded: u64,
    /// Number of nodes generated in this iteration, without the root.
    pub generated: u64,
}

/// The work of both directions of a bidirectional search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Directions {
    /// Number of nodes expanded from the start.
    pub forward: u64,
    /// Number of nodes expanded from the goal.
    pub backward: u64,
    /// Number of moves of the solution from the start to the state at which both searches met.
    pub met: Option<u32>,
}

/// The result of a search. `P` is the type of a solution, such as a list of moves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome<P> {
    /// How the search ended. A search for more than one solution may stop at a limit although it found one.
    pub status: Status,
    /// Length of the solution, if one was found. At a limit it need not be a shortest one.
    pub length: Option<u32>,
    /// The solution, if one was found.
    pub moves: Option<P>,
    /// True if `moves` is proven to be a shortest solution, which a single depth-first search rarely proves.
    pub shortest: bool,
    /// Number of shortest solutions, if the search looked for all and was completed.
    pub solutions: Option<u64>,
    /// The first shortest solutions in the order of moves, if the search looked for all.
    pub all_moves: Option<Vec<P>>,
    /// No solution is shorter than this. It equals `length` if the solution is proven to be a shortest one. After
    /// [`Status::Exhausted`] it is the last bound that was searched.
    pub bound: u32,
    /// The heuristic's value of the start, or 0 if the algorithm takes no heuristic.
    pub h0: u32,
    /// Number of nodes expanded in all iterations.
    pub expanded: u64,
    /// Number of nodes generated in all iterations, including the root.
    pub generated: u64,
    /// The greatest depth of a generated node, if the algorithm records it.
    pub deepest: Option<u32>,
    /// Number of nodes that are not counted because one thread would not have generated them: other threads go on for a
    /// moment after the solution is found. It differs from run to run, and is 0 on one thread.
    pub speculative: u64,
    /// The work of both directions, if the algorithm is bidirectional.
    pub directions: Option<Directions>,
    /// The iterations; the last one may be partial.
    pub iterations: Vec<Iteration>,
    /// Maximum size of the algorithm's own lists and tables during the search, in bytes, including entries that were
    /// allocated but not used. The heuristic's tables and the result are not included.
    pub peak_bytes: u64,
    /// Seconds from the board to the solution; 0 unless a `Solver` of `fifteen-solver` made the search.
    pub seconds: f64,
}

impl<P> Outcome<P> {
    /// Number of nodes expanded while the bound was below the length of the shortest solutions. Every search with this
    /// heuristic must expand such nodes. `None` if the solution is not proven to be a shortest one.
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

    /// The same outcome with each path replaced by `other(path)`.
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

/// Makes a function that maps each move of a path.
pub(crate) fn each<M, T>(other: impl Fn(M) -> T) -> impl Fn(Vec<M>) -> Vec<T> {
    move |moves| moves.into_iter().map(&other).collect()
}

/// The bound, raised by 1 if all solutions have the other parity.
pub(crate) fn raised(bound: u32, parity: Option<u32>) -> u32 {
    bound + u32::from(bound < u32::MAX && parity.is_some_and(|p| p != bound % 2))
}
