//! [`Algorithm`]: any algorithm, chosen at run time, with any heuristic.

use std::fmt;
use std::str::FromStr;

use fifteen_puzzle::words::shorten;
use fifteen_puzzle::{MoveOrder, ParseError};

use super::anytime::beam::MAX_WIDTH;
use super::pruning::{PrunedSpace, TrackedMove};
use super::{
    HeuristicError, HeuristicKind, Mode, Move, SearchResult, SearchWith, TileHeuristic, TileSpace,
    TileState, WithHeuristic,
};
use crate::algorithms::astar::{self, Weight};
use crate::ida::companion::{Alone, Companion};
use crate::ida::deepening::deepen;
use crate::lab::beam;
use crate::lab::bidirectional::{Bidirectional, boards as bidirectional};
use crate::lab::{trees, wrong_way};
use crate::outcome::each;
use crate::{Heuristic, Iteration, Options, Outcome, bfs};

/// An algorithm that finds solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Algorithm {
    /// `ida`: [`ida::search`](crate::ida::search).
    #[default]
    Ida,
    /// `ida-wrong-way`: [`wrong_way::search`]; Manhattan only.
    IdaWrongWay,
    /// `astar`: [`astar::search`].
    Astar,
    /// `weighted-astar:1.5`: [`astar::search`] with a weight, which is 2 by default. With the
    /// weight 1.5, the solution is at most 1.5 times as long as a shortest one.
    /// `weighted-astar:1.5:1000` expands 1,000 states at a time.
    WeightedAstar {
        /// The weight.
        weight: Weight,
        /// Number of states that are expanded at a time, from 1 to a million.
        batch: u32,
    },
    /// `bfs`: [`bfs::search`].
    Bfs,
    /// `bfs-tree`: [`trees::breadth_first`].
    BfsTree,
    /// `dfs`: [`trees::depth_first`], once to the limit.
    Dfs,
    /// `iddfs`: [`trees::depth_first`] to the depths 0, 1, 2 and so on.
    Iddfs,
    /// `branch-and-bound`: [`trees::branch_and_bound`].
    BranchAndBound,
    /// `mm`: [`Bidirectional::Mm`].
    Mm,
    /// `nbs`: [`Bidirectional::Nbs`].
    Nbs,
    /// `bae`: [`Bidirectional::Bae`].
    Bae,
    /// `beam:1000`: beam search, which keeps the best 1,000 nodes of each layer. Nothing is proven
    /// about the length of its solution.
    Beam {
        /// Maximum number of nodes in a layer, from 1 to 2^30.
        width: u32,
    },
}

fifteen_puzzle::named!(
    @names Algorithm, "algorithm":
    Ida = "ida", IdaWrongWay = "ida-wrong-way", Astar = "astar",
    WeightedAstar { weight: Weight::TWO, batch: 1 } = "weighted-astar", Bfs = "bfs", BfsTree = "bfs-tree",
    Dfs = "dfs", Iddfs = "iddfs", BranchAndBound = "branch-and-bound", Mm = "mm", Nbs = "nbs", Bae = "bae",
    Beam { width: 1000 } = "beam"
);

impl Algorithm {
    /// True if it uses the heuristic that the caller chooses.
    pub fn takes_heuristic(self) -> bool {
        self.is_bidirectional()
            || matches!(
                self,
                Self::Ida | Self::Astar | Self::WeightedAstar { .. } | Self::BranchAndBound
            )
            || matches!(self, Self::Beam { .. })
    }

    /// True if it also accepts estimates of the distance, which rank nodes but prove nothing.
    pub fn takes_estimates(self) -> bool {
        matches!(self, Self::WeightedAstar { .. } | Self::Beam { .. })
    }

    /// The only heuristic that this algorithm works with, if there is such a restriction.
    pub fn own_heuristic(self) -> Option<HeuristicKind> {
        (self == Self::IdaWrongWay).then_some(HeuristicKind::Manhattan)
    }

    /// True if it also searches from the goal, with a heuristic for the distance to the start. This
    /// is the same heuristic if it can serve both directions, and otherwise the Manhattan distance.
    pub fn is_bidirectional(self) -> bool {
        matches!(self, Self::Mm | Self::Nbs | Self::Bae)
    }

    /// A description in one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Ida => "Iterative-deepening A*: keeps one path",
            Self::IdaWrongWay => {
                "IDA* as a search for the fewest moves away from a tile's goal cell: Manhattan only"
            }
            Self::Astar => "A*: keeps every state seen, takes the least depth + value first",
            Self::WeightedAstar { .. } => {
                "A* with the heuristic multiplied by 2, or by W as weighted-astar:W: a solution at most W times as long; \
                 weighted-astar:W:N expands N states at a time"
            }
            Self::Bfs => "Breadth first, every state once",
            Self::BfsTree => {
                "Breadth first over the tree of moves, as it is first taught: states met again are new nodes"
            }
            Self::Dfs => "Depth first, once to a limit (--depth-limit)",
            Self::Iddfs => {
                "Depth first to depth 0, then 1, then 2 and so on: iterative deepening without a heuristic"
            }
            Self::BranchAndBound => {
                "Least cost first over the tree of moves, as it is taught; with the misplaced tiles by default"
            }
            Self::Mm => "From both ends, neither search beyond the middle",
            Self::Nbs => {
                "From both ends; until the last bound, at most twice the states that any such search needs"
            }
            Self::Bae => "From both ends, counting what the heuristics were wrong by so far",
            Self::Beam { .. } => {
                "Breadth first, but of each layer only the 1000 best nodes, or W as beam:W: a solution without a proof"
            }
        }
    }

    /// The order in which the literature tries the blank's moves with this algorithm.
    pub fn default_order(self) -> MoveOrder {
        match self {
            Self::Ida | Self::IdaWrongWay | Self::Astar | Self::WeightedAstar { .. } => {
                MoveOrder::ULRD
            }
            Self::Mm | Self::Nbs | Self::Bae | Self::Beam { .. } => MoveOrder::ULRD,
            Self::Bfs | Self::BfsTree | Self::Dfs | Self::Iddfs => MoveOrder::UDLR,
            Self::BranchAndBound => MoveOrder::URDL,
        }
    }

    /// Searches for a shortest solution. Calls `progress` after each [`Iteration`].
    ///
    /// Only the two kinds of IDA* can find all solutions or finish an iteration, and only IDA* has
    /// modes. To get good solutions before the best one, use [`anytime`](super::anytime). An
    /// algorithm that takes no heuristic ignores it.
    ///
    /// # Errors
    /// Returns the heuristic's error if it cannot evaluate the start, or if IDA* finds out that it
    /// overestimates.
    pub fn search(
        self,
        space: &TileSpace,
        heuristic: &TileHeuristic,
        start: &TileState,
        options: &Options,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Result<Outcome<Vec<Move>>, HeuristicError> {
        let options = &options.begun();
        let heuristic = &heuristic.for_search(self.takes_estimates());
        let task = SearchWith {
            space,
            start,
            options,
            progress,
        };
        heuristic.checked(self.search_with(heuristic, task))
    }

    fn search_with(self, heuristic: &TileHeuristic, task: SearchWith<'_>) -> SearchResult {
        let SearchWith {
            space,
            start,
            options,
            ..
        } = task;
        let limits = &options.limits;
        let any = heuristic.any();
        match self {
            Self::IdaWrongWay => Ok(wrong_way::search(space, start, options, task.progress)),
            Self::Bfs => Ok(bfs::search(space, start, limits, task.progress)),
            Self::BfsTree => Ok(trees::breadth_first(space, start, limits, task.progress)),
            Self::Dfs => Ok(trees::depth_first(
                space,
                start,
                false,
                limits,
                task.progress,
            )),
            Self::Iddfs => Ok(trees::depth_first(
                space,
                start,
                true,
                limits,
                task.progress,
            )),
            Self::Ida => {
                // Fast mode leaves out some of the shortest solutions.
                let mode = if options.all.is_some() {
                    Mode::Plain
                } else {
                    options.mode
                };
                let search = IdaSearch {
                    space,
                    heuristic,
                    start,
                    options,
                    mode,
                };
                refuse_overestimates(search.run(&mut Alone, task.progress)?)
            }
            Self::Astar => any.with_small_nodes(Astar(Weight::ONE, 1, task)),
            Self::WeightedAstar { weight, batch } => {
                any.with_small_nodes(Astar(weight, batch, task))
            }
            Self::BranchAndBound => BranchAndBound(task).with(any),
            Self::Mm => bidirectional::search(Bidirectional::Mm, any, task),
            Self::Nbs => bidirectional::search(Bidirectional::Nbs, any, task),
            Self::Bae => bidirectional::search(Bidirectional::Bae, any, task),
            Self::Beam { width } => beam::search(width, any, task),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WeightedAstar { weight, batch: 1 } => write!(f, "{}:{weight}", self.name()),
            Self::WeightedAstar { weight, batch } => write!(f, "{}:{weight}:{batch}", self.name()),
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
            (Self::WeightedAstar { .. }, Some(numbers)) => {
                let (weight, batch) = numbers
                    .split_once(':')
                    .map_or((numbers, None), |(w, batch)| (w, Some(batch)));
                let size = |text| up_to(1_000_000, "number of states at a time", text);
                Ok(Self::WeightedAstar {
                    weight: weight.parse()?,
                    batch: batch.map_or(Ok(1), size)?,
                })
            }
            (Self::Beam { .. }, Some(width)) => Ok(Self::Beam {
                width: up_to(MAX_WIDTH as u32, "width of a beam", width)?,
            }),
            (algorithm, None) => Ok(algorithm),
            (algorithm, Some(_)) => Err(ParseError(format!(
                "{} takes no number; weighted-astar and beam do, as in weighted-astar:1.5 and beam:1000",
                algorithm.name()
            ))),
        }
    }
}

/// Parses a whole number from 1 to `most`.
fn up_to(most: u32, what: &str, text: &str) -> Result<u32, ParseError> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| {
        ParseError(format!(
            "bad {what} '{}' (1 to {most}, such as 1000)",
            shorten(text)
        ))
    })
}

/// A* with a weight that expands several states at a time, as work that is compiled for a
/// heuristic.
struct Astar<'a>(Weight, u32, SearchWith<'a>);

impl WithHeuristic for Astar<'_> {
    type Output = SearchResult;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output {
        let Self(
            weight,
            batch,
            SearchWith {
                space,
                start,
                options,
                progress,
                ..
            },
        ) = self;
        astar::search(
            space,
            heuristic,
            start,
            (weight, batch),
            &options.limits,
            progress,
        )
        .map_err(Into::into)
    }
}

/// Branch and bound, as work that is compiled for a heuristic.
struct BranchAndBound<'a>(SearchWith<'a>);

impl WithHeuristic for BranchAndBound<'_> {
    type Output = SearchResult;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output {
        let SearchWith {
            space,
            start,
            options,
            progress,
            ..
        } = self.0;
        trees::branch_and_bound(space, heuristic, start, &options.limits, progress)
            .map_err(Into::into)
    }
}

/// A search by IDA* in the single-tile metric.
pub(super) struct IdaSearch<'a> {
    pub(super) space: &'a TileSpace,
    pub(super) heuristic: &'a TileHeuristic,
    pub(super) start: &'a TileState,
    pub(super) options: &'a Options,
    pub(super) mode: Mode,
}

impl IdaSearch<'_> {
    /// Searches for a shortest solution, and lets the companion take its turns.
    pub(super) fn run(
        &self,
        companion: &mut dyn Companion,
        progress: &mut dyn FnMut(&Iteration),
    ) -> SearchResult {
        let threads = match self.mode {
            Mode::Plain => None,
            Mode::Fast { threads } => Some(threads),
        };
        let space = PrunedSpace::new(self.space, self.mode);
        let problem = self.heuristic.ida_problem(&space, self.start)?;
        let outcome = deepen(&problem, self.options, threads, companion, progress);
        Ok(outcome.map_paths(each(|tracked: TrackedMove| tracked.m)))
    }
}

/// Refuses the outcome of IDA* if its solution proves that the heuristic overestimates.
///
/// # Errors
/// Returns [`HeuristicError::Overestimates`] if the solution is shorter than the bound.
pub(super) fn refuse_overestimates(outcome: Outcome<Vec<Move>>) -> SearchResult {
    match outcome.length {
        Some(length) if length < outcome.bound => Err(HeuristicError::Overestimates {
            length,
            bound: outcome.bound,
        }),
        _ => Ok(outcome),
    }
}
