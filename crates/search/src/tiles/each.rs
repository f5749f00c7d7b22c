//! [`search_each`]: IDA* for many boards on one thread.

use std::collections::BTreeMap;

use super::anytime::{Anytime, SolutionSearch};
use super::dispatch::WithDescent;
use super::pruning::{PrunedHeuristic, PrunedSpace, TrackedMove};
use super::{
    Builtin, HeuristicError, Manhattan, Mode, SearchResult, TileHeuristic, TileSpace, TileState,
};
use crate::ida::companion::{Alone, Companion};
use crate::ida::descent::Descend;
use crate::ida::parallel::{BoardQueue, Boards};
use crate::outcome::each;
use crate::{Heuristic, Options, Outcome, Queue};

/// IDA* for each board of a queue, on one thread: with large tables several boards are searched by turns, and their
/// results come sooner. They are those of [`anytime::search`](super::anytime::search) if [`Options::anytime`] is there
/// and in force, and otherwise those of [`Algorithm::search`](super::Algorithm::search).
///
/// An error of the heuristic is the board's result.
pub fn search_each(
    space: &TileSpace,
    heuristic: &TileHeuristic,
    options: &Options,
    boards: &mut dyn Queue<TileState, SearchResult>,
) {
    // The pruned space does not hold all solutions.
    let mode = if options.all.is_some() {
        Mode::Plain
    } else {
        options.mode
    };
    let parts = heuristic.parts(false);
    let manhattan = Builtin::Manhattan(Manhattan::new(space.size()));
    let anytime = options
        .is_anytime()
        .then(|| Anytime::new(space, &parts, &manhattan, options));
    let pruned = &PrunedSpace::new(space, mode);
    let boards = WithCompanions {
        boards,
        anytime,
        companions: BTreeMap::new(),
        alone: Alone,
    };
    parts.with_descent(
        pruned,
        EachBoard {
            space: pruned,
            options,
            cuts: mode != Mode::Plain,
            boards,
        },
    );
}

struct EachBoard<'a> {
    space: &'a PrunedSpace<'a>,
    options: &'a Options,
    cuts: bool,
    boards: WithCompanions<'a>,
}

impl WithDescent for EachBoard<'_> {
    type Output = ();

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        mut self,
        heuristic: PrunedHeuristic<H>,
        descent: &impl for<'s> Descend<PrunedSpace<'s>, PrunedHeuristic<H>>,
    ) {
        Boards::new(
            (self.space, &heuristic, descent),
            self.options,
            self.cuts,
            &mut self.boards,
        )
        .search();
    }
}

/// The boards, with the searches for solutions beside their proofs; their results have moves without the automaton's
/// states.
struct WithCompanions<'a> {
    boards: &'a mut dyn Queue<TileState, SearchResult>,
    anytime: Option<Anytime<'a>>,
    /// By number of the board.
    companions: BTreeMap<usize, SolutionSearch<'a>>,
    alone: Alone,
}

impl<E: Into<HeuristicError>> Queue<TileState, Result<Outcome<Vec<TrackedMove>>, E>>
    for WithCompanions<'_>
{
    fn next(&mut self) -> Option<(usize, TileState)> {
        let (number, start) = self.boards.next()?;
        if let Some(anytime) = &self.anytime {
            self.companions
                .insert(number, anytime.beside(start, &|_, _| ()));
        }
        Some((number, start))
    }

    fn done(&mut self, number: usize, result: Result<Outcome<Vec<TrackedMove>>, E>) {
        let companion = self.companions.remove(&number);
        let result = result.map(|proof| {
            let outcome = proof.map_paths(each(|tracked: TrackedMove| tracked.m));
            match companion {
                Some(search) => search.complete(outcome),
                None => outcome,
            }
        });
        self.boards.done(number, result.map_err(Into::into));
    }
}

impl<'s, H: Heuristic<PrunedSpace<'s>, Error: Into<HeuristicError>>> BoardQueue<PrunedSpace<'s>, H>
    for WithCompanions<'_>
{
    fn companion(&mut self, number: usize) -> &mut dyn Companion {
        match self.companions.get_mut(&number) {
            Some(search) => search,
            None => &mut self.alone,
        }
    }
}
