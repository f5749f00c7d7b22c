//! Shows the progress of one search in a status line: the bound, the rate and the time left. If an
//! iteration will take long, a note says so in advance. A progress bar is shown while tables are
//! built before the search.
//!
//! On a terminal, the line is updated in place. Elsewhere, it is printed only with `--verbose`, at
//! first after 2 seconds and then at longer and longer intervals.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use fifteen_solver::puzzle::TileGrid;
use fifteen_solver::{
    Board, CachedSolver, GoalSolution, GoalSolver, Iteration, Limits, Monitor, OpenError,
    OpeningNote, SearchEvent, Setup, Size, SolveError, Solver, SolverCache,
};
use indicatif::ProgressBar;

use crate::advice::advised;
use crate::terminal::{Ui, human};

/// Time between two updates of the status line.
const TICK: Duration = Duration::from_millis(200);
/// How long a search must run before the node counts of its iterations are estimated.
const PATIENCE: Duration = Duration::from_secs(1);
/// Minimum expected duration, in seconds, of an iteration that is announced with a note.
const LONG: f64 = 3.0;

/// Opens a solver, and prints notes that tell the user how it was opened. If tables for the
/// multi-tile metric must be built first, a bar shows the progress.
pub(crate) fn open(setup: &Setup, size: Size, ui: &Ui) -> Result<Solver, OpenError> {
    let solver = opening(setup, ui, |setup| setup.open(size))?;
    print_notes(solver.notes(), ui);
    Ok(solver)
}

/// Works like [`open`], but also accepts a goal pattern that several boards match.
pub(crate) fn open_goal(setup: &Setup, size: Size, ui: &Ui) -> Result<GoalSolver, OpenError> {
    let solver = opening(setup, ui, |setup| GoalSolver::open(setup, size))?;
    print_notes(solver.notes(), ui);
    Ok(solver)
}

/// Returns a solver from the cache. If there is none for this setup, opens one as [`open_goal`]
/// does, and caches it.
pub(crate) fn open_cached(
    solvers: &SolverCache,
    setup: &Setup,
    size: Size,
    ui: &Ui,
) -> CachedSolver {
    solvers.get(setup, size).unwrap_or_else(|| {
        opening(setup, ui, |setup| {
            solvers.open(setup, size, |solver| print_notes(solver.notes(), ui))
        })
    })
}

/// Prints the notes that tell the user how a solver was opened. If the user can improve something,
/// the note includes advice.
fn print_notes(notes: &[OpeningNote], ui: &Ui) {
    for note in notes {
        ui.note(advised(note, note.remedy()));
    }
}

/// Opens a solver by calling `open`. If this builds tables for the multi-tile metric, a bar shows
/// the progress.
fn opening<R>(setup: &Setup, ui: &Ui, open: impl FnOnce(&Setup) -> R) -> R {
    if !ui.shows_bars() {
        return open(setup);
    }
    let monitor = Arc::new(Monitor::default());
    let limits = Limits {
        monitor: Some(Arc::clone(&monitor)),
        ..setup.limits.clone()
    };
    let setup = Setup {
        limits,
        ..setup.clone()
    };
    let mut bar = None;
    let show = || {
        if monitor.generated() > 0 {
            let new = || ui.bar("building tables", None).with_message("states");
            bar.get_or_insert_with(new)
                .set_position(monitor.generated());
        }
    };
    let opened = with_ticker(show, || open(&setup));
    bar.iter().for_each(ProgressBar::finish_and_clear);
    opened
}

/// Runs `work` on this thread, and meanwhile calls `show` five times a second on another thread.
fn with_ticker<R>(mut show: impl FnMut() + Send, work: impl FnOnce() -> R) -> R {
    let (running, stopped) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                show();
            }
        });
        let done = work();
        drop(running);
        done
    })
}

/// Solves a board and shows the progress.
pub(crate) fn solve(
    solver: &GoalSolver,
    start: &TileGrid,
    limits: &Limits,
    ui: &Ui,
) -> Result<GoalSolution, SolveError> {
    let board = start.board();
    let estimable = solver.board_solver().zip(board.as_ref());
    let estimable = estimable.map(|(solver, board)| EstimatedSearch { solver, board });
    watched(estimable, limits, ui, |limits, progress| {
        solver.solve_with_events(start, limits, &mut |event| match event {
            SearchEvent::Iteration(iteration) => progress(&iteration),
            SearchEvent::Solution { path, bound } => {
                ui.verbose(format_args!(
                    "{}, at least {bound}",
                    human::counted(path.len() as u64, "move", "moves")
                ));
            }
            _ => (),
        })
    })
}

/// A search for which the solver can estimate in advance how many nodes an iteration will generate.
#[derive(Clone, Copy)]
pub(crate) struct EstimatedSearch<'a> {
    pub solver: &'a Solver,
    pub board: &'a Board,
}

/// Runs `search` and shows its progress. `search` receives limits that include a progress monitor,
/// and a callback for completed iterations. If `estimable` is given, node counts of iterations are
/// estimated too.
pub(crate) fn watched<R>(
    estimable: Option<EstimatedSearch<'_>>,
    limits: &Limits,
    ui: &Ui,
    search: impl FnOnce(&Limits, &mut dyn FnMut(&Iteration)) -> R,
) -> R {
    if !ui.shows_bars() && !ui.prints_details() {
        return search(limits, &mut |_| ());
    }
    let monitor = Arc::new(Monitor::default());
    let limits = Limits {
        monitor: Some(Arc::clone(&monitor)),
        ..limits.clone()
    };
    let (over, proven) = (AtomicBool::new(false), AtomicU32::new(0));
    let (started, bar) = (Instant::now(), ui.line("searching"));
    let mut watch = Watch {
        estimable,
        monitor: &monitor,
        ui,
        proven: &proven,
        over: &over,
        started,
        estimated_bound: None,
        expected_nodes: None,
        lines: ProgressLines::new(),
    };
    let found = with_ticker(
        || watch.show(&bar),
        || {
            let found = search(&limits, &mut |iteration| {
                proven.store(iteration.bound, Ordering::Relaxed)
            });
            over.store(true, Ordering::Relaxed);
            found
        },
    );
    bar.finish_and_clear();
    found
}

/// With `--verbose`, prints lines about the progress where no progress bar is visible, such as in a
/// log file. The pauses between the lines double from 2 seconds up to a minute.
pub(crate) struct ProgressLines {
    last: Instant,
    pause: Duration,
}

impl ProgressLines {
    pub(crate) fn new() -> Self {
        Self {
            last: Instant::now(),
            pause: Duration::from_secs(2),
        }
    }

    /// Prints a line if no bar is visible and enough time has passed since the last line.
    pub(crate) fn print(&mut self, bar: &ProgressBar, line: impl Display, ui: &Ui) {
        if bar.is_hidden() && self.last.elapsed() >= self.pause {
            ui.verbose(line);
            *self = Self {
                last: Instant::now(),
                pause: (2 * self.pause).min(Duration::from_secs(60)),
            };
        }
    }
}

/// The progress display of a search that runs on another thread.
struct Watch<'a> {
    estimable: Option<EstimatedSearch<'a>>,
    monitor: &'a Monitor,
    ui: &'a Ui,
    /// Bound of the last completed iteration. No solution is shorter than this.
    proven: &'a AtomicU32,
    /// A flag that is set when the search has ended.
    over: &'a AtomicBool,
    started: Instant,
    /// Bound of the most recently estimated iteration, or `None` before the first estimate.
    estimated_bound: Option<u32>,
    /// Number of nodes that the iteration to `estimated_bound` is expected to generate, or `None`
    /// without an estimate.
    expected_nodes: Option<f64>,
    lines: ProgressLines,
}

impl Watch<'_> {
    fn show(&mut self, bar: &ProgressBar) {
        let elapsed = self.started.elapsed();
        let rate = self.monitor.generated() as f64 / elapsed.as_secs_f64();
        let bound = self.monitor.bound();
        if self.estimated_bound != bound && elapsed >= PATIENCE {
            self.estimated_bound = bound;
            self.expected_nodes = bound.and_then(|bound| self.announce(bound, rate));
        }
        let text = self.line(bound, rate);
        bar.set_message(text.clone());
        self.lines.print(bar, text, self.ui);
    }

    /// Returns the estimated node count of the iteration with the bound `bound`, and prints a note
    /// if it will probably take a long time. `rate` is the speed in nodes per second.
    fn announce(&self, bound: u32, rate: f64) -> Option<f64> {
        // Ignore an error from the estimate, because the search itself fails with the same error.
        let EstimatedSearch { solver, board } = self.estimable?;
        let estimate = solver.estimate(board, bound, self.over).ok()??;
        let seconds = self.left(estimate.generated) / rate;
        if self.monitor.bound() == Some(bound) && seconds > LONG {
            self.ui.note(format_args!(
                "the iteration to bound {bound} generates about {} nodes: about {} unless it finds a solution earlier",
                human::rough_count(estimate.generated),
                human::rough_time(seconds)
            ));
        }
        Some(estimate.generated)
    }

    /// Returns how many of the `nodes` expected in this iteration have not been generated yet.
    fn left(&self, nodes: f64) -> f64 {
        nodes
            - self
                .monitor
                .generated()
                .saturating_sub(self.monitor.before()) as f64
    }

    /// Returns the text of the status line.
    fn line(&self, bound: Option<u32>, rate: f64) -> String {
        let nodes = human::count(self.monitor.generated());
        let proven = match (bound, self.proven.load(Ordering::Relaxed)) {
            (Some(bound), _) => match self.monitor.upper() {
                Some(upper) => format!("{upper} moves, at least {bound}, "),
                None => format!("bound {bound}, "),
            },
            // Show no bound before the first iteration ends (0), or for a depth-first search
            // without a depth limit (`u32::MAX`), which proves none.
            (None, 0 | u32::MAX) => String::new(),
            (None, proven) => format!(
                "at least {}, ",
                human::counted(proven.into(), "move", "moves")
            ),
        };
        let rate_text = human::figures(rate) + " nodes/s";
        let expected = self
            .expected_nodes
            .filter(|_| self.estimated_bound == bound);
        match expected.map(|nodes| self.left(nodes) / rate) {
            Some(seconds) if seconds > 0.0 => {
                format!(
                    "{proven}{rate_text}, about {} left of this iteration",
                    human::rough_time(seconds)
                )
            }
            Some(_) => format!("{proven}{rate_text}, this iteration takes longer than estimated"),
            None => format!("{proven}{rate_text}, {nodes} nodes so far"),
        }
    }
}
