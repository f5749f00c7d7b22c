//! Any algorithm with any heuristic, both chosen at run time.

use std::fmt;
use std::str::FromStr;

use fifteen_puzzle::MoveOrder;

use super::any::{HeuristicError, TileHeuristic, WithHeuristic};
use super::moves::Move;
use super::space::{TileSpace, TileState};
use super::with_ida::{Given, Ida, with_ida};
use super::wrong_way;
use crate::descent::Descend;
use crate::ida::IdaOptions;
use crate::limits::Limits;
use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, StateSpace};
use crate::{astar, bfs, bfs_tree, branch_and_bound, dfs, fast, ida};

/// An algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// `ida`: [`ida::search`].
    Ida,
    /// `ida-wrong-way`: [`wrong_way::search`]; Manhattan only.
    IdaWrongWay,
    /// `astar`: [`astar::search`].
    Astar,
    /// `bfs`: [`bfs::search`].
    Bfs,
    /// `bfs-tree`: [`bfs_tree::search`].
    BfsTree,
    /// `dfs`: [`dfs::search`], or with `deepening` [`dfs::deepening`].
    Dfs {
        /// To the depths 0, 1, 2 and so on, instead of once to the limit.
        deepening: bool,
    },
    /// `branch-and-bound`: [`branch_and_bound::search`].
    BranchAndBound,
}

/// How IDA* goes about its work. The lengths are the same, the counts are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// As in the literature: one thread, every move but the one that undoes the last. Counts are those of other programs.
    #[default]
    Plain,
    /// As fast as it goes: moves that only repeat what other moves do are left out, and large iterations are searched by
    /// several threads. For a board and a heuristic, counts and solution are the same for any number of threads. Where all
    /// solutions are asked for, it is the plain one.
    Fast {
        /// The most threads.
        threads: usize,
    },
}

/// No algorithm has that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is no algorithm; there are ida, ida-wrong-way, astar, bfs, bfs-tree, dfs and branch-and-bound")]
pub struct AlgorithmError {
    found: String,
}

impl Algorithm {
    /// Those that have a name; `dfs` without deepening.
    pub const ALL: [Self; 7] = [
        Self::Ida,
        Self::IdaWrongWay,
        Self::Astar,
        Self::Bfs,
        Self::BfsTree,
        Self::Dfs { deepening: false },
        Self::BranchAndBound,
    ];

    /// The name; deepening does not show in it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ida => "ida",
            Self::IdaWrongWay => "ida-wrong-way",
            Self::Astar => "astar",
            Self::Bfs => "bfs",
            Self::BfsTree => "bfs-tree",
            Self::Dfs { .. } => "dfs",
            Self::BranchAndBound => "branch-and-bound",
        }
    }

    /// Whether it asks the heuristic that it is given.
    pub fn takes_heuristic(self) -> bool {
        matches!(self, Self::Ida | Self::Astar | Self::BranchAndBound)
    }

    /// The order in which the literature lets the blank try its moves.
    pub fn default_order(self) -> MoveOrder {
        match self {
            Self::Ida | Self::IdaWrongWay | Self::Astar => MoveOrder::ULRD,
            Self::Bfs | Self::BfsTree | Self::Dfs { .. } => MoveOrder::UDLR,
            Self::BranchAndBound => MoveOrder::URDL,
        }
    }

    /// Searches. [`IdaOptions::all`] and [`IdaOptions::finish_iteration`] are for the two kinds of IDA*; the others do
    /// not look at them, and only IDA* looks at the mode. The heuristic is ignored by those that do not take one. Progress is reported after each
    /// iteration; see [`Iteration`].
    ///
    /// # Errors
    /// Those of the heuristic, before anything is searched.
    pub fn search<D: AsRef<[u8]>>(
        self,
        space: &TileSpace,
        heuristic: &TileHeuristic<D>,
        start: &TileState,
        options: &IdaOptions,
        mode: Mode,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Result<Outcome<Move>, HeuristicError> {
        self.search_given(space, Given::of(heuristic), start, options, mode, progress)
    }

    /// The same, whatever holds the bytes of the tables: compiled here, once, and not wherever it is called.
    fn search_given(
        self,
        space: &TileSpace,
        given: Given<'_>,
        start: &TileState,
        options: &IdaOptions,
        mode: Mode,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Result<Outcome<Move>, HeuristicError> {
        let limits = &options.limits;
        match self {
            Self::IdaWrongWay => Ok(wrong_way::search(space, start, options, progress)),
            Self::Bfs => Ok(bfs::search(space, start, limits, progress)),
            Self::BfsTree => Ok(bfs_tree::search(space, start, limits, progress)),
            Self::Dfs { deepening: false } => Ok(dfs::search(space, start, limits, progress)),
            Self::Dfs { deepening: true } => Ok(dfs::deepening(space, start, limits, progress)),
            Self::Ida => {
                let mode = if options.all.is_some() { Mode::Plain } else { mode };
                with_ida(space, given, mode, Search { start, options, mode, progress })
            }
            Self::Astar | Self::BranchAndBound => {
                given.with(Guided { algorithm: self, space, start, limits, progress })
            }
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(text: &str) -> Result<Self, AlgorithmError> {
        let error = || AlgorithmError { found: text.chars().take(40).collect() };
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == text).ok_or_else(error)
    }
}

/// IDA* from the first bound to the solution.
struct Search<'a> {
    start: &'a TileState,
    options: &'a IdaOptions,
    mode: Mode,
    progress: &'a mut dyn FnMut(&Iteration),
}

impl Ida for Search<'_> {
    type Output = Outcome<Move>;
    type Error = HeuristicError;

    fn run<S, H, D>(self, space: &S, heuristic: &H, descend: &D) -> Result<Outcome<Move>, HeuristicError>
    where
        S: StateSpace<State = TileState, Move: Into<Move>>,
        H: Heuristic<S, Error: Into<HeuristicError>>,
        D: Descend<S, H>,
    {
        let Self { start, options, mode, progress } = self;
        let outcome = match mode {
            Mode::Fast { threads } => fast::search_by(descend, space, heuristic, start, options, threads, progress),
            Mode::Plain => ida::search_by(descend, space, heuristic, start, options, progress),
        };
        outcome.map(|outcome| outcome.map_moves(|m| m.into())).map_err(Into::into)
    }
}

/// The other algorithms that take a heuristic.
struct Guided<'a> {
    algorithm: Algorithm,
    space: &'a TileSpace,
    start: &'a TileState,
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Iteration),
}

impl WithHeuristic for Guided<'_> {
    type Output = Result<Outcome<Move>, HeuristicError>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Self::Output {
        let Self { algorithm, space, start, limits, progress } = self;
        let outcome = match algorithm {
            Algorithm::BranchAndBound => branch_and_bound::search(space, heuristic, start, limits, progress),
            _ => astar::search(space, heuristic, start, limits, progress),
        };
        outcome.map_err(Into::into)
    }
}
