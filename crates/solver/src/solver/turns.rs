//! [`solve_each`]: solves many boards on one thread, several of them at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use fifteen_puzzle::TileGrid;
use fifteen_search::tiles::{HeuristicError, Move, TileIda, TileState, search_each};
use fifteen_search::{Instant, Outcome, Queue};

use super::{GoalSolution, GoalSolver, SolutionPath, SolveError, Solver};
use crate::Request;

/// A source of boards that also receives the results, in any order.
pub trait BoardQueue {
    /// Data by which the queue recognises a board when its result arrives.
    type Ticket;

    /// Returns the next board, or `None` if no board is available at the moment. More boards can
    /// become available while others are in progress.
    fn next(&mut self) -> Option<QueuedBoard<Self::Ticket>>;

    /// Receives the result of a board that [`next`](Self::next) has returned.
    fn done(&mut self, board: QueuedBoard<Self::Ticket>, result: Result<GoalSolution, SolveError>);
}

/// A board from a [`BoardQueue`], with its solver.
#[derive(Debug, Clone)]
pub struct QueuedBoard<T> {
    /// The solver for the board's goal.
    pub solver: GoalSolver,
    /// The board.
    pub start: TileGrid,
    /// Data by which the queue recognises the board.
    pub ticket: T,
}

/// Solves each board of a queue on this thread. The results are the same as from
/// [`GoalSolver::solve`].
///
/// Several boards with the same solver are searched at once. This is faster with large tables,
/// because one search continues while another waits for memory. The time reported for a board
/// therefore includes work on other boards. Boards are searched one at a time if there is a time
/// limit per board, or if the goal is a pattern.
pub fn solve_each(request: &Request, boards: &mut impl BoardQueue) {
    let mut next = None;
    while let Some(board) = next.take().or_else(|| boards.next()) {
        if let Some(solver) = board.solver.board_solver().cloned()
            && let Some(ida) = solver.ida_in_turns(request)
        {
            let mut turns = Turns {
                solver: &solver,
                boards,
                next: Some(board),
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
            let result = board.solver.solve(&board.start, &request.limits_from_now());
            boards.done(board, result);
        }
    }
}

impl Solver {
    /// Returns the kind of IDA* with which several boards can be searched at once, or `None` if
    /// boards must be searched one at a time.
    fn ida_in_turns(&self, request: &Request) -> Option<TileIda> {
        let takes_turns = self.slides.is_none()
            && request.time.is_none()
            && request.limits.monitor.is_none()
            && !self.heuristic.heuristic.has_function();
        self.algorithm.ida().filter(|_| takes_turns)
    }

    /// Returns the board as the first state of a search.
    ///
    /// # Errors
    /// Returns an error if the board cannot be searched, or if a table was changed on disk.
    fn state_to_search(&self, start: &TileGrid) -> Result<TileState, SolveError> {
        let board = start.board().ok_or(SolveError::RepeatedTile)?;
        let state = self.space.state(&board)?;
        self.check_tables()?;
        Ok(state)
    }
}

/// Consecutive boards in a queue that have the same solver. The solver searches several of them at
/// once. The sequence ends before the first board with a different solver.
struct Turns<'a, Q: BoardQueue> {
    solver: &'a Arc<Solver>,
    boards: &'a mut Q,
    /// A board that was taken from the queue but not started. It is the first board of the
    /// sequence, or the board with a different solver that ended the sequence.
    next: Option<QueuedBoard<Q::Ticket>>,
    /// Boards in progress and their start times. The keys number the boards from 1 in the order in
    /// which they are started.
    taken: BTreeMap<usize, (QueuedBoard<Q::Ticket>, Instant)>,
    begun: usize,
}

impl<Q: BoardQueue> Queue<TileState, Result<Outcome<Vec<Move>>, HeuristicError>> for Turns<'_, Q> {
    fn next(&mut self) -> Option<(usize, TileState)> {
        loop {
            let board = self.next.take().or_else(|| self.boards.next())?;
            let solver = board.solver.board_solver();
            if !solver.is_some_and(|solver| Arc::ptr_eq(solver, self.solver)) {
                self.next = Some(board);
                return None;
            }
            match self.solver.state_to_search(&board.start) {
                Ok(state) => {
                    self.begun += 1;
                    self.taken.insert(self.begun, (board, Instant::now()));
                    return Some((self.begun, state));
                }
                Err(error) => self.boards.done(board, Err(error)),
            }
        }
    }

    fn done(&mut self, number: usize, result: Result<Outcome<Vec<Move>>, HeuristicError>) {
        let Some((board, begun)) = self.taken.remove(&number) else {
            return;
        };
        let solution = result.map_err(SolveError::from).and_then(|outcome| {
            self.solver.check_tables()?;
            let seconds = begun.elapsed().as_secs_f64();
            Ok(GoalSolution {
                seconds,
                ..outcome.map_paths(|moves| SolutionPath::Board(moves.into_iter().collect()))
            })
        });
        self.boards.done(board, solution);
    }
}
