//! The result of every algorithm: one [`Outcome`], with one [`Iteration`] for each step of the proven bound.

use fifteen_resources::Status;

/// One step of an algorithm: its work while the proven bound was the same.
///
/// For IDA* and deepening one depth-first search to a fixed bound; for breadth-first search one level; for A* and
/// branch and bound the nodes taken while the least cost in the queue was the bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Iteration {
    /// No solution is shorter than this. IDA*: nodes of depth + value above this were pruned. A depth-first search
    /// that is not repeated: its depth limit, `u32::MAX` without one.
    pub bound: u32,
    /// Nodes expanded in this iteration, the root among them.
    pub expanded: u64,
    /// Nodes generated in this iteration; the root is not one of them.
    pub generated: u64,
}

/// The work of both directions of a bidirectional search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Directions {
    /// Nodes expanded from the start.
    pub forward: u64,
    /// Nodes expanded from the goal.
    pub backward: u64,
    /// Moves from the start to the state at which both met, in the solution.
    pub met: Option<u32>,
}

/// The result of a search; `P` is a path: the moves of a solution.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome<P> {
    /// The end of the search. A search for more than one solution may stop at a limit and still have `moves`.
    pub status: Status,
    /// Number of moves of the solution, if one was found. At a limit it need not be a shortest one.
    pub length: Option<u32>,
    /// The first solution found.
    pub moves: Option<P>,
    /// True if `moves` is proven to be a shortest solution, which a single depth-first search rarely proves.
    pub shortest: bool,
    /// Number of shortest solutions, if all were asked for and the search was completed.
    pub solutions: Option<u64>,
    /// The first shortest solutions, if all were asked for, in the order in which they were found.
    pub all_moves: Option<Vec<P>>,
    /// No solution is shorter than this; equals `length` when that is proven to be the shortest. After
    /// [`Status::Exhausted`] the last bound searched.
    pub bound: u32,
    /// The value of the start; 0 for an algorithm that takes no heuristic.
    pub h0: u32,
    /// Nodes expanded in all iterations.
    pub expanded: u64,
    /// Nodes generated in all iterations, and the root.
    pub generated: u64,
    /// The largest number of moves from the start to a node that was generated, of an algorithm that counts it.
    pub deepest: Option<u32>,
    /// Nodes generated in vain and not counted: several threads work beyond the node at which one depth-first search
    /// stops. Depends on chance; 0 for all searches on one thread.
    pub speculative: u64,
    /// The shares of both directions, of a bidirectional algorithm.
    pub directions: Option<Directions>,
    /// The iterations; the last one may be partial.
    pub iterations: Vec<Iteration>,
    /// The largest number of bytes that the algorithm's own lists and tables had allocated at a time, by its own
    /// account: entries times their size, used or not. The heuristic's tables and the result are not included.
    pub peak_bytes: u64,
    /// Seconds from the board to the solution; 0 unless a `Solver` of `fifteen-solver` made the search.
    pub seconds: f64,
}

impl<P> Outcome<P> {
    /// Nodes expanded while the proven bound was less than the length of the shortest solutions: those that every such
    /// search must expand. None if that length is not proven.
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

    /// The same outcome with other paths.
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

/// A function that maps the moves of a path, each by itself.
pub(crate) fn each<M, T>(other: impl Fn(M) -> T) -> impl Fn(Vec<M>) -> Vec<T> {
    move |moves| moves.into_iter().map(&other).collect()
}

/// A proven bound, raised by 1 if all solutions have the other parity.
pub(crate) fn raised(bound: u32, parity: Option<u32>) -> u32 {
    bound + u32::from(bound < u32::MAX && parity.is_some_and(|p| p != bound % 2))
}
