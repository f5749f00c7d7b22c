//! Published figures computed again, each beside the published one.
//!
//! A [`Scope`] says how much is computed. [`reproduce`] runs through all figures and reports an [`Event`] at a time:
//! the progress of work that takes long, and a [`Check`] for each figure, with its [`Verdict`]. Nothing is read but the
//! published data: tables are built on the spot.

mod boards;
mod check;
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
use fifteen_solver::{Limits, Options, Solution, Solver, batch};

pub use self::check::{Check, Verdict};

/// The figures that are computed, and with what.
#[derive(Debug, Clone)]
pub struct Scope {
    /// Compute the figures that take minutes and gigabytes too.
    pub full: bool,
    /// The time for counting the nodes of Korf's boards; none for no limit.
    pub time_limit: Option<Duration>,
    /// The number of threads.
    pub threads: usize,
    /// The computation ends in an error soon after another thread sets this flag.
    pub cancel: Arc<AtomicBool>,
}

/// An event of a computation.
#[derive(Debug)]
pub enum Event<'a> {
    /// The progress of work that takes time.
    Working {
        /// The work, in a few words.
        task: &'a str,
        /// The unit of the numbers.
        unit: &'static str,
        /// The number done.
        done: u64,
        /// The final number, if it is known.
        total: Option<u64>,
    },
    /// A figure was compared, or left out.
    Checked(Check),
}

/// An early end of the computation.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// The flag was set, or the receiver of the events asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A figure cannot be computed: there is too little memory.
    #[error(transparent)]
    Failed(Box<dyn Error + Send + Sync>),
}

/// Computes the published figures. `report` receives the events; where it breaks, the computation ends.
///
/// # Errors
/// If the computation is interrupted, or a figure cannot be computed.
pub fn reproduce(
    scope: &Scope,
    report: &mut (dyn FnMut(Event<'_>) -> ControlFlow<()> + Send),
) -> Result<(), ReproduceError> {
    all_figures(&mut Session { scope, report }).map_err(|error| match error.downcast() {
        Ok(own) => *own,
        Err(error) => ReproduceError::Failed(error),
    })
}

fn all_figures(session: &mut Session) -> Result {
    spaces::trees(session)?;
    tables::sizes_and_histograms(session)?;
    spaces::depths(session)?;
    boards::lengths(session)?;
    let end = session.scope.time_limit.map(|limit| Instant::now() + limit);
    puzzle24::counts(session, end)?;
    korf::counts(session, end)
}

/// The result of a step; the error is [`ReproduceError::Interrupted`], or the reason why a figure cannot be computed.
type Result<T = (), E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

struct Session<'a> {
    scope: &'a Scope,
    report: &'a mut (dyn FnMut(Event<'_>) -> ControlFlow<()> + Send),
}

impl Session<'_> {
    fn send(&mut self, event: Event<'_>) -> Result {
        let is_cancelled = self.scope.cancel.load(Ordering::Relaxed);
        if is_cancelled || (self.report)(event).is_break() {
            Err(ReproduceError::Interrupted.into())
        } else {
            Ok(())
        }
    }

    /// Reports a figure.
    fn add(&mut self, check: Check) -> Result {
        self.send(Event::Checked(check))
    }

    /// Reports the progress of work that takes time.
    fn working(&mut self, task: &str, unit: &'static str, done: u64, total: Option<u64>) -> Result {
        self.send(Event::Working {
            task,
            unit,
            done,
            total,
        })
    }

    /// Searches boards on all threads, and hands the results to `sink` in the order of the boards.
    fn search<T: Send, R: Send>(
        &mut self,
        task: &str,
        boards: Vec<T>,
        search: impl Fn(T) -> R + Sync,
        mut sink: impl FnMut(&mut Self, R) -> Result,
    ) -> Result {
        let (total, mut done) = (Some(boards.len() as u64), 0);
        let mut outcome = self.working(task, "boards", done, total);
        if outcome.is_ok() {
            batch::in_order(boards, self.scope.threads, search, |result| {
                done += 1;
                outcome =
                    sink(self, result).and_then(|()| self.working(task, "boards", done, total));
                if outcome.is_ok() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        outcome
    }

    /// The solutions of boards, in their order, empty ones after `end`; one that is wrong is said to have no moves.
    fn solve(
        &mut self,
        task: &str,
        solver: &Solver,
        boards: Vec<Board>,
        end: Option<Instant>,
    ) -> Result<Vec<Solution>> {
        let (options, mut solutions) = (self.options(), Vec::new());
        let search = |board: Board| {
            let mut options = options.clone();
            options.time = end.map(|end| end.saturating_duration_since(Instant::now()));
            let found = solver.solve(&board, &options).unwrap_or_default();
            match &found.moves {
                Some(moves) if !moves.solves(&board, solver.goal()) => Solution {
                    length: Some(0),
                    ..Solution::default()
                },
                _ => found,
            }
        };
        self.search(task, boards, search, |_, found| {
            solutions.push(found);
            Ok(())
        })?;
        Ok(solutions)
    }

    /// Options of a search that ends when the computation is cancelled.
    fn options(&self) -> Options {
        Options {
            limits: Limits::cancelled_by(Arc::clone(&self.scope.cancel)),
            ..Options::default()
        }
    }
}
