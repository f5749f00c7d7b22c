//! [`SharedWork`]: a search whose subtrees may be searched elsewhere, by carriers that answer the same question in
//! several processes without common memory.

use std::sync::Arc;
use std::time::Duration;

use fifteen_solver::search::Instant;
use fifteen_solver::search::ida::shared::{SharedSearch, SubtreeCounts, SubtreePart, WantedSubtrees};
use fifteen_solver::{Iteration, Solver};
use serde::Serialize;

use crate::events::{Event, Events};

/// Time that is too short for a search to be run again.
const MOMENT: Duration = Duration::from_millis(20);

/// A search whose subtrees several processes may search. Its outcome does not depend on their number.
pub trait SharedWork {
    /// The heuristic of the search.
    fn heuristic(&self) -> SharedHeuristic;

    /// Searches until results of subtrees are missing, and says which; none if the search came to its end. `processes`
    /// is the number of those that take part.
    fn lead(&mut self, processes: usize, out: &mut dyn Events) -> Option<Missing>;

    /// Adds the results of subtrees that follow each other.
    fn add(&mut self, bound: u32, first: usize, results: Vec<SubtreeCounts>);

    /// Searches some subtrees of an iteration: their results, up to the first solution.
    fn part(&mut self, part: SubtreePart) -> Vec<SubtreeCounts>;
}

/// The heuristic of a search, which is the same in all processes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SharedHeuristic {
    /// Its name.
    pub heuristic: Option<String>,
    /// The names of the files that its tables would have.
    pub tables: Vec<String>,
    /// The bytes of its tables.
    pub bytes: u64,
}

impl SharedHeuristic {
    pub(crate) fn of(solver: &Solver) -> Self {
        let heuristic = solver.heuristic().map(str::to_owned);
        Self { heuristic, tables: solver.table_names(), bytes: solver.table_bytes() }
    }
}

/// Subtrees whose results are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// Their iteration.
    pub wanted: WantedSubtrees,
    /// The time that is left for the search.
    pub left: Duration,
}

/// The search of the process that leads.
pub(crate) struct Lead {
    pub(crate) search: Arc<SharedSearch>,
    started: Instant,
    time: Duration,
    /// Events of iterations that were sent.
    sent: usize,
}

impl Lead {
    /// Begins a search that may last that time.
    pub(crate) fn new(time: Duration) -> Self {
        Self { search: Arc::default(), started: Instant::now(), time, sent: 0 }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time that is left; none if it is over.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.time.checked_sub(self.elapsed()).filter(|&left| left >= MOMENT)
    }

    /// The events of the next run, of which those of earlier runs are not sent again.
    pub(crate) fn iterations(&mut self) -> Iterations<'_> {
        Iterations { sent: &mut self.sent, number: 0, last: None }
    }
}

/// The iterations of one run. The last one is held back, since it is not complete where results are missing.
pub(crate) struct Iterations<'a> {
    sent: &'a mut usize,
    number: usize,
    last: Option<Iteration>,
}

impl Iterations<'_> {
    pub(crate) fn add(&mut self, iteration: Iteration, out: &mut dyn Events) {
        self.send(out);
        self.last = Some(iteration);
    }

    /// Sends the iteration that was held back, unless an earlier run has.
    pub(crate) fn send(&mut self, out: &mut dyn Events) {
        let Some(iteration) = self.last.take() else { return };
        self.number += 1;
        if self.number > *self.sent {
            *self.sent = self.number;
            out.send(Event::new("iteration", &iteration));
        }
    }
}
