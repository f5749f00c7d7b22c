//! A depth, or the end of a count, as it is printed: one struct for text, JSON and CSV.

use std::io::{self, Write};
use std::time::Duration;

use anstyle::Style;
use fifteen_enumeration::{Counts, Method};
use fifteen_solver::puzzle::Metric;
use fifteen_solver::record::stopped_by;
use fifteen_solver::search::{LimitKind, Status};
use fifteen_solver::{Goal, Size};
use serde::Serialize;

use crate::exit::Exit;
use crate::output::Report;
use crate::terminal::human;

/// The version of the fields below; it grows when one changes its meaning or goes.
const SCHEMA: u32 = 1;
const FAINT: Style = Style::new().dimmed();

/// How a count ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Complete,
    Limit,
}

/// One depth; or, without a depth, the end. The order of the fields is that of the output.
#[derive(Debug, Serialize)]
pub(super) struct Record {
    schema: u32,
    size: String,
    goal: String,
    metric: String,
    method: String,
    depth: Option<u32>,
    states: Option<u64>,
    /// The states of all depths so far.
    total: u64,
    /// The largest depth, once all states are counted.
    largest: Option<u32>,
    status: Option<Outcome>,
    seconds: f64,
    peak_bytes: Option<u64>,
    error: Option<String>,
    /// The last depth that is complete, and its states. For the text form only.
    #[serde(skip)]
    last: Option<(u32, u64)>,
}

impl Record {
    pub(super) fn new(size: Size, goal: Goal, metric: Metric, method: Method) -> Self {
        Self {
            schema: SCHEMA,
            size: size.to_string(),
            goal: goal.to_string(),
            metric: metric.to_string(),
            method: method.to_string(),
            depth: None,
            states: None,
            total: 0,
            largest: None,
            status: None,
            seconds: 0.0,
            peak_bytes: None,
            error: None,
            last: None,
        }
    }

    /// Another depth is complete.
    pub(super) fn depth(&mut self, depth: u32, states: u64, elapsed: Duration) {
        (self.depth, self.states, self.last) = (Some(depth), Some(states), Some((depth, states)));
        self.total += states;
        self.seconds = elapsed.as_secs_f64();
    }

    /// There is no more to come.
    pub(super) fn end(&mut self, counts: &Counts, elapsed: Duration) -> Exit {
        (self.depth, self.states) = (None, None);
        self.seconds = elapsed.as_secs_f64();
        self.peak_bytes = Some(counts.peak_bytes);
        match counts.status {
            Status::Limit(kind) => {
                self.status = Some(Outcome::Limit);
                self.error = Some(match counts.needed_bytes.filter(|_| kind == LimitKind::Memory) {
                    Some(needed) => {
                        let next = counts.counts.len();
                        format!("{}: depth {next} needs {} or more", stopped_by(kind), human::bytes(needed))
                    }
                    None => stopped_by(kind).to_owned(),
                });
                Exit::Partial
            }
            _ => {
                self.status = Some(Outcome::Complete);
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
        let (seconds, bytes) = (human::seconds(self.seconds), human::bytes(self.peak_bytes.unwrap_or(0)));
        writeln!(out, "{FAINT}{}: {seconds}, {bytes} of memory{FAINT:#}", self.method)
    }
}
