//! Beam search (Lowerre 1976) with a fixed width. The [`anytime`](crate::tiles::anytime) search
//! runs the same beam search repeatedly, with increasing widths.
//!
//! A beam search proves nothing about the solution length, so the only lower bound is the heuristic
//! value of the start state. A solution is reported as shortest only if its length equals this
//! value. If the beam has dropped all states that lead to the goal, the search ends as if it had
//! reached a depth limit.

use crate::algorithms::run::{Run, SearchEnd};
use crate::tiles::beam::{BeamCounts, BeamPass, BeamWidth, MOST_MOVES};
use crate::tiles::{AnyHeuristic, Move, SearchResult, SearchTask};
use crate::{LimitKind, StateSpace};

/// Searches for a solution on one thread, with a beam that keeps the `width` best nodes of each
/// layer.
pub(crate) fn search(
    width: BeamWidth,
    heuristic: &AnyHeuristic,
    task: SearchTask<'_>,
) -> SearchResult {
    let SearchTask {
        space,
        start,
        limits,
        progress,
    } = task;
    let h0 = heuristic.value_of(start)?;
    let mut run = Run::new(limits, space.parity(start), h0, progress);
    let pass = |run: &mut Run<'_>| -> Result<SearchEnd<Move>, LimitKind> {
        run.reach(0);
        run.generate()?;
        let mut counts = BeamCounts::default();
        let pass = BeamPass {
            space,
            start,
            width: width.nodes(),
            most: limits
                .depth
                .map_or(MOST_MOVES, |depth| depth.min(MOST_MOVES)),
            nodes: limits.nodes.map_or(u64::MAX, |nodes| nodes - 1),
            threads: 1,
            limits,
            budget: &mut run.budget,
            counts: &mut counts,
        };
        let moves = heuristic.search_beam(pass);
        run.count(counts.generated, counts.expanded);
        Ok(match moves? {
            Some(moves) => SearchEnd::Solved { moves, bound: h0 },
            None => SearchEnd::Nothing { beyond: Some(h0) },
        })
    };
    let end = pass(&mut run);
    Ok(run.finish(h0, end))
}
