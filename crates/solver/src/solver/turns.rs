//! [`solve_each`]: solves many boards on one thread, several at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use fifteen_puzzle::Board;
use fifteen_search::tiles::{HeuristicError, Move, TileState, search_each};
use fifteen_search::{Instant, Outcome, Queue};

use super::{Solution, SolveError, Solver};
use crate::Request;

/// A source of boards that also receives their solutions, in any order.
pub trait BoardQueue {
    /// The queue's own data for a board, which [`done`](Self::done) receives with the solution.
    type Ticket;

    /// Returns the next board and the solver for it, or `None` if no board is available now. A
    /// board can become available later, while others are still in progress.
    fn next(&mut self) -> Option<(Arc<Solver>, Board, Self::Ticket)>;

    /// Receives the result for the board that [`next`](Self::next) returned with this ticket.
    fn done(&mut self, ticket: Self::Ticket, result: Result<Solution, SolveError>);
}

/// Solves each board of a queue on this thread. The results are those of [`Solver::solve`].
///
/// Boards with the same solver are searched several at a time. With large tables this reduces the
/// total time, because one search continues while another waits for memory. With a time limit per
/// board they are searched one after another. The time reported for a board includes the work on
/// other boards in the meantime.
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
    /// Returns whether several boards can be searched at a time.
    fn takes_turns(&self, request: &Request) -> bool {
        self.slides.is_none()
            && request.time.is_none()
            && request.limits.monitor.is_none()
            && !self.heuristic.heuristic.has_function()
    }
}

/// The consecutive boards of a queue that share a solver. It ends before the first board with
/// another solver.
struct Turns<'a, Q: BoardQueue> {
    solver: &'a Arc<Solver>,
    boards: &'a mut Q,
    /// The first board. After the last one, the board that needs another solver.
    next: Option<(Arc<Solver>, Board, Q::Ticket)>,
    /// The boards in progress with their start times, keyed by the value of `begun` at their start.
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
