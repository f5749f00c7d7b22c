//! [`Scrambler`]: moves that lead from the goal to a board.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_puzzle::{Board, Metric, ParseError, Path, Size};
use fifteen_search::tiles::Mode;
use fifteen_search::tiles::anytime::AnytimeOptions;
use fifteen_search::{Limits, Options};

use crate::batch::threads_or_all;
use crate::solver::{SolveError, Solver};

/// Boards of up to this number of cells are solved by the shortest way.
const MOST_CELLS: usize = 16;

/// Finds scrambles: the inverse of a shortest solution, on boards of more than 16 cells of a good one.
pub struct Scrambler {
    solver: Arc<Solver>,
    options: Options,
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
    pub fn new(solver: Arc<Solver>, cancel: Arc<AtomicBool>) -> Self {
        // The first good solution, where a shortest one may take days.
        let is_large = solver.goal().size().cells() > MOST_CELLS;
        let anytime = is_large.then_some(AnytimeOptions {
            first: true,
            within: None,
        });
        let mode = Mode::Fast {
            threads: threads_or_all(0),
        };
        let limits = Limits::cancelled_by(cancel);
        Self {
            solver,
            options: Options {
                mode,
                anytime,
                limits,
                ..Options::default()
            },
        }
    }

    /// The moves from the goal to a board; `None` if the flag was set first.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn scramble(&self, board: &Board) -> Result<Option<Path>, SolveError> {
        let found = self.solver.solve(board, &self.options)?;
        let is_cancelled = self
            .options
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
