//! Local improvement of a solution: a run of consecutive moves, a window, is replaced by a shorter path between its ends.
//!
//! For example, in a solution of 180 moves, the window of moves 41 to 72 leads from one board to another in 32 moves. If
//! a search between these boards finds a path of 28 moves, the solution has 176 moves afterwards. The last board of the
//! window is the goal of this search. Tables are made for the real goal, so its heuristic is linear conflict, and the
//! search is given up when it becomes large.

use fifteen_puzzle::{Board, MoveOrder};

use crate::tiles::{Algorithm, HeuristicKind, Move, TileIda, TileSpace, TileState};
use crate::{LimitKind, Limits, Outcome, StateSpace, Status, Threads};

/// Number of moves between the starts of two windows.
const STEP: usize = 4;
/// Length of the first windows, and the difference to the length of the next ones.
const LENGTHS: (usize, usize) = (32, 8);

/// Improves a solution with windows of increasing length, until about `nodes` nodes are generated. They are counted in
/// `generated`. The clock and the flag of `limits` are checked. The moves are a solution at any time, also after an error.
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
                // Both spaces describe moves by cells and a direction, so the moves can be used as they are.
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

/// Searches for a shortest path from one board to another. Returns `None` if no path exists.
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
