//! [`Algorithm`]: a search algorithm with its options, selected at run time and run with any
//! heuristic.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use fifteen_puzzle::words::shorten;
use fifteen_puzzle::{MoveOrder, ParseError};

use super::anytime::SearchEvent;
use super::ida_star;
use super::{
    BeamWidth, HeuristicError, HeuristicKind, Mode, Move, SearchResult, SearchTask, TileHeuristic,
    TileIda, TileSpace, TileState, WithHeuristic,
};
use crate::algorithms::astar::{self, AstarOptions, Weight};
use crate::ida::options::Find;
use crate::textbook::beam;
use crate::textbook::bidirectional::{Bidirectional, boards as bidirectional};
use crate::textbook::{tree_search, wrong_way};
use crate::{Heuristic, Iteration, Limits, Outcome, bfs};

/// A search algorithm with its options. The documentation of each variant begins with its name on
/// the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// `ida`: IDA*, the default. The module [`ida`](crate::ida) explains it.
    Ida(TileIda),
    /// `ida-wrong-way`: a variant of IDA* that minimises the number of moves that take a tile away
    /// from its goal cell. It works only with the Manhattan distance. See [`wrong_way::search`].
    IdaWrongWay {
        /// Which solutions to look for, such as the first one or all of them.
        find: Find,
    },
    /// `astar`: A*. See [`astar::search`].
    Astar,
    /// `weighted-astar:1.5`: A* with the heuristic multiplied by a weight, which is 2 by default.
    /// With the weight 1.5, the solution is at most 1.5 times as long as a shortest one.
    /// `weighted-astar:1.5:1000` expands 1,000 states at a time. See [`astar::search`].
    WeightedAstar(AstarOptions),
    /// `bfs`: breadth-first search. See [`bfs::search`].
    Bfs,
    /// `bfs-tree`: breadth-first search over the tree of moves, without duplicate detection. See
    /// [`tree_search::breadth_first`].
    BfsTree,
    /// `dfs`: a single depth-first search down to the depth limit. See
    /// [`tree_search::depth_first`].
    Dfs,
    /// `iddfs`: iterative deepening, which repeats depth-first search with the depth limits 0, 1, 2
    /// and so on. See [`tree_search::iterative_deepening`].
    Iddfs,
    /// `branch-and-bound`: least-cost branch and bound over the tree of moves. See
    /// [`tree_search::branch_and_bound`].
    BranchAndBound,
    /// `mm`: bidirectional search whose two searches meet in the middle. See [`Bidirectional::Mm`].
    Mm,
    /// `nbs`: near-optimal bidirectional search. See [`Bidirectional::Nbs`].
    Nbs,
    /// `bae`: BAE*, bidirectional search that uses known errors of the two heuristics to raise its
    /// lower bound. See [`Bidirectional::Bae`].
    Bae,
    /// `beam:1000`: beam search that keeps the best 1,000 nodes of each layer. Its solution is not
    /// necessarily a shortest one.
    Beam {
        /// Maximum number of nodes in a layer.
        width: BeamWidth,
    },
}

impl Default for Algorithm {
    /// Returns IDA* in plain mode, which searches on one thread.
    fn default() -> Self {
        Self::Ida(TileIda::PLAIN)
    }
}

fifteen_puzzle::named!(
    @names Algorithm, "algorithm":
    Ida(TileIda::PLAIN) = "ida", IdaWrongWay { find: Find::First } = "ida-wrong-way", Astar = "astar",
    WeightedAstar(AstarOptions::weighted(Weight::TWO)) = "weighted-astar", Bfs = "bfs", BfsTree = "bfs-tree",
    Dfs = "dfs", Iddfs = "iddfs", BranchAndBound = "branch-and-bound", Mm = "mm", Nbs = "nbs", Bae = "bae",
    Beam { width: BeamWidth::DEFAULT } = "beam"
);

impl Algorithm {
    /// Returns whether the algorithm uses the heuristic that the caller selects. All other
    /// algorithms use a fixed heuristic or no heuristic.
    pub fn takes_heuristic(self) -> bool {
        matches!(
            self,
            Self::Ida(_)
                | Self::Astar
                | Self::WeightedAstar(_)
                | Self::BranchAndBound
                | Self::Mm
                | Self::Nbs
                | Self::Bae
                | Self::Beam { .. }
        )
    }

    /// Returns whether the algorithm also accepts an inadmissible heuristic, which can overestimate
    /// the distance. Such a heuristic ranks nodes but proves nothing about the solution length.
    pub fn takes_estimates(self) -> bool {
        matches!(self, Self::WeightedAstar(_) | Self::Beam { .. })
    }

    /// Returns the heuristic that the algorithm requires, or `None` if it does not require a
    /// specific one.
    pub fn own_heuristic(self) -> Option<HeuristicKind> {
        matches!(self, Self::IdaWrongWay { .. }).then_some(HeuristicKind::Manhattan)
    }

    /// Returns whether the algorithm also searches backward from the goal. The backward search
    /// needs lower bounds on the distance to the start board. If the heuristic that the caller
    /// selected cannot provide them, the backward search uses the Manhattan distance instead.
    pub fn is_bidirectional(self) -> bool {
        matches!(self, Self::Mm | Self::Nbs | Self::Bae)
    }

    /// Returns a one-line description for users, for example in a list of all algorithms.
    pub fn about(self) -> &'static str {
        match self {
            Self::Ida(_) => "Iterative-deepening A*: takes little memory, but repeats work",
            Self::IdaWrongWay { .. } => {
                "IDA* that minimises the moves of tiles away from their goal cells; for manhattan only"
            }
            Self::Astar => {
                "A*: stores every state, and expands the one with the least depth + value first"
            }
            Self::WeightedAstar(_) => {
                "A* with the heuristic multiplied by W, as in weighted-astar:1.5 (2 by default); the solution has at most \
                 W times the fewest moves. weighted-astar:W:N expands N states at a time"
            }
            Self::Bfs => "Breadth-first search that expands every state once",
            Self::BfsTree => {
                "Breadth-first search over the tree of moves, as it is first taught: a state that is met again is a new node"
            }
            Self::Dfs => "Depth-first search, which needs a depth limit",
            Self::Iddfs => {
                "Depth-first search to depth 0, then 1, then 2 and so on: iterative deepening without a heuristic"
            }
            Self::BranchAndBound => {
                "Least cost first over the tree of moves, as it is taught; the default heuristic is misplaced"
            }
            Self::Mm => "Bidirectional search in which neither side goes beyond the middle",
            Self::Nbs => {
                "Bidirectional search that, before its last bound, expands at most twice the states that any such search must"
            }
            Self::Bae => {
                "Bidirectional search that strengthens its bound by the errors of the heuristic seen so far"
            }
            Self::Beam { .. } => {
                "Breadth-first search that keeps only the W best nodes of each layer, as in beam:5000 (1000 by default); the \
                 solution is not proven shortest"
            }
        }
    }

    /// Returns the order in which publications about this algorithm usually try moves, for example
    /// up, left, right, down for IDA*.
    pub fn default_order(self) -> MoveOrder {
        match self {
            Self::Ida(_) | Self::IdaWrongWay { .. } | Self::Astar | Self::WeightedAstar(_) => {
                MoveOrder::ULRD
            }
            Self::Mm | Self::Nbs | Self::Bae | Self::Beam { .. } => MoveOrder::ULRD,
            Self::Bfs | Self::BfsTree | Self::Dfs | Self::Iddfs => MoveOrder::UDLR,
            Self::BranchAndBound => MoveOrder::URDL,
        }
    }

    /// Returns whether the algorithm is IDA* or its variant `ida-wrong-way`.
    pub fn is_ida(self) -> bool {
        matches!(self, Self::Ida(_) | Self::IdaWrongWay { .. })
    }

    /// Returns the options of IDA*, or `None` for any other algorithm.
    pub fn ida(self) -> Option<TileIda> {
        match self {
            Self::Ida(ida) => Some(ida),
            _ => None,
        }
    }

    /// Returns the mode of IDA*. All other algorithms search in plain mode.
    pub fn mode(self) -> Mode {
        self.ida().map_or(Mode::Plain, TileIda::mode)
    }

    /// Searches for a solution. Not every algorithm guarantees that the solution is a shortest one.
    /// After each [`Iteration`], the search calls `on_event`. An anytime search also calls it for
    /// each solution that is better than all earlier ones. Algorithms that need no heuristic ignore
    /// `heuristic`.
    ///
    /// # Errors
    /// Returns the heuristic's error if it cannot evaluate the start board. Also returns an error
    /// if a solution found by IDA* proves that the heuristic overestimates.
    pub fn search(
        self,
        space: &TileSpace,
        heuristic: &TileHeuristic,
        start: &TileState,
        limits: &Limits,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> Result<Outcome<Vec<Move>>, HeuristicError> {
        let heuristic = &heuristic.for_search(self.takes_estimates());
        let progress = &mut |iteration: &Iteration| on_event(SearchEvent::Iteration(*iteration));
        let task = SearchTask {
            space,
            start,
            limits,
            progress,
        };
        let any = heuristic.any();
        let outcome = match self {
            // IDA* also reports solutions, so it gets `on_event` itself instead of `task`.
            Self::Ida(ida) => ida_star::search(ida, heuristic, space, start, limits, on_event),
            Self::IdaWrongWay { find } => {
                Ok(wrong_way::search(space, start, find, limits, task.progress))
            }
            Self::Bfs => Ok(bfs::search(space, start, limits, task.progress)),
            Self::BfsTree => Ok(tree_search::breadth_first(
                space,
                start,
                limits,
                task.progress,
            )),
            Self::Dfs => Ok(tree_search::depth_first(
                space,
                start,
                limits,
                task.progress,
            )),
            Self::Iddfs => Ok(tree_search::iterative_deepening(
                space,
                start,
                limits,
                task.progress,
            )),
            Self::Astar => {
                let options = AstarOptions::default();
                any.with_small_nodes(Astar { options, task })
            }
            Self::WeightedAstar(options) => any.with_small_nodes(Astar { options, task }),
            Self::BranchAndBound => BranchAndBound(task).with(any),
            Self::Mm => bidirectional::search(Bidirectional::Mm, any, task),
            Self::Nbs => bidirectional::search(Bidirectional::Nbs, any, task),
            Self::Bae => bidirectional::search(Bidirectional::Bae, any, task),
            Self::Beam { width } => beam::search(width, any, task),
        };
        heuristic.checked(outcome)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WeightedAstar(AstarOptions { weight, batch }) => {
                write!(f, "{}:{weight}", self.name())?;
                if batch.get() > 1 {
                    write!(f, ":{batch}")?;
                }
                Ok(())
            }
            Self::Beam { width } => write!(f, "{}:{width}", self.name()),
            _ => f.write_str(self.name()),
        }
    }
}

impl FromStr for Algorithm {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (name, parameter) = text
            .split_once(':')
            .map_or((text, None), |(name, value)| (name, Some(value)));
        match (Self::named(name)?, parameter) {
            (Self::WeightedAstar(_), Some(numbers)) => {
                let (weight, batch) = numbers
                    .split_once(':')
                    .map_or((numbers, "1"), |(weight, batch)| (weight, batch));
                Ok(Self::WeightedAstar(AstarOptions {
                    weight: weight.parse()?,
                    batch: number_up_to(MAX_BATCH, "number of states at a time", batch)?,
                }))
            }
            (Self::Beam { .. }, Some(width)) => {
                let nodes = number_up_to(BeamWidth::MAX.nodes() as u32, "width of a beam", width)?;
                Ok(Self::Beam {
                    width: BeamWidth::new(nodes.get()).unwrap_or(BeamWidth::MAX),
                })
            }
            (algorithm, None) => Ok(algorithm),
            (algorithm, Some(_)) => Err(ParseError(format!(
                "{} takes no number; weighted-astar and beam do, as in weighted-astar:1.5 and beam:1000",
                algorithm.name()
            ))),
        }
    }
}

/// Maximum number of states that weighted A* can expand at a time if the number comes from a
/// string, such as `weighted-astar:1.5:1000`. It is far beyond all useful values.
const MAX_BATCH: u32 = 1_000_000;

/// Parses an integer from 1 to `most`. `what` names the parameter in the error message.
fn number_up_to(most: u32, what: &str, text: &str) -> Result<NonZeroU32, ParseError> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &NonZeroU32| number.get() <= most);
    number.ok_or_else(|| {
        ParseError(format!(
            "bad {what} '{}' (1 to {most}, such as 1000)",
            shorten(text)
        ))
    })
}

/// Runs A* with a heuristic of any type. Because the type is a parameter, the compiler specialises
/// the search for each heuristic.
struct Astar<'a> {
    options: AstarOptions,
    task: SearchTask<'a>,
}

impl WithHeuristic for Astar<'_> {
    type Output = SearchResult;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output {
        let SearchTask {
            space,
            start,
            limits,
            progress,
        } = self.task;
        astar::search(space, heuristic, start, self.options, limits, progress).map_err(Into::into)
    }
}

/// Runs branch and bound with a heuristic of any type. Because the type is a parameter, the
/// compiler specialises the search for each heuristic.
struct BranchAndBound<'a>(SearchTask<'a>);

impl WithHeuristic for BranchAndBound<'_> {
    type Output = SearchResult;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output {
        let SearchTask {
            space,
            start,
            limits,
            progress,
        } = self.0;
        tree_search::branch_and_bound(space, heuristic, start, limits, progress).map_err(Into::into)
    }
}
