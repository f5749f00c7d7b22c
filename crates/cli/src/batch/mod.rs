//! Solves the boards of one `solve` command: distributes them over threads, prints the results in
//! input order, and counts them by status.
//!
//! | module | contents |
//! | --- | --- |
//! | `boards` | opens the solver for each board, or decides that the board needs no search |
//! | `large` | searches boards of more than 25 cells |
//! | `results` | prints the results with their notes and error messages |
//! | `tally` | adds up the totals for the last line of the output |

mod boards;
mod large;
mod results;
mod tally;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use fifteen_solver::batch::{self, Source};
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Request, SolverCache, Threads, solve_each};

use self::boards::{BatchBoards, Lines};
use self::results::ResultWriter;
use crate::exit::Exit;
use crate::input::BoardLine;
use crate::output::{Format, ResultStream};
use crate::progress;
use crate::record::Presentation;
use crate::terminal::{Ui, interrupt};

/// The settings and the solvers that all boards of one `solve` command share.
pub(crate) struct Batch<'a> {
    pub request: Request,
    /// The solvers opened so far, one for each board size and goal.
    pub solvers: SolverCache,
    pub presentation: Presentation,
    pub format: Format,
    /// Whether the user gave a goal, which overrides the goals stored in input records.
    pub has_goal: bool,
    /// Whether there is only one board, which then gets all threads and its own progress bar.
    pub alone: bool,
    /// Whether pictures of the solution are drawn.
    pub draws_pictures: bool,
    pub threads: Threads,
    /// Whether to move mapped tables into large pages once many nodes have been generated.
    pub improves_pages: bool,
    /// Whether reading the next board can block, because the boards come from a pipe or a terminal.
    pub source: Source,
    /// Number of boards skipped at the beginning of the input (`--skip`), or `None` if the boards
    /// were given as arguments.
    pub skipped: Option<u64>,
    /// Whether the output continues that of an earlier run (`--skip`), so that CSV output needs no
    /// header line.
    pub continues: bool,
    /// Total number of nodes generated for the boards finished so far.
    pub generated: AtomicU64,
    pub ui: &'a Ui,
}

/// What [`Batch::run`] returns once all boards are processed.
pub(crate) struct Done {
    pub exit: Exit,
    /// Number of boards processed, including invalid ones.
    pub boards: u64,
    /// The result printed last.
    pub last: Option<Box<BoardRecord>>,
}

impl Batch<'_> {
    /// Solves all boards and prints the results in input order to `stream`. `total` is the number
    /// of boards, if known, for the progress bar.
    pub(crate) fn run(
        &self,
        boards: impl Iterator<Item = Result<BoardLine, String>> + Send,
        total: Option<u64>,
        stream: ResultStream,
    ) -> Result<Done> {
        let mut results = ResultWriter::new(self, total, stream)?;
        let threads = if self.alone {
            Threads::ONE
        } else {
            self.threads
        };
        let mut failure = None;
        batch::in_order_by(
            boards,
            self.source,
            threads,
            |lines| self.solve_each(lines),
            |result| {
                let written = result
                    .map_err(anyhow::Error::msg)
                    .and_then(|record| results.add(record));
                let Err(error) = written else {
                    return ControlFlow::Continue(());
                };
                failure = Some(error);
                // After an error, no more results are printed, so stop the searches that are still
                // running.
                interrupt::flag().store(true, Ordering::Relaxed);
                ControlFlow::Break(())
            },
        );
        results.end(failure)
    }

    /// Solves boards until the queue is empty. If there are several boards, searches that use the
    /// same solver are interleaved on this thread.
    fn solve_each(&self, lines: &mut Lines<'_>) {
        if !self.alone {
            return solve_each(&self.request, &mut BatchBoards { batch: self, lines });
        }
        // The search for a single board can take long, so show detailed progress.
        while let Some(opened) = self.next(lines) {
            let limits = self.request.limits_from_now();
            let result = progress::solve(&opened.solver, &opened.start, &limits, self.ui);
            self.done(lines, opened, result);
        }
    }

    /// Returns whether the input is a single board that was given as an argument.
    fn is_argument(&self) -> bool {
        self.alone && self.skipped.is_none()
    }
}
