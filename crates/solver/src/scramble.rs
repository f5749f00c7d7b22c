//! [`Scrambler`]: finds moves that lead from the goal to a given board.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_puzzle::{Board, Metric, ParseError, Path, Size};
use fifteen_search::tiles::{Algorithm, AnytimeEnd, AnytimeOptions, TileIda};
use fifteen_search::{Limits, Threads};

use crate::solver::{SolveError, Solver};

/// Maximum number of cells of a board for which a shortest scramble is found. On larger boards,
/// finding one could take days.
const MOST_CELLS: usize = 16;

/// Finds a scramble for a board, that is, moves from the goal to the board. The scramble is a
/// solution in reverse. It is as short as possible on boards of up to 16 cells.
pub struct Scrambler {
    solver: Solver,
    limits: Limits,
}

impl Scrambler {
    /// Checks that a scramble of a board of this size can be found quickly enough in this metric.
    ///
    /// # Errors
    /// Returns an error if finding a scramble would take too long.
    pub fn check_size(size: Size, metric: Metric) -> Result<(), ParseError> {
        if metric == Metric::SingleTile || size.cells() <= MOST_CELLS {
            return Ok(());
        }
        Err(ParseError(format!(
            "a scramble of a {size} board takes too long in the multi-tile metric, which is for boards of up to \
             {MOST_CELLS} cells; take the single-tile metric"
        )))
    }

    /// Creates a scrambler with the goal and the metric of `solver`. Another thread can set
    /// `cancel` to stop its searches.
    pub fn new(solver: &Solver, cancel: Arc<AtomicBool>) -> Self {
        // On large boards, accept the first solution of an anytime search. Finding a shortest one
        // can take days.
        let is_large = solver.goal().size().cells() > MOST_CELLS;
        let ida = if is_large {
            TileIda::Anytime(AnytimeOptions {
                threads: Threads::All,
                end: AnytimeEnd::FirstSolution,
            })
        } else {
            TileIda::fast(Threads::All)
        };
        Self {
            solver: solver.with_algorithm(Algorithm::Ida(ida), Some(solver.order())),
            limits: Limits::cancelled_by(cancel),
        }
    }

    /// Returns moves from the goal to `board`, or `None` if the search was cancelled.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the board has a different size or cannot reach the goal, or if a
    /// table is damaged.
    pub fn scramble(&self, board: &Board) -> Result<Option<Path>, SolveError> {
        let found = self.solver.solve(board, &self.limits)?;
        let is_cancelled = self
            .limits
            .cancel
            .as_ref()
            .is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        Ok(found
            .moves
            .filter(|_| !is_cancelled)
            .map(|moves| moves.inverse()))
    }
}
