//! Searches work units, which are parts of the search tree, on all threads. Each result is stored
//! in the folder as soon as it is complete.

use std::collections::HashSet;
use std::iter;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fifteen_solver::Solver;
use fifteen_solver::Threads;
use fifteen_solver::batch::{self, Source};
use fifteen_solver::distributed::{self, DistributedError, Folder, UnitResult};
use fifteen_solver::resources::lock;
use indicatif::ProgressBar;

use super::Part;
use crate::progress::ProgressLines;
use crate::terminal::{Ui, human, interrupt};

/// Minimum time between two checks of the folder for results that other processes have stored.
const LOOK: Duration = Duration::from_secs(2);

/// Searches the work units in this process's share that have no result yet in the current
/// iteration. Returns early if another process starts the next iteration.
pub(super) fn search(
    folder: &mut Folder,
    solver: &Solver,
    part: Part,
    threads: Threads,
    ui: &Ui,
) -> Result<(), DistributedError> {
    let job = folder.job().clone();
    let now = Instant::now();
    let running = Running {
        folder,
        part,
        job: &job.digest,
        units: HashSet::new(),
        looked: now,
        failure: None,
        ui,
        bar: ui.bar("working", Some(0)),
        lines: ProgressLines::new(),
        begun: now,
        generated: 0,
    };
    let running = Mutex::new(running);
    lock(&running).show();
    // Restart the time estimate, which would otherwise count the units that other processes or
    // earlier runs have completed.
    lock(&running).bar.reset_eta();
    let units = iter::from_fn(|| lock(&running).next_unit());
    let work = |unit| {
        let result = distributed::work(solver, &job, unit, Some(interrupt::flag()));
        lock(&running).done(unit, result);
    };
    batch::in_order(units, Source::Ready, threads, work, |()| {
        ControlFlow::Continue(())
    });
    let running = running.into_inner().unwrap_or_else(PoisonError::into_inner);
    running.bar.finish_and_clear();
    match running.failure {
        Some(error) => Err(error),
        None if interrupt::requested() => Err(DistributedError::Interrupted),
        None => Ok(()),
    }
}

/// The work units in progress, and the folder that receives their results.
struct Running<'a> {
    folder: &'a mut Folder,
    part: Part,
    /// Digest of the job that the units are part of. A job is one iteration of the search.
    job: &'a str,
    units: HashSet<usize>,
    /// Time when the results of other processes were last read.
    looked: Instant,
    /// The error that ends the search, or `None` if no error has occurred.
    failure: Option<DistributedError>,
    ui: &'a Ui,
    bar: ProgressBar,
    lines: ProgressLines,
    begun: Instant,
    /// Number of nodes that this process has generated since `begun`.
    generated: u64,
}

impl Running<'_> {
    /// Returns the next work unit to search. Returns `None` if every unit in this process's share
    /// is complete or in progress, if an error or an interruption has occurred, or if another
    /// process has started the next iteration.
    fn next_unit(&mut self) -> Option<usize> {
        if self.looked.elapsed() >= LOOK {
            self.looked = Instant::now();
            if let Err(error) = self.folder.refresh() {
                self.failure.get_or_insert(error);
            }
        }
        if self.failure.is_some() || interrupt::requested() || self.folder.job().digest != self.job
        {
            return None;
        }
        // With `--part`, each process has its own units, and searches them in order. Without it,
        // only one process, the leader, searches the units in order. The others choose units at
        // random, so that two processes rarely search the same unit.
        let in_order = !self.part.is_whole() || self.folder.leads();
        let mut free = self
            .folder
            .missing()
            .filter(|&unit| self.part.has(unit) && !self.units.contains(&unit));
        let unit = if in_order {
            free.next()
        } else {
            fastrand::choice(free.collect::<Vec<_>>())
        }?;
        self.units.insert(unit);
        Some(unit)
    }

    fn done(&mut self, unit: usize, result: Result<UnitResult, DistributedError>) {
        self.units.remove(&unit);
        self.generated += result.as_ref().map_or(0, |result| result.generated);
        match result.and_then(|result| self.folder.add(result)) {
            Ok(()) => self.show(),
            Err(error) => _ = self.failure.get_or_insert(error),
        }
    }

    fn show(&mut self) {
        let of_part = |units: &mut dyn Iterator<Item = usize>| {
            units.filter(|&unit| self.part.has(unit)).count() as u64
        };
        let needed = of_part(&mut (0..self.folder.needed()));
        let done = needed - of_part(&mut self.folder.missing());
        let rate =
            human::figures(self.generated as f64 / self.begun.elapsed().as_secs_f64()) + " nodes/s";
        self.bar.set_length(needed);
        self.bar.set_position(done);
        self.bar.set_message(format!("units, {rate}"));
        let line = format!(
            "working: {done} of {}, {rate}",
            human::counted(needed, "unit", "units")
        );
        self.lines.print(&self.bar, line, self.ui);
    }
}
