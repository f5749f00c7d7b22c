//! [`Outcome`]: the result of every algorithm. It includes one [`Iteration`] for each lower bound
//! that the search has proven.

use fifteen_resources::Status;

/// The work that an algorithm did while its lower bound on the solution length stayed at one value.
///
/// For IDA* and iterative deepening, an iteration is one depth-first search up to the bound. For
/// breadth-first search, it is one level. For A* and branch and bound, whose bound is the smallest
/// cost of an open node, it is the work until that smallest cost grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Iteration {
    /// The lower bound in this iteration: no solution is shorter. IDA* pruned nodes whose depth +
    /// value exceeded it. A single depth-first search proves no bound and stores its depth limit
    /// here, or `u32::MAX` if there was none.
    pub bound: u32,
    /// Number of nodes expanded in this iteration, including the root of the search.
    pub expanded: u64,
    /// Number of nodes generated in this iteration, not counting the root of the search.
    pub generated: u64,
}

/// The work of a bidirectional search, counted separately for its two directions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Directions {
    /// Number of nodes that the search from the start expanded.
    pub forward: u64,
    /// Number of nodes that the search from the goal expanded.
    pub backward: u64,
    /// Number of moves from the start to the state where the two searches met, or `None` if no
    /// solution was found.
    pub met: Option<u32>,
}

/// The result of a search. `P` is the type of a solution, such as a list of moves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome<P> {
    /// How the search ended. A search for several solutions may stop at a limit although it has
    /// found one.
    pub status: Status,
    /// Length of the solution in moves, or `None` if none was found. If a limit stopped the search,
    /// shorter solutions may exist: see [`shortest`](Self::shortest).
    pub length: Option<u32>,
    /// The solution, or `None` if none was found.
    pub moves: Option<P>,
    /// True if no solution is shorter than `moves`. A single depth-first search can rarely prove
    /// this, even when it is the case.
    pub shortest: bool,
    /// Number of shortest solutions, if the search counted them all and was not stopped by a limit.
    pub solutions: Option<u64>,
    /// The shortest solutions in the order in which moves are tried, if the search looked for all
    /// of them. A search may keep only the first ones.
    pub all_moves: Option<Vec<P>>,
    /// A proven lower bound: no solution is shorter. It equals `length` if the solution is proven
    /// to be a shortest one. After [`Status::Exhausted`] it is the last bound that was searched.
    pub bound: u32,
    /// The heuristic's value for the start, or 0 if the algorithm uses no heuristic.
    pub h0: u32,
    /// Number of nodes expanded in all iterations together.
    pub expanded: u64,
    /// Number of nodes generated in all iterations together, including the root of the search once.
    pub generated: u64,
    /// Depth of the deepest generated node, or `None` if the algorithm does not record it.
    pub deepest: Option<u32>,
    /// Number of nodes that were generated but are left out of the other counts, because a single
    /// depth-first search would have stopped at the solution before it reached them. With several
    /// threads it varies from run to run: when one thread finds the solution, the others run on for
    /// a moment. It may also be nonzero on one thread, if IDA* searches several subtrees
    /// alternately.
    pub speculative: u64,
    /// The work of each direction, or `None` if the algorithm is not bidirectional.
    pub directions: Option<Directions>,
    /// The iterations in the order in which they were searched. The last one may be incomplete.
    pub iterations: Vec<Iteration>,
    /// Peak memory of the algorithm's own lists and tables, in bytes, including capacity that was
    /// allocated but not used. The heuristic's tables and this result are not included.
    pub peak_bytes: u64,
    /// Time from receiving the board to the solution, in seconds. It is measured only by the
    /// `Solver` of `fifteen-solver`, and is 0 otherwise.
    pub seconds: f64,
}

impl<P> Outcome<P> {
    /// Returns the number of nodes expanded in the iterations whose bound is less than the length
    /// of the shortest solutions. Any search with the heuristic must expand these nodes, whatever
    /// the order of moves. Returns `None` if the solution is not proven to be a shortest one.
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

    /// Returns this outcome with every path converted by `other`, for example from the moves of one
    /// space to the moves of another.
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

/// Returns a function that converts a path by applying `other` to each of its moves.
pub(crate) fn each<M, T>(other: impl Fn(M) -> T) -> impl Fn(Vec<M>) -> Vec<T> {
    move |moves| moves.into_iter().map(&other).collect()
}

/// Raises a lower bound by 1 if no solution can have that length, because all solutions have the
/// other parity.
pub(crate) fn raised(bound: u32, parity: Option<u32>) -> u32 {
    bound + u32::from(bound < u32::MAX && parity.is_some_and(|p| p != bound % 2))
}
