//! The progress of `work` over the units of a job.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use fifteen_solver::distributed::{Job, Line, UnitResult};
use indicatif::ProgressBar;

use super::lines::Numbered;
use super::part::Part;
use crate::terminal::human;
use crate::terminal::ui::Ui;

/// The time until the first line of progress off a terminal, and the longest time between two.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The progress over the units of a job: units done of all, nodes a second, time left. Off a terminal, and only if
/// verbose, it is printed anew after 2 s, 4 s, 8 s and so on.
pub(super) struct UnitsBar<'a> {
    bar: ProgressBar,
    part: Option<Part>,
    ui: &'a Ui,
    started: Instant,
    generated: u64,
    /// The last time that a line was printed, and the pause until the next one.
    printed: (Instant, Duration),
}

impl<'a> UnitsBar<'a> {
    /// A bar that starts where the work stands. The first line tells the number of units, if it is a job.
    pub(super) fn new(
        first: Option<&Result<Numbered, String>>,
        part: Option<Part>,
        known: &[UnitResult],
        ui: &'a Ui,
    ) -> Self {
        let job = first.and_then(|line| match Line::parse(&line.as_ref().ok()?.text) {
            Ok(Line::Job(job)) => Some(job),
            _ => None,
        });
        let of_job = |result: &&UnitResult| job.as_ref().is_some_and(|job| job.digest == result.job);
        let known: Vec<&UnitResult> = known.iter().filter(of_job).collect();
        let units = job.as_ref().and_then(|job| Some(job.prefix_counts.as_ref()?.units));
        let needed = last_needed(job.as_ref(), &known).map_or(units, |last| Some(last + 1));
        let bar = ui.bar("working", needed.map(|units| count(part, units)));
        let done = known.iter().map(|result| result.unit).filter(|&unit| part.is_none_or(|part| part.has(unit)));
        bar.set_position(done.collect::<HashSet<_>>().len() as u64);
        // The rate and the time left are those of this process.
        bar.reset_eta();
        bar.set_message("units");
        let now = Instant::now();
        Self { bar, part, ui, started: now, generated: 0, printed: (now, FIRST_PAUSE) }
    }

    /// Notes a unit that was searched, and the last unit that its job needs, once a solution is known.
    pub(super) fn searched(&mut self, generated: u64, last: Option<usize>) {
        self.generated += generated;
        let rate = human::node_rate(self.generated as f64 / self.started.elapsed().as_secs_f64());
        self.bar.set_message(format!("units, {rate}"));
        if let (Some(last), Some(_)) = (last, self.bar.length()) {
            self.bar.set_length(count(self.part, last + 1));
        }
        self.bar.inc(1);
        let (last, pause) = self.printed;
        if self.bar.is_hidden() && last.elapsed() >= pause {
            let done = self.bar.position();
            let units = human::plural(self.bar.length().unwrap_or(done), "unit", "units");
            let of = self.bar.length().map(|units| format!(" of {units}")).unwrap_or_default();
            self.ui.verbose(format_args!("working: {done}{of} {units}, {rate}"));
            self.printed = (Instant::now(), (2 * pause).min(LONGEST_PAUSE));
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The number of units of a part among the first `units`.
fn count(part: Option<Part>, units: usize) -> u64 {
    part.map_or(units, |part| part.count(units)) as u64
}

/// The last unit that a job needs, if a solution is known.
fn last_needed(job: Option<&Job>, known: &[&UnitResult]) -> Option<usize> {
    let ends_at_a_solution = job.is_some_and(|job| !job.search.finish_iteration);
    let solved = known.iter().filter(|result| ends_at_a_solution && result.solution.is_some());
    solved.map(|result| result.unit).min()
}
