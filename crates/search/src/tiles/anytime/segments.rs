//! Local improvement of a solution: replaces a *segment*, which is a run of consecutive moves, with
//! a shorter path between the same two boards.
//!
//! For example, take moves 41 to 72 of a solution of 180 moves. This segment leads from one board
//! to another in 32 moves. If a search between these boards finds a path of 28 moves, the solution
//! shrinks to 176 moves. The goal of that search is the board at the end of the segment. Pattern
//! databases exist only for the real goal, so the search uses the linear conflict heuristic
//! instead, and is abandoned when it reaches a node limit.

use fifteen_puzzle::{Board, MoveOrder};

use crate::tiles::{Algorithm, HeuristicKind, Move, TileIda, TileSpace, TileState};
use crate::{LimitKind, Limits, Outcome, StateSpace, Status, Threads};

/// Number of moves from the start of one segment to the start of the next. A segment is a run of
/// moves that the search tries to shorten.
const STEP: usize = 4;
/// Segments are initially 32 moves long. When no segment of the current length can be shortened,
/// the length increases by 8.
const LENGTHS: (usize, usize) = (32, 8);

/// Shortens a solution by replacing segments of increasing length. A segment is a run of
/// consecutive moves. Stops when about `nodes` nodes have been generated, and adds the exact count
/// to `generated`. Obeys only the time limit and the interruption flag of `limits`. `moves` remains
/// a valid solution even after an error.
pub(super) fn improve(
    space: &TileSpace,
    start: &TileState,
    moves: &mut Vec<Move>,
    limits: &Limits,
    nodes: u64,
    generated: &mut u64,
) -> Result<(), LimitKind> {
    let mut segment = LENGTHS.0;
    while segment < moves.len() + LENGTHS.1 && *generated < nodes {
        let (before, mut first, mut state) = (moves.len(), 0, *start);
        while first + STEP < moves.len() && *generated < nodes {
            let last = (first + segment).min(moves.len());
            let mut end = state;
            moves[first..last]
                .iter()
                .for_each(|&m| space.apply(&mut end, m));
            let limits = Limits {
                nodes: Some((nodes / 16).max(1)),
                depth: Some((last - first).saturating_sub(2) as u32),
                memory: None,
                monitor: None,
                ..limits.clone()
            };
            let found = shortest_segment(
                &space.board(&state),
                &space.board(&end),
                space.order(),
                limits,
            );
            *generated += found.as_ref().map_or(0, |found| found.generated);
            match found.map(|found| (found.moves, found.status)) {
                // `shorter` was found in a space whose goal is the board at the end of the segment.
                // Its moves are also valid in `space`, because a move consists only of cells and a
                // direction.
                Some((Some(shorter), _)) => drop(moves.splice(first..last, shorter)),
                Some((None, Status::Limit(kind @ (LimitKind::Time | LimitKind::Interrupted)))) => {
                    return Err(kind);
                }
                _ => (),
            }
            let next = (first + STEP).min(moves.len());
            moves[first..next]
                .iter()
                .for_each(|&m| space.apply(&mut state, m));
            first += STEP;
        }
        if moves.len() == before {
            segment += LENGTHS.1;
        }
    }
    Ok(())
}

/// Searches for a shortest path between two boards, by IDA* with the linear conflict heuristic.
/// Returns `None` if `to` cannot be reached from `from`.
pub(in crate::tiles) fn shortest_segment(
    from: &Board,
    to: &Board,
    order: MoveOrder,
    limits: Limits,
) -> Option<Outcome<Vec<Move>>> {
    let space = TileSpace::new(to, order);
    let start = space.state(from).ok()?;
    let heuristic = HeuristicKind::LinearConflict.build(to, &limits).ok()?;
    Algorithm::Ida(TileIda::fast(Threads::ONE))
        .search(&space, &heuristic, &start, &limits, &mut |_| ())
        .ok()
}
