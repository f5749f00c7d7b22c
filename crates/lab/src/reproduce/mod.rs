//! Computes published figures again and compares them: do the literature and this program agree?
//!
//! For example, Korf's table of 1985 says that IDA* generates 15,300,442 nodes for the second of
//! his 100 boards. [`reproduce`] counts them again and reports a [`PublishedFigure`] with both
//! numbers and a [`Verdict`]. [`ReproduceScope`] says how much is computed. Only the published data
//! are read. Tables are built in memory, so that nothing depends on the files of this machine.
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

/// How much is computed, and with what.
#[derive(Debug, Clone)]
pub struct ReproduceScope {
    /// True to compute the figures that take minutes and gigabytes too.
    pub full: bool,
    /// Time for counting the nodes of Korf's boards, or `None` for no limit.
    pub time_limit: Option<Duration>,
    /// Number of threads.
    pub threads: usize,
    /// Another thread sets this flag to end the computation with an error.
    pub cancel: Arc<AtomicBool>,
}

/// An event of a computation.
#[derive(Debug)]
pub enum ReproduceEvent<'a> {
    /// Work that takes time has made progress.
    Working {
        /// The work, in a few words.
        task: &'a str,
        /// What the numbers count.
        unit: &'static str,
        /// The number done.
        done: u64,
        /// The number to do, if it is known.
        total: Option<u64>,
    },
    /// A figure was compared, or left out.
    Checked(PublishedFigure),
}

/// Why the computation ended early.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// The flag was set, or the receiver of the events asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A figure can't be computed, for example because the system refuses the memory for a table.
    #[error(transparent)]
    Failed(Box<dyn Error + Send + Sync>),
}

/// Computes the published figures. `on_event` receives the events and ends the computation by
/// returning `Break`.
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

/// The result of a step. The error is [`ReproduceError::Interrupted`], or the reason why a figure
/// can't be computed.
type Result<T = (), E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// A computation in progress.
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
        // The last two groups share the time limit, and leave out the boards that exceed it.
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

    /// Reports a figure.
    fn report(&mut self, figure: PublishedFigure) -> Result {
        self.send(ReproduceEvent::Checked(figure))
    }

    /// Reports the progress of work that takes time.
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

    /// Searches boards on all threads, and hands the results to `on_result` in the order of the
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

    /// Solves boards and returns the solutions in their order.
    ///
    /// A board that is not solved by `end` gets an empty solution, and one whose solution is wrong
    /// gets the length 0, which is no board's length.
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

    /// Limits of a search that ends when the computation is cancelled.
    fn limits(&self) -> Limits {
        Limits::cancelled_by(Arc::clone(&self.scope.cancel))
    }
}
