//! Reproduces published results: computes them again and compares them with the literature.
//!
//! For example, Korf's table of 1985 says that IDA* generates 15,300,442 nodes for the second of
//! his 100 boards. [`reproduce`] counts these nodes again and reports a [`PublishedFigure`] with
//! both numbers and a [`Verdict`]. [`ReproduceScope`] determines how much is computed. Pattern
//! databases are always built in memory, so that the results don't depend on the table files of
//! this machine.
//!
//! | module | results |
//! | --- | --- |
//! | `spaces` | node counts in textbooks, numbers of boards at each depth |
//! | `tables` | sizes and histograms of 4x4 tables |
//! | `boards` | lengths of Korf's 100 boards and the 17 hardest boards, node counts with tables |
//! | `puzzle24` | histograms of 5x5 tables, node counts for Korf's boards of the 24-puzzle |
//! | `korf` | node counts for Korf's 100 boards with the Manhattan distance |

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
use fifteen_resources::Threads;
use fifteen_search::Instant;
use fifteen_solver::batch::{self, Source};
use fifteen_solver::{Limits, Solution, Solver};

pub use self::figure::{PublishedFigure, Verdict};

/// Which results to compute, and with which resources.
#[derive(Debug, Clone)]
pub struct ReproduceScope {
    /// Whether to include the results that take minutes and gigabytes to compute.
    pub full: bool,
    /// Time limit for counting the nodes of Korf's boards, or `None` if unlimited. A board is
    /// skipped if its search would probably exceed the limit.
    pub time_limit: Option<Duration>,
    /// Number of threads that search boards and build tables.
    pub threads: Threads,
    /// A flag that another thread can set to stop the computation.
    pub cancel: Arc<AtomicBool>,
}

/// An event that [`reproduce`] reports: the progress of a task, or a comparison.
#[derive(Debug)]
pub enum ReproduceEvent<'a> {
    /// A long task has made progress.
    Working {
        /// Short description of the task.
        task: &'a str,
        /// Unit in which `done` and `total` are counted, such as `boards`.
        unit: &'static str,
        /// Number of units completed so far.
        done: u64,
        /// Total number of units, or `None` if it is unknown.
        total: Option<u64>,
    },
    /// A published number was compared with our own, or the comparison was skipped.
    Checked(PublishedFigure),
}

/// Why [`reproduce`] ended early.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// The cancel flag was set, or the event callback returned `Break`.
    #[error("interrupted")]
    Interrupted,
    /// A number could not be computed, for example because a table doesn't fit in memory.
    #[error(transparent)]
    Failed(Box<dyn Error + Send + Sync>),
}

/// Computes published results again and compares them with the literature.
///
/// `on_event` is called for each event, which is the progress of a task or a comparison. It can end
/// the computation by returning `Break`.
///
/// # Errors
/// Returns an error if the computation is interrupted, or if a result can't be computed.
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

/// Result type of the functions that compute and compare numbers. The error is
/// [`ReproduceError::Interrupted`] or says why a number can't be computed.
type Result<T = (), E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// A computation in progress: its scope, and the callback that receives its events.
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
        // The 24-puzzle and Korf's 100 boards share one time limit. So compute its end only once.
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

    /// Sends a comparison to the event callback.
    fn report(&mut self, figure: PublishedFigure) -> Result {
        self.send(ReproduceEvent::Checked(figure))
    }

    /// Sends the progress of a long task to the event callback.
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

    /// Searches boards in parallel. Calls `on_result` with the result of each search, in the order
    /// of the boards.
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
        batch::in_order(
            boards,
            Source::Ready,
            self.scope.threads,
            search,
            |result| {
                done += 1;
                outcome = on_result(self, result)
                    .and_then(|()| self.report_progress(task, "boards", done, total));
                if outcome.is_ok() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        outcome
    }

    /// Solves boards and returns the solutions in the order of the boards.
    ///
    /// If a board is not solved before `end`, its solution is empty. If a solution is wrong, its
    /// length is set to 0, which differs from every published length.
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

    /// Returns limits that end a search only if the computation is cancelled.
    fn limits(&self) -> Limits {
        Limits::cancelled_by(Arc::clone(&self.scope.cancel))
    }
}

/// Returns a search result whose counts can be compared with published ones. If the solution
/// doesn't have the published length, returns an empty result instead. Its counts are 0, which
/// differs from every published count.
fn comparable(found: Solution, published_length: u32) -> Solution {
    if found.length == Some(published_length) {
        found
    } else {
        Solution::default()
    }
}
