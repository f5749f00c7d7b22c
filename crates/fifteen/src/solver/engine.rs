//! The heuristics that can be searched with, behind one function.

use fifteen_pdb::DamagedError;
use fifteen_pdb::file::Bytes;
use fifteen_puzzle::{Board, MoveOrder};
use fifteen_search::ida::{self, IdaOptions, Iteration, Outcome};
use fifteen_search::tiles::{Manhattan, Move, PdbTables, TileSpace, TileState, WithHeuristic};

use super::SolveError;

/// A state space and one of the heuristics.
pub(super) struct Engine {
    space: TileSpace,
    heuristic: Heuristic,
}

pub(super) enum Heuristic {
    Manhattan(Box<Manhattan>),
    Tables(Box<PdbTables<Bytes>>),
}

impl Engine {
    pub(super) fn new(goal: &Board, order: MoveOrder, heuristic: Heuristic) -> Self {
        Self { space: TileSpace::new(goal, order), heuristic }
    }

    /// Searches for a shortest solution; `progress` is called after each iteration.
    pub(super) fn search(
        &self,
        board: &Board,
        options: &IdaOptions,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Result<Outcome<Move>, SolveError> {
        let start = self.space.state(board)?;
        let search = Search { space: &self.space, start, options, progress };
        match &self.heuristic {
            Heuristic::Manhattan(manhattan) => search.run(manhattan.as_ref()).map_err(|never| match never {}),
            Heuristic::Tables(tables) => Ok(tables.with(search)?),
        }
    }
}

/// A search to be run with a heuristic whose type only the tables know.
struct Search<'a> {
    space: &'a TileSpace,
    start: TileState,
    options: &'a IdaOptions,
    progress: &'a mut dyn FnMut(&Iteration),
}

impl Search<'_> {
    fn run<H: fifteen_search::Heuristic<TileSpace>>(self, heuristic: &H) -> Result<Outcome<Move>, H::Error> {
        ida::search(self.space, heuristic, &self.start, self.options, self.progress)
    }
}

impl WithHeuristic for Search<'_> {
    type Output = Result<Outcome<Move>, DamagedError>;

    fn with<H: fifteen_search::Heuristic<TileSpace, Error = DamagedError>>(self, heuristic: &H) -> Self::Output {
        self.run(heuristic)
    }
}
