//! Local improvement: windows of a solution, each replaced by a shortest path between its two ends if that is shorter.
//!
//! A window is a search of its own: its last board is the goal. Tables are for the real goal, so the heuristic is
//! linear conflict, and the search ends without a result when it becomes large.

use fifteen_puzzle::{Board, MoveOrder};

use crate::tiles::{Algorithm, HeuristicKind, Move, TileIda, TileSpace, TileState};
use crate::{LimitKind, Limits, Outcome, StateSpace, Status, Threads};

/// Moves between the beginnings of two windows.
const STEP: usize = 4;
/// The first length of a window, and by how much the next one is longer.
const LENGTHS: (usize, usize) = (32, 8);

/// Improves a solution by windows of growing length, until about `nodes` nodes were generated, which are counted in
/// `generated`. Of `limits`, the clock and the flag are checked; the moves are a solution at any time.
pub(super) fn improve(
    (space, start): (&TileSpace, &TileState),
    moves: &mut Vec<Move>,
    limits: &Limits,
    nodes: u64,
    generated: &mut u64,
) -> Result<(), LimitKind> {
    let mut window = LENGTHS.0;
    while window < moves.len() + LENGTHS.1 && *generated < nodes {
        let (before, mut first, mut state) = (moves.len(), 0, *start);
        while first + STEP < moves.len() && *generated < nodes {
            let last = (first + window).min(moves.len());
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
            let found = shortest_window(
                &space.board(&state),
                &space.board(&end),
                space.order(),
                limits,
            );
            *generated += found.as_ref().map_or(0, |found| found.generated);
            match found.map(|found| (found.moves, found.status)) {
                // A move is the same in both spaces: cells and a direction.
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
            window += LENGTHS.1;
        }
    }
    Ok(())
}

/// Searches for a shortest path from one board to another; `None` if there is none.
pub(in crate::tiles) fn shortest_window(
    from: &Board,
    to: &Board,
    order: MoveOrder,
    limits: Limits,
) -> Option<Outcome<Vec<Move>>> {
    let window = TileSpace::new(to, order);
    let start = window.state(from).ok()?;
    let heuristic = HeuristicKind::LinearConflict.build(to, &limits).ok()?;
    Algorithm::Ida(TileIda::fast(Threads::ONE))
        .search(&window, &heuristic, &start, &limits, &mut |_| ())
        .ok()
}
