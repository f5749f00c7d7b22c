//! Reproduces published figures: computes them again and compares the results with the literature.
//!
//! For example, Korf's table of 1985 says that IDA* generates 15,300,442 nodes for the second of
//! his 100 boards. [`reproduce`] counts these nodes again and reports a [`PublishedFigure`] with
//! both numbers and a [`Verdict`]. [`ReproduceScope`] determines how much is computed. Pattern
//! databases are always built in memory, so that the results don't depend on table files on this
//! machine.
//!
//! | module | figures |
//! | --- | --- |
//! | `spaces` | counts of textbooks, numbers of boards at each depth |
//! | `tables` | sizes and histograms of 4x4 tables |
//! | `boards` | lengths of Korf's 100 boards and the 17 hardest, and nodes with tables |
//! | `puzzle24` | histograms of 5x5 tables, and nodes of Korf's boards of the 24-puzzle |
//! | `korf` | nodes of Korf's 100 boards with the Manhattan distance |

mod boards;
mod figure;
mod korf;
mod puzzle24;
mod spaces;
mod tables;

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fifteen_puzzle::Board;
use fifteen_search::Instant;
use fifteen_solver::{Limits, Solution, Solver, batch};

pub use self::figure::{PublishedFigure, Verdict};

/// How much to compute, and with which resources.
#[derive(Debug, Clone)]
pub struct ReproduceScope {
    /// Whether to compute also the figures that take minutes and gigabytes.
    pub full: bool,
    /// Time limit for counting the nodes of Korf's boards, or `None` if unlimited. Boards that
    /// would take longer are left out.
    pub time_limit: Option<Duration>,
    /// Number of threads that search boards and build tables.
    pub threads: usize,
    /// A flag that another thread can set to end the computation with an error.
    pub cancel: Arc<AtomicBool>,
}

/// An event that [`reproduce`] reports: progress, or a figure.
#[derive(Debug)]
pub enum ReproduceEvent<'a> {
    /// A long task has made progress.
    Working {
        /// Short description of the task.
        task: &'a str,
        /// What `done` and `total` count, such as boards.
        unit: &'static str,
        /// Number of units done so far.
        done: u64,
        /// Total number of units, or `None` if it is unknown.
        total: Option<u64>,
    },
    /// A figure was compared with ours, or was left out.
    Checked(PublishedFigure),
}

/// Why the computation ended early.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// The cancel flag was set, or the receiver of the events returned `Break`.
    #[error("interrupted")]
    Interrupted,
    /// A figure can't be computed, for example because the system refuses the memory for a table.
    #[error(transparent)]
    Failed(Box<dyn Error + Send + Sync>),
}

/// Computes published figures again and compares them. `on_event` receives each result and the
/// progress, and ends the computation by returning `Break`.
///
/// # Errors
/// Returns an error if the computation is interrupted, or if a figure can't be computed.
pub fn reproduce(
    scope: &ReproduceScope,
    on_event: &mut (dyn FnMut(ReproduceEvent<'_>) -> ControlFlow<()> + Send),
) -> Result<(), ReproduceError> {
    let mut run = Reproduction { scope, on_event };
    run.all_figures().map_err(|error| match error.downcast() {
        Ok(own) => *own,
        Err(error) => ReproduceError::Failed(error),
    })
}

/// The result of a step of the computation. The error is [`ReproduceError::Interrupted`], or the
/// reason why a figure can't be computed.
type Result<T = (), E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// A computation in progress: what to compute, and where to report the figures.
struct Reproduction<'a> {
    scope: &'a ReproduceScope,
    on_event: &'a mut (dyn FnMut(ReproduceEvent<'_>) -> ControlFlow<()> + Send),
}

impl Reproduction<'_> {
    fn all_figures(&mut self) -> Result {
        spaces::trees(self)?;
        tables::sizes_and_histograms(self)?;
        spaces::depths(self)?;
        boards::lengths_and_counts(self)?;
        // Figures of the 24-puzzle and Korf's 100 boards share one time limit, and boards that
        // would exceed it are left out.
        let end = self.scope.time_limit.map(|limit| Instant::now() + limit);
        puzzle24::counts(self, end)?;
        korf::counts(self, end)
    }

    fn send(&mut self, event: ReproduceEvent<'_>) -> Result {
        let is_cancelled = self.scope.cancel.load(Ordering::Relaxed);
        if is_cancelled || (self.on_event)(event).is_break() {
            Err(ReproduceError::Interrupted.into())
        } else {
            Ok(())
        }
    }

    /// Reports a figure to the receiver of the events.
    fn report(&mut self, figure: PublishedFigure) -> Result {
        self.send(ReproduceEvent::Checked(figure))
    }

    /// Reports the progress of a long task.
    fn report_progress(
        &mut self,
        task: &str,
        unit: &'static str,
        done: u64,
        total: Option<u64>,
    ) -> Result {
        self.send(ReproduceEvent::Working {
            task,
            unit,
            done,
            total,
        })
    }

    /// Searches boards on all threads, and passes the results to `on_result` in the order of the
    /// boards.
    fn search<T: Send, R: Send>(
        &mut self,
        task: &str,
        boards: Vec<T>,
        search: impl Fn(T) -> R + Sync,
        mut on_result: impl FnMut(&mut Self, R) -> Result,
    ) -> Result {
        let total = Some(boards.len() as u64);
        let mut done = 0;
        self.report_progress(task, "boards", done, total)?;
        let mut outcome = Ok(());
        batch::in_order(boards, self.scope.threads, search, |result| {
            done += 1;
            outcome = on_result(self, result)
                .and_then(|()| self.report_progress(task, "boards", done, total));
            if outcome.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        outcome
    }

    /// Solves boards and returns the solutions in the order of the boards.
    ///
    /// A board that is not solved before `end` gets an empty solution. A board whose solution is
    /// wrong gets the length 0, which can't be confused with a published length.
    fn solve(
        &mut self,
        task: &str,
        solver: &Solver,
        boards: Vec<Board>,
        end: Option<Instant>,
    ) -> Result<Vec<Solution>> {
        let limits = Limits {
            deadline: end,
            ..self.limits()
        };
        let search = |board: Board| {
            let found = solver.solve(&board, &limits).unwrap_or_default();
            match &found.moves {
                Some(moves) if !moves.solves(&board, solver.goal()) => Solution {
                    length: Some(0),
                    ..Solution::default()
                },
                _ => found,
            }
        };
        let mut solutions = Vec::new();
        self.search(task, boards, search, |_, found| {
            solutions.push(found);
            Ok(())
        })?;
        Ok(solutions)
    }

    /// Returns the limits for a search that ends only when the computation is cancelled.
    fn limits(&self) -> Limits {
        Limits::cancelled_by(Arc::clone(&self.scope.cancel))
    }
}
