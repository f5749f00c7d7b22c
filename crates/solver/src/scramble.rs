//! [`Scrambler`]: moves that lead from the goal to a board.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_puzzle::{Board, Metric, ParseError, Path, Size};
use fifteen_search::tiles::{Algorithm, AnytimeEnd, AnytimeOptions, TileIda};
use fifteen_search::{Limits, Threads};

use crate::solver::{SolveError, Solver};

/// Boards of up to this number of cells are solved by the shortest way.
const MOST_CELLS: usize = 16;

/// Finds scrambles: the inverse of a shortest solution, on boards of more than 16 cells of a good one.
pub struct Scrambler {
    solver: Solver,
    limits: Limits,
}

impl Scrambler {
    /// Refuses boards whose solutions take too long in a metric.
    ///
    /// # Errors
    /// A message that says so.
    pub fn check_size(size: Size, metric: Metric) -> Result<(), ParseError> {
        if metric == Metric::SingleTile || size.cells() <= MOST_CELLS {
            return Ok(());
        }
        Err(ParseError(format!(
            "a scramble of a {size} board takes too long in the multi-tile metric, which is for boards of up to \
             {MOST_CELLS} cells; take the single-tile metric"
        )))
    }

    /// A scrambler from the goal of a solver, in its metric, which `cancel` ends.
    pub fn new(solver: &Solver, cancel: Arc<AtomicBool>) -> Self {
        // The first good solution, where a shortest one may take days.
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

    /// The moves from the goal to a board; `None` if the flag was set first.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
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
