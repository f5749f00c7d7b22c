//! The result of one puzzle in one metric, as it is printed: one struct for text, JSON and CSV.

use std::io::{self, Write};

use fifteen_blocks::format::Entry;
use fifteen_blocks::{Metric, Outcome, Puzzle, Solution, Solutions, States, Status, Stop};
use serde::{Serialize, Serializer};

use crate::exit::Exit;
use crate::human;
use crate::output::Report;
use crate::record::{self, by};

/// The version of the fields below; it grows when one changes its meaning or goes.
const SCHEMA: u32 = 1;

/// One result. The order of the fields is that of the output.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Record {
    schema: u32,
    pub index: usize,
    pub name: Option<String>,
    pub status: record::Outcome,
    #[serde(serialize_with = "name_of")]
    pub metric: Option<Metric>,
    pub length: Option<u32>,
    pub visited: Option<u64>,
    pub states: Option<u64>,
    #[serde(serialize_with = "whole")]
    pub solutions: Option<Solutions>,
    pub moves: Option<Vec<MoveRecord>>,
    pub seconds: Option<f64>,
    pub error: Option<String>,
    /// These two only with `--states`: the inner option is `null` where there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<Option<HardestRecord>>,
    /// For the text form and the pictures only.
    #[serde(skip)]
    pub drawn: Drawn,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct MoveRecord {
    pub piece: char,
    pub path: String,
}

/// The hardest starting positions, each as the rows of its map.
#[derive(Debug, Clone, Serialize)]
pub(super) struct HardestRecord {
    pub distance: u32,
    pub count: u64,
    pub positions: Vec<Vec<String>>,
}

/// What a record says only to people.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawn {
    pub puzzle: Option<Puzzle>,
    pub solution: Option<Solution>,
    /// No solution has fewer moves.
    pub bound: u32,
    /// The most bytes that were taken.
    pub bytes: u64,
    /// The seconds that counting the states took.
    pub states_seconds: f64,
    /// Whether all positions are shown.
    pub show: bool,
}

impl Record {
    /// What cannot be read as a puzzle, or cannot be searched.
    pub(super) fn invalid(entry: &Entry, error: String, with_states: bool) -> Self {
        Self {
            schema: SCHEMA,
            index: entry.index,
            name: Some(entry.name.clone()).filter(|name| !name.is_empty()),
            status: record::Outcome::Invalid,
            metric: None,
            length: None,
            visited: None,
            states: None,
            solutions: None,
            moves: None,
            seconds: None,
            error: Some(error),
            largest: with_states.then_some(None),
            hardest: with_states.then_some(None),
            drawn: Drawn::default(),
        }
    }

    /// A puzzle of which nothing is known yet.
    pub(super) fn new(entry: &Entry, puzzle: &Puzzle, metric: Metric, with_states: bool) -> Self {
        let drawn = Drawn { puzzle: Some(puzzle.clone()), ..Drawn::default() };
        let (status, metric) = (record::Outcome::Solved, Some(metric));
        Self { status, metric, error: None, drawn, ..Self::invalid(entry, String::new(), with_states) }
    }

    /// Adds what a search found.
    pub(super) fn searched(&mut self, puzzle: &Puzzle, found: Outcome, seconds: f64) {
        (self.status, self.error) = match found.status {
            Status::Solved => (record::Outcome::Solved, None),
            Status::Unsolvable => {
                let states =
                    format!("{} {}", human::count(found.visited), human::plural(found.visited, "state", "states"));
                (record::Outcome::Unsolvable, Some(format!("no solution exists: all {states} exhausted")))
            }
            Status::Stopped(stop) => {
                let rest = match found.length {
                    Some(_) => "while counting the solutions".to_owned(),
                    None => format!("every solution has at least {}", moves(found.bound)),
                };
                (record::Outcome::Limit, Some(format!("{}; {rest}", at(stop))))
            }
        };
        self.length = found.length;
        self.visited = Some(found.visited);
        self.solutions = found.solutions;
        let of = |m: &fifteen_blocks::Move| MoveRecord { piece: puzzle.pieces()[m.piece].label, path: m.letters() };
        self.moves = found.solution.as_ref().map(|s| s.moves.iter().map(of).collect());
        self.seconds = Some(seconds);
        self.drawn.bound = found.bound;
        self.drawn.bytes = self.drawn.bytes.max(found.memory);
        self.drawn.solution = found.solution;
    }

    /// Adds what counting the states found. The status of a search, if there was one, is kept unless all went well with it.
    pub(super) fn counted(&mut self, puzzle: &Puzzle, found: States, seconds: f64) {
        self.drawn.states_seconds = seconds;
        self.drawn.bytes = self.drawn.bytes.max(found.memory);
        if puzzle.goal().is_none() {
            (self.visited, self.seconds) = (Some(found.states), Some(seconds));
        }
        let positions = |h: fifteen_blocks::Hardest| HardestRecord {
            distance: h.distance,
            count: h.count,
            positions: h.positions.iter().map(|p| puzzle.map(p)).collect(),
        };
        match found.stopped {
            None => {
                self.states = Some(found.states);
                self.largest = Some(Some(found.largest));
                self.hardest = Some(found.hardest.map(positions));
            }
            Some(stop) if self.status == record::Outcome::Solved => {
                let (states, largest) = (human::count(found.states), moves(found.largest));
                self.status = record::Outcome::Limit;
                self.error = Some(format!("{} while counting states; {states} are within {largest}", at(stop)));
            }
            Some(_) => {}
        }
    }

    pub(super) fn exit(&self) -> Exit {
        match self.status {
            record::Outcome::Solved => Exit::Done,
            record::Outcome::Unsolvable | record::Outcome::Limit => Exit::Partial,
            record::Outcome::Invalid => Exit::Failed,
        }
    }

    /// `puzzle 3 (Klotski)`.
    pub(super) fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("puzzle {} ({name})", self.index),
            None => format!("puzzle {}", self.index),
        }
    }
}

impl Report for Record {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_text(out)
    }
}

fn at(stop: Stop) -> &'static str {
    match stop {
        Stop::Limit(kind) => by(kind),
        Stop::Memory => "stopped at the memory limit",
    }
}

fn moves(n: u32) -> String {
    format!("{n} {}", human::plural(n.into(), "move", "moves"))
}

fn name_of<S: Serializer>(metric: &Option<Metric>, serializer: S) -> Result<S::Ok, S::Error> {
    metric.map(Metric::name).serialize(serializer)
}

/// A number, if JSON's readers can be trusted with it; else its digits as text, so that none is lost.
fn whole<S: Serializer>(solutions: &Option<Solutions>, serializer: S) -> Result<S::Ok, S::Error> {
    match solutions {
        None => serializer.serialize_none(),
        Some(s) => match u64::try_from(s.count) {
            Ok(count) if s.exact => serializer.serialize_u64(count),
            _ => serializer.serialize_str(&s.to_string()),
        },
    }
}
