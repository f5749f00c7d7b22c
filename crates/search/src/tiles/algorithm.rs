//! [`Algorithm`]: any algorithm, chosen at run time, with any heuristic.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use fifteen_puzzle::words::shorten;
use fifteen_puzzle::{MoveOrder, ParseError};

use super::anytime::{self, SearchEvent};
use super::pruning::{PrunedSpace, TrackedMove};
use super::{
    BeamWidth, HeuristicError, HeuristicKind, Mode, Move, SearchResult, SearchWith, TileHeuristic,
    TileIda, TileSpace, TileState, WithHeuristic,
};
use crate::algorithms::astar::{self, AstarOptions, Weight};
use crate::ida::companion::{Alone, Companion};
use crate::ida::deepening::deepen;
use crate::ida::options::Find;
use crate::lab::beam;
use crate::lab::bidirectional::{Bidirectional, boards as bidirectional};
use crate::lab::{trees, wrong_way};
use crate::outcome::each;
use crate::{Heuristic, Iteration, Limits, Outcome, bfs};

/// An algorithm that finds solutions, with its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// `ida`: [`ida::search`](crate::ida::search), the default.
    Ida(TileIda),
    /// `ida-wrong-way`: [`wrong_way::search`], which has the Manhattan distance as its heuristic.
    IdaWrongWay {
        /// The solutions to look for.
        find: Find,
    },
    /// `astar`: [`astar::search`].
    Astar,
    /// `weighted-astar:1.5`: [`astar::search`] with a weight, which is 2 by default. With the
    /// weight 1.5, the solution is at most 1.5 times as long as a shortest one.
    /// `weighted-astar:1.5:1000` expands 1,000 states at a time.
    WeightedAstar(AstarOptions),
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
        /// Maximum number of nodes in a layer.
        width: BeamWidth,
    },
}

impl Default for Algorithm {
    /// IDA* in plain mode.
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
    /// True if it uses the heuristic that the caller chooses.
    pub fn takes_heuristic(self) -> bool {
        self.is_bidirectional()
            || matches!(
                self,
                Self::Ida(_) | Self::Astar | Self::WeightedAstar(_) | Self::BranchAndBound
            )
            || matches!(self, Self::Beam { .. })
    }

    /// True if it also accepts estimates of the distance, which rank nodes but prove nothing.
    pub fn takes_estimates(self) -> bool {
        matches!(self, Self::WeightedAstar(_) | Self::Beam { .. })
    }

    /// The only heuristic that this algorithm works with, if there is such a restriction.
    pub fn own_heuristic(self) -> Option<HeuristicKind> {
        matches!(self, Self::IdaWrongWay { .. }).then_some(HeuristicKind::Manhattan)
    }

    /// True if it also searches from the goal, with a heuristic for the distance to the start. This
    /// is the same heuristic if it can serve both directions, and otherwise the Manhattan distance.
    pub fn is_bidirectional(self) -> bool {
        matches!(self, Self::Mm | Self::Nbs | Self::Bae)
    }

    /// A description in one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Ida(_) => "Iterative-deepening A*: keeps one path",
            Self::IdaWrongWay { .. } => {
                "IDA* as a search for the fewest moves away from a tile's goal cell: Manhattan only"
            }
            Self::Astar => "A*: keeps every state seen, takes the least depth + value first",
            Self::WeightedAstar(_) => {
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
            Self::Ida(_) | Self::IdaWrongWay { .. } | Self::Astar | Self::WeightedAstar(_) => {
                MoveOrder::ULRD
            }
            Self::Mm | Self::Nbs | Self::Bae | Self::Beam { .. } => MoveOrder::ULRD,
            Self::Bfs | Self::BfsTree | Self::Dfs | Self::Iddfs => MoveOrder::UDLR,
            Self::BranchAndBound => MoveOrder::URDL,
        }
    }

    /// True for both kinds of IDA*.
    pub fn is_ida(self) -> bool {
        matches!(self, Self::Ida(_) | Self::IdaWrongWay { .. })
    }

    /// How IDA* searches, or `None` for another algorithm.
    pub fn ida(self) -> Option<TileIda> {
        match self {
            Self::Ida(ida) => Some(ida),
            _ => None,
        }
    }

    /// The mode of the search: plain for every algorithm but IDA*.
    pub fn mode(self) -> Mode {
        self.ida().map_or(Mode::Plain, TileIda::mode)
    }

    /// Searches for a shortest solution. `on_event` is called after each [`Iteration`] and, in an anytime search, with
    /// each better solution.
    ///
    /// An algorithm that takes no heuristic ignores it.
    ///
    /// # Errors
    /// Returns the heuristic's error if it cannot evaluate the start, or if IDA* finds out that it
    /// overestimates.
    pub fn search(
        self,
        space: &TileSpace,
        heuristic: &TileHeuristic,
        start: &TileState,
        limits: &Limits,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> Result<Outcome<Vec<Move>>, HeuristicError> {
        let heuristic = &heuristic.for_search(self.takes_estimates());
        if let Self::Ida(TileIda::Anytime(options)) = self {
            let found = anytime::search(heuristic, space, start, options, limits, on_event);
            return heuristic.checked(found);
        }
        let progress = &mut |iteration: &Iteration| on_event(SearchEvent::Iteration(*iteration));
        let task = SearchWith {
            space,
            start,
            limits,
            progress,
        };
        let any = heuristic.any();
        let outcome = match self {
            Self::IdaWrongWay { find } => {
                Ok(wrong_way::search(space, start, find, limits, task.progress))
            }
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
            Self::Ida(ida) => {
                let search = IdaSearch {
                    space,
                    heuristic,
                    start,
                    limits,
                    ida,
                };
                let outcome = search.run(&mut Alone, task.progress);
                outcome.and_then(refuse_overestimates)
            }
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

/// Maximum number of states at a time in the text of an [`Algorithm`].
const MAX_BATCH: u32 = 1_000_000;

/// Parses a whole number from 1 to `most`.
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

/// A* with its options, as work that is compiled for a heuristic.
struct Astar<'a> {
    options: AstarOptions,
    task: SearchWith<'a>,
}

impl WithHeuristic for Astar<'_> {
    type Output = SearchResult;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output {
        let SearchWith {
            space,
            start,
            limits,
            progress,
        } = self.task;
        astar::search(space, heuristic, start, self.options, limits, progress).map_err(Into::into)
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
            limits,
            progress,
        } = self.0;
        trees::branch_and_bound(space, heuristic, start, limits, progress).map_err(Into::into)
    }
}

/// A search by IDA* in the single-tile metric.
pub(super) struct IdaSearch<'a> {
    pub(super) space: &'a TileSpace,
    pub(super) heuristic: &'a TileHeuristic,
    pub(super) start: &'a TileState,
    pub(super) limits: &'a Limits,
    pub(super) ida: TileIda,
}

impl IdaSearch<'_> {
    /// Searches for a shortest solution, and lets the companion take its turns.
    pub(super) fn run(
        &self,
        companion: &mut dyn Companion,
        progress: &mut dyn FnMut(&Iteration),
    ) -> SearchResult {
        let threads = match self.ida.mode() {
            Mode::Plain => None,
            Mode::Fast => Some(self.ida.threads().count()),
        };
        let options = self.ida.options(self.limits);
        let space = PrunedSpace::new(self.space, self.ida.mode());
        let problem = self.heuristic.ida_problem(&space, self.start)?;
        let outcome = deepen(&problem, &options, threads, companion, progress);
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
