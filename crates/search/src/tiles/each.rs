//! [`search_each`]: solves many boards by IDA* on one thread, with several searches in progress at
//! a time.

use super::anytime::{Anytime, SolutionSearch};
use super::ida_star::conclude;
use super::pruning::{PrunedSpace, TrackedMove};
use super::{HeuristicError, SearchResult, TileHeuristic, TileIda, TileSpace, TileState};
use crate::ida::boards::{BatchBoard, BatchResult, search_boards};
use crate::{Limits, Queue};

/// Solves every board in a queue by IDA* on one thread.
///
/// With large tables, the searches of several boards take turns: while one search waits for memory,
/// the others continue, which reduces the total time. Each result equals the result of
/// [`Algorithm::search`](super::Algorithm::search). If the heuristic cannot evaluate a board, the
/// result of that board is the error.
pub fn search_each(
    space: &TileSpace,
    heuristic: &TileHeuristic,
    ida: TileIda,
    limits: &Limits,
    boards: &mut dyn Queue<TileState, SearchResult>,
) {
    let options = &ida.options(limits);
    let heuristic = heuristic.for_search(false);
    let anytime = match ida {
        TileIda::Anytime(options) => Some(Anytime::new(space, &heuristic, options, limits)),
        TileIda::Plain { .. } | TileIda::Fast { .. } => None,
    };
    let pruned = PrunedSpace::new(space, ida.mode());
    let mut queue = BoardsWithCompanions { boards, anytime };
    let (first, full) = heuristic.engines(ida);
    search_boards(&pruned, first, full, options, ida.splitting(), &mut queue);
}

/// Adapts the caller's queue of boards to [`search_boards`]. In an anytime search, each board gets
/// a *companion*: a second search that finds solutions while IDA* proves the lower bound.
struct BoardsWithCompanions<'a> {
    boards: &'a mut dyn Queue<TileState, SearchResult>,
    /// The settings of the companion searches, or `None` if the search is not an anytime search.
    anytime: Option<Anytime<'a>>,
}

impl<'a>
    Queue<
        BatchBoard<TileState, SolutionSearch<'a>>,
        BatchResult<TrackedMove, SolutionSearch<'a>, HeuristicError>,
    > for BoardsWithCompanions<'a>
{
    fn next(&mut self) -> Option<(usize, BatchBoard<TileState, SolutionSearch<'a>>)> {
        let (number, start) = self.boards.next()?;
        let anytime = self.anytime.as_ref();
        let companion = anytime.map(|anytime| anytime.companion(start, &|_, _| ()));
        Some((number, BatchBoard { start, companion }))
    }

    fn done(
        &mut self,
        number: usize,
        result: BatchResult<TrackedMove, SolutionSearch<'a>, HeuristicError>,
    ) {
        let result = result
            .outcome
            .and_then(|outcome| conclude(outcome, result.companion));
        self.boards.done(number, result);
    }
}
