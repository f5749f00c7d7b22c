//! A record of a count, for a depth or for the end: one struct for text, JSON and CSV.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::Style;
use fifteen_solver::puzzle::Metric;
use fifteen_solver::record::{microseconds, stopped_by};
use fifteen_solver::search::Status;
use fifteen_solver::{Goal, Size};
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Report;
use crate::terminal::human;

/// The version of the fields below; it grows when a field changes its meaning or is removed.
const SCHEMA: u32 = 1;
const FAINT: Style = Style::new().dimmed();

/// The end of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum CountStatus {
    Complete,
    Limit,
}

/// One depth; or, without a depth, the end. The fields are in the order of the output.
#[derive(Debug, Serialize)]
pub(super) struct Record {
    schema: u32,
    size: String,
    goal: String,
    metric: String,
    depth: Option<u32>,
    states: Option<u64>,
    /// The states of all depths so far.
    total: u64,
    /// The largest depth, once all states are counted.
    largest: Option<u32>,
    status: Option<CountStatus>,
    #[serde(serialize_with = "microseconds")]
    seconds: f64,
    error: Option<String>,
    /// The last complete depth, and its states. For the text form only.
    #[serde(skip)]
    last: Option<(u32, u64)>,
}

impl Record {
    pub(super) fn new(size: Size, goal: Goal, metric: Metric) -> Self {
        Self {
            schema: SCHEMA,
            size: size.to_string(),
            goal: goal.to_string(),
            metric: metric.to_string(),
            depth: None,
            states: None,
            total: 0,
            largest: None,
            status: None,
            seconds: 0.0,
            error: None,
            last: None,
        }
    }

    /// Notes a complete depth.
    pub(super) fn depth(&mut self, depth: u32, states: u64, elapsed: Duration) {
        (self.depth, self.states, self.last) = (Some(depth), Some(states), Some((depth, states)));
        self.total += states;
        self.seconds = elapsed.as_secs_f64();
    }

    /// The states of all depths so far.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Notes the end of the count.
    pub(super) fn end(&mut self, status: Status, elapsed: Duration) -> Exit {
        (self.depth, self.states) = (None, None);
        self.seconds = elapsed.as_secs_f64();
        match status {
            Status::Limit(kind) => {
                self.status = Some(CountStatus::Limit);
                self.error = Some(stopped_by(kind).to_owned());
                Exit::Partial
            }
            _ => {
                self.status = Some(CountStatus::Complete);
                self.largest = self.last.map(|(depth, _)| depth);
                Exit::Done
            }
        }
    }
}

impl Report for Record {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let (Some(depth), Some(states)) = (self.depth, self.states) {
            if depth == 0 {
                writeln!(out, "{:>5} {:>18}", "depth", "states")?;
            }
            return writeln!(out, "{depth:>5} {states:>18}");
        }
        let (depth, states) = self.last.unwrap_or_default();
        let total = human::counted(self.total, "state", "states");
        match &self.error {
            Some(error) => writeln!(out, "{error}; {total} up to depth {depth}")?,
            None => {
                let farthest = human::counted(states, "state", "states");
                writeln!(out, "{total} in all; the largest depth is {depth}, that of {farthest}")?;
            }
        }
        writeln!(out, "{FAINT}{}{FAINT:#}", human::seconds(self.seconds))
    }
}
