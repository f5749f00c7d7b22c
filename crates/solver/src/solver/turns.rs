//! [`solve_each`]: solves many boards on one thread, with several searches in progress at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use fifteen_puzzle::Board;
use fifteen_search::tiles::{HeuristicError, Move, TileState, search_each};
use fifteen_search::{Instant, Outcome, Queue};

use super::{Solution, SolveError, Solver};
use crate::Request;

/// A source of boards that also receives their solutions, in any order.
pub trait BoardQueue {
    /// Data with which the queue identifies a board. The queue receives it back with the solution.
    type Ticket;

    /// Returns the next board and its solver, or `None` if no board is available now. Another board
    /// can become available while others are still in progress.
    fn next(&mut self) -> Option<(Arc<Solver>, Board, Self::Ticket)>;

    /// Receives the result for the board that [`next`](Self::next) returned with this `ticket`.
    fn done(&mut self, ticket: Self::Ticket, result: Result<Solution, SolveError>);
}

/// Solves each board of a queue on this thread. The results are the same as from [`Solver::solve`].
///
/// Boards with the same solver are searched several at a time, which is faster with large tables,
/// because one search continues while another waits for memory. The time reported for a board
/// therefore includes work on other boards. With a time limit per board, boards are searched one
/// after another.
pub fn solve_each(request: &Request, boards: &mut impl BoardQueue) {
    let mut next = None;
    while let Some((solver, board, ticket)) = next.take().or_else(|| boards.next()) {
        let ida = solver.algorithm.ida();
        if let Some(ida) = ida.filter(|_| solver.takes_turns(request)) {
            let first = Some((Arc::clone(&solver), board, ticket));
            let mut turns = Turns {
                solver: &solver,
                boards,
                next: first,
                taken: BTreeMap::new(),
                begun: 0,
            };
            search_each(
                &solver.space,
                &solver.heuristic.heuristic,
                ida,
                &request.limits,
                &mut turns,
            );
            next = turns.next;
        } else {
            boards.done(ticket, solver.solve(&board, &request.limits_from_now()));
        }
    }
}

impl Solver {
    /// Returns whether several boards can be searched in turns, with several searches in progress.
    fn takes_turns(&self, request: &Request) -> bool {
        self.slides.is_none()
            && request.time.is_none()
            && request.limits.monitor.is_none()
            && !self.heuristic.heuristic.has_function()
    }
}

/// Consecutive boards in a queue that have the same solver. Several of them are searched in turns.
/// The sequence ends before the first board with a different solver.
struct Turns<'a, Q: BoardQueue> {
    solver: &'a Arc<Solver>,
    boards: &'a mut Q,
    /// The first board of the sequence. At the end of the sequence, the first board with a
    /// different solver.
    next: Option<(Arc<Solver>, Board, Q::Ticket)>,
    /// Boards in progress and their start times, keyed by the order in which they were started.
    taken: BTreeMap<usize, (Q::Ticket, Instant)>,
    begun: usize,
}

impl<Q: BoardQueue> Queue<TileState, Result<Outcome<Vec<Move>>, HeuristicError>> for Turns<'_, Q> {
    fn next(&mut self) -> Option<(usize, TileState)> {
        loop {
            let (solver, board, ticket) = self.next.take().or_else(|| self.boards.next())?;
            if !Arc::ptr_eq(&solver, self.solver) {
                self.next = Some((solver, board, ticket));
                return None;
            }
            let state = solver.space.state(&board).map_err(SolveError::from);
            match state.and_then(|state| solver.check_tables().map(|()| state)) {
                Ok(state) => {
                    self.begun += 1;
                    self.taken.insert(self.begun, (ticket, Instant::now()));
                    return Some((self.begun, state));
                }
                Err(error) => self.boards.done(ticket, Err(error)),
            }
        }
    }

    fn done(&mut self, number: usize, result: Result<Outcome<Vec<Move>>, HeuristicError>) {
        let Some((ticket, begun)) = self.taken.remove(&number) else {
            return;
        };
        let solution = result.map_err(SolveError::from).and_then(|outcome| {
            self.solver.check_tables()?;
            let seconds = begun.elapsed().as_secs_f64();
            Ok(Solution {
                seconds,
                ..outcome.map_paths(|moves| moves.into_iter().collect())
            })
        });
        self.boards.done(ticket, solution);
    }
}
