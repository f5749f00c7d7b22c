//! Work with IDA*: the space of its mode, any heuristic, and for tables alone their own way to search a subtree.

use super::algorithm::Mode;
use super::any::{HeuristicError, Parts, TileHeuristic, WithHeuristic, tables_part};
use super::moves::Move;
use super::pdb::{MOST_LOOKS, MOST_SUMS, PdbHeuristic, TableDescent, View};
use super::repeats::{ForKept, WithoutRepeats};
use super::space::{TileSpace, TileState};
use crate::descent::{Descend, Stepwise};
use crate::space::{Heuristic, StateSpace};

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
    pub(super) fn with<W: WithHeuristic>(self, work: W) -> W::Output {
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

/// The same step by step, with any heuristic as one of two types: slower, and compiled but twice for each mode.
pub(super) fn with_slow_ida<W: Ida>(
    space: &TileSpace,
    given: Given<'_>,
    mode: Mode,
    work: W,
) -> Result<W::Output, W::Error> {
    let parts = match given {
        Given::Tables(tables) => Parts::one(tables_part(&tables)),
        Given::Parts(parts) => parts,
    };
    parts.with_few(Chosen { space, mode, work })
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
