//! Local improvement of a solution: replaces a *window*, which is a run of consecutive moves, by a
//! shorter path between the same two boards.
//!
//! For example, take moves 41 to 72 of a solution of 180 moves. This window leads from one board to
//! another in 32 moves. If a search between these boards finds a path of 28 moves, the solution
//! shrinks to 176 moves. The goal of that search is the board at the end of the window. Pattern
//! databases exist only for the real goal, so the search uses the linear conflict heuristic
//! instead, and is abandoned when it reaches a node limit.

use fifteen_puzzle::{Board, MoveOrder};

use crate::tiles::{Algorithm, HeuristicKind, Move, TileIda, TileSpace, TileState};
use crate::{LimitKind, Limits, Outcome, StateSpace, Status, Threads};

/// Number of moves from the start of one window to the start of the next. A window is a run of
/// moves that may be shortened.
const STEP: usize = 4;
/// Windows first consist of 32 moves. When no window of the current length can be shortened, they
/// get 8 moves longer.
const LENGTHS: (usize, usize) = (32, 8);

/// Shortens a solution by replacing windows of increasing length. A window is a run of consecutive
/// moves. Stops when about `nodes` nodes have been generated, and adds the exact count to
/// `generated`. Of `limits`, only the time limit and the interruption flag apply. `moves` remains a
/// valid solution even after an error.
pub(super) fn improve(
    space: &TileSpace,
    start: &TileState,
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
                // The search used the end of the window as its goal, but its moves are also valid
                // in `space`, because a move consists only of cells and a direction.
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

/// Searches for a shortest path between two boards, by IDA* with the linear conflict heuristic.
/// Returns `None` if `to` cannot be reached from `from`.
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
