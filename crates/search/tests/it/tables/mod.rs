//! Pattern databases as heuristics, and the descent that IDA* takes with them alone.

mod collection;
mod damaged;
mod descent;
pub(super) mod pdb;
mod values;

use fifteen_search::ida::{self, IdaOptions};
use fifteen_search::tiles::{HeuristicError, Move, TileSpace, TileState, WithHeuristic};
use fifteen_search::{Heuristic, Outcome};

/// IDA* with the generic descent: the slow twin.
pub(super) struct GenericIda<'a> {
    pub(super) space: &'a TileSpace,
    pub(super) start: &'a TileState,
    pub(super) options: &'a IdaOptions,
}

impl WithHeuristic for GenericIda<'_> {
    type Output = Outcome<Vec<Move>>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Outcome<Vec<Move>> {
        let outcome = ida::search(self.space, heuristic, self.start, self.options, &mut |_| ());
        outcome.map_err(Into::into).unwrap()
    }
}
