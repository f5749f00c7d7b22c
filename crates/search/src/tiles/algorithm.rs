//! Any algorithm with any heuristic, both chosen at run time.

use std::fmt;
use std::str::FromStr;

use fifteen_puzzle::MoveOrder;

use super::any::{HeuristicError, Parts, TileHeuristic, WithHeuristic, tables_part};
use super::moves::Move;
use super::pdb::{MOST_LOOKS, MOST_SUMS, PdbHeuristic, TableDescent, View};
use super::repeats::{ForKept, WithoutRepeats};
use super::space::{TileSpace, TileState};
use super::wrong_way;
use crate::descent::{Descend, Stepwise};
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

/// A heuristic as a search sees it, whatever holds the bytes of its tables.
pub(super) enum Given<'t> {
    /// Tables alone, with which IDA* has a loop of its own.
    Tables(View<'t>),
    /// Any other.
    Parts(Parts<'t>),
}

impl<'t> Given<'t> {
    pub(super) fn of<D: AsRef<[u8]>>(heuristic: &'t TileHeuristic<D>) -> Self {
        match heuristic {
            TileHeuristic::Tables(tables) => Self::Tables(tables.view()),
            heuristic => Self::Parts(heuristic.parts()),
        }
    }

    /// Does some work with it step by step, compiled for its type.
    fn with<W: WithHeuristic>(self, work: W) -> W::Output {
        match self {
            Self::Tables(tables) => tables_part(&tables).with(work),
            Self::Parts(parts) => parts.with(work),
        }
    }
}

/// Work with IDA*'s space, heuristic and way to search a subtree, compiled for each.
pub(super) trait Ida: Sized {
    type Output;
    type Error: From<HeuristicError>;

    fn run<S, H, D>(self, space: &S, heuristic: &H, descend: &D) -> Result<Self::Output, Self::Error>
    where
        S: StateSpace<State = TileState, Move: Into<Move>>,
        H: Heuristic<S, Error: Into<HeuristicError>>,
        D: Descend<S, H>;
}

/// Does some work with IDA* in that mode.
pub(super) fn with_ida<W: Ida>(
    space: &TileSpace,
    given: Given<'_>,
    mode: Mode,
    work: W,
) -> Result<W::Output, W::Error> {
    let chosen = Chosen { space, mode, work };
    match given {
        Given::Tables(tables) => chosen.with_tables(&tables),
        Given::Parts(parts) => parts.with(chosen),
    }
}

/// Work with IDA*, for whose mode the space is still to be made.
struct Chosen<'a, W> {
    space: &'a TileSpace,
    mode: Mode,
    work: W,
}

impl<W: Ida> Chosen<'_, W> {
    fn ida<H, D>(self, heuristic: &H, descend: &D) -> Result<W::Output, W::Error>
    where
        H: Heuristic<TileSpace, Error: Into<HeuristicError>>,
        D: Descend<TileSpace, H> + for<'a> Descend<WithoutRepeats<'a>, ForKept<'a, H>>,
    {
        match self.mode {
            Mode::Fast { .. } => self.work.run(&WithoutRepeats::new(self.space), &ForKept(heuristic), descend),
            Mode::Plain => self.work.run(self.space, heuristic, descend),
        }
    }

    /// With tables alone: the hot path, compiled for about their number of look-ups and sums.
    fn with_tables(self, tables: &View<'_>) -> Result<W::Output, W::Error> {
        match (tables.is_zero_aware(), tables.looks(), tables.most_touches(), tables.sums()) {
            (true, ..=8, 1, ..=4) => self.compiled::<8, 1, 1, true>(tables),
            (true, ..=8, 2, ..=4) => self.compiled::<8, 2, 1, true>(tables),
            (true, _, 1, ..=4) => self.compiled::<MOST_LOOKS, 1, 1, true>(tables),
            (true, _, _, _) => self.compiled::<MOST_LOOKS, MOST_SUMS, 4, true>(tables),
            (false, _, 1, ..=4) => self.compiled::<MOST_LOOKS, 1, 1, false>(tables),
            (false, _, _, _) => self.compiled::<MOST_LOOKS, MOST_SUMS, 4, false>(tables),
        }
    }

    fn compiled<const L: usize, const H: usize, const V: usize, const Z: bool>(
        self,
        tables: &View<'_>,
    ) -> Result<W::Output, W::Error> {
        let (heuristic, descent) = (PdbHeuristic::<L, Z>::new(tables), TableDescent::<H, V, Z>::new(tables));
        self.ida(&heuristic, &descent)
    }
}

impl<W: Ida> WithHeuristic for Chosen<'_, W> {
    type Output = Result<W::Output, W::Error>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Self::Output {
        self.ida(heuristic, &Stepwise)
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
