//! [`BenchmarkLine`]: the result of one board with one configuration, as a line of JSON.
//!
//! A line has what `fifteen solve` prints of the board, and what is needed to tell which lines can
//! be compared: the [`BenchmarkTerms`] and the [`BenchmarkConfiguration`].

use fifteen_solver::record::{BoardRecord, microseconds};
use fifteen_solver::{Request, Solver};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::BenchmarkError;
use crate::instances::InstanceSet;

/// The result of one board with one configuration.
///
/// Fields that are also in the record of `solve` have the same names and meanings, except that
/// `line` is the number of the board in its set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkLine {
    /// Version of the fields: [`SCHEMA`](fifteen_solver::record::SCHEMA).
    pub schema: u32,
    /// The set of boards and the limits.
    #[serde(flatten)]
    pub terms: BenchmarkTerms,
    /// Number of the board in its set.
    pub line: u32,
    /// The tiles row by row, 0 for the blank.
    pub board: Vec<u8>,
    /// The heuristic with the algorithm.
    #[serde(flatten)]
    pub configuration: BenchmarkConfiguration,
    /// Number of moves of the solution, or `None` if the board was given up.
    pub length: Option<u32>,
    /// Length of the shortest solutions, if it is known.
    pub known: Option<u32>,
    /// What is wrong with the result, if the check found a fault.
    pub wrong: Option<String>,
    /// The heuristic's value of the board.
    pub h0: Option<u32>,
    /// Number of nodes expanded.
    pub expanded: u64,
    /// Number of nodes generated.
    pub generated: u64,
    /// Number of nodes expanded while the proven bound was below the shortest length.
    pub expanded_below: Option<u64>,
    /// Number of nodes that a bidirectional algorithm expanded from the start.
    pub expanded_forward: Option<u64>,
    /// Number of nodes that it expanded from the goal.
    pub expanded_backward: Option<u64>,
    /// Number of moves from the start to the state in which its two directions met.
    pub met: Option<u32>,
    /// Duration of the search in seconds.
    #[serde(serialize_with = "microseconds")]
    pub seconds: f64,
    /// Maximum number of bytes that nodes and states took during the search.
    pub peak_bytes: u64,
    /// The other fields of solve's record. A field that this version doesn't know is kept too, so
    /// lines of a later version are copied unchanged.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// The fields of solve's record that a [`BenchmarkLine`] has as fields of its own.
const OWN_FIELDS: [&str; 15] = [
    "schema",
    "line",
    "board",
    "size",
    "goal",
    "heuristic",
    "algorithm",
    "mode",
    "threads",
    "length",
    "h0",
    "expanded",
    "generated",
    "seconds",
    "peak_bytes",
];

impl BenchmarkLine {
    /// Creates the line of a search that ended with `record`.
    ///
    /// `known` is the length of the shortest solutions, and `wrong` says what is wrong with the
    /// result.
    pub(super) fn new(
        record: &BoardRecord,
        terms: &BenchmarkTerms,
        configuration: &BenchmarkConfiguration,
        known: Option<u32>,
        wrong: Option<String>,
    ) -> Result<Self, BenchmarkError> {
        let mut rest = match serde_json::to_value(record) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => Map::new(),
            Err(error) => return Err(BenchmarkError::Record(error)),
        };
        rest.retain(|name, _| !OWN_FIELDS.contains(&name.as_str()));
        let tiles = record.board.as_ref().map_or(&[][..], |board| board.tiles());
        Ok(Self {
            schema: record.schema,
            terms: terms.clone(),
            line: record.line as u32,
            board: tiles.to_vec(),
            configuration: BenchmarkConfiguration {
                open_seconds: to_microseconds(configuration.open_seconds),
                ..configuration.clone()
            },
            length: record.length,
            known,
            wrong,
            h0: record.h0,
            expanded: record.expanded.unwrap_or_default(),
            generated: record.generated.unwrap_or_default(),
            expanded_below: record.expanded_below,
            expanded_forward: record.directions.map(|found| found.forward),
            expanded_backward: record.directions.map(|found| found.backward),
            met: record.directions.and_then(|found| found.met),
            seconds: to_microseconds(record.seconds.unwrap_or_default()),
            peak_bytes: record.peak_bytes.unwrap_or_default(),
            rest,
        })
    }
}

/// Rounds seconds as they are written, so that a line is the same before it is written and after
/// it is read again.
fn to_microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// The set of boards and the limits. Lines can only be compared if these agree.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkTerms {
    /// Name of the program, with its version and commit.
    pub program: String,
    /// Name of the set of boards.
    pub set: String,
    /// Width and height, as in `4x4`.
    pub size: String,
    /// The goal: its name, or its tiles.
    pub goal: String,
    /// Number of generated nodes after which a board is given up.
    pub node_limit: Option<u64>,
    /// Number of seconds after which a board is given up.
    pub time_limit: Option<f64>,
    /// Maximum number of moves of a solution.
    pub depth_limit: Option<u32>,
    /// Number of bytes of nodes and states at which a board is given up. `None` if the memory of
    /// the machine is the limit.
    pub memory_limit: Option<u64>,
}

impl BenchmarkTerms {
    /// The terms of a set whose boards are searched within the limits of a request.
    pub fn new(program: &str, set: &InstanceSet, request: &Request) -> Self {
        Self {
            program: program.to_owned(),
            set: set.name.clone(),
            size: set.size.to_string(),
            goal: set.goal.to_string(),
            node_limit: request.limits.nodes,
            time_limit: request.time.map(|time| time.as_secs_f64()),
            depth_limit: request.limits.depth,
            memory_limit: request.limits.memory,
        }
    }

    /// The limits that may grow from run to run, with their names.
    ///
    /// A board that was solved within a limit is solved in the same way within a larger one. The
    /// depth limit is not among them, because it changes the search.
    fn growing_limits(&self) -> [(&'static str, Option<f64>); 3] {
        [
            ("node limit", self.node_limit.map(|limit| limit as f64)),
            ("time limit", self.time_limit),
            ("memory limit", self.memory_limit.map(|limit| limit as f64)),
        ]
    }

    /// True if the node, time and memory limits are the same as `other`'s.
    pub(super) fn has_limits_of(&self, other: &Self) -> bool {
        self.growing_limits() == other.growing_limits()
    }

    /// True if the node, time and memory limits are at least as large as `other`'s.
    pub(super) fn allows(&self, other: &Self) -> bool {
        let mut limits = self
            .growing_limits()
            .into_iter()
            .zip(other.growing_limits());
        limits.all(|((_, own), (_, others))| match (own, others) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(own), Some(others)) => others <= own,
        })
    }

    /// The first difference between values that must be equal.
    pub(super) fn difference(&self, before: &Self) -> Option<TermsDifference> {
        // Only the name of the set counts: `korf100:1-10` and `korf100:11-20` are both `korf100`,
        // and the numbers of their boards tell which boards are the same.
        let set = |terms: &Self| terms.set.split(':').next().unwrap_or_default().to_owned();
        TermsDifference::between("set of boards", set(self), set(before))
            .or_else(|| TermsDifference::between("size", self.size.clone(), before.size.clone()))
            .or_else(|| TermsDifference::between("goal", self.goal.clone(), before.goal.clone()))
            .or_else(|| {
                let [here, before] = [self, before].map(|terms| limit_in_words(terms.depth_limit));
                TermsDifference::between("depth limit", here, before)
            })
    }

    /// The first difference between the limits that may grow.
    pub(super) fn limit_difference(&self, before: &Self) -> Option<TermsDifference> {
        let limits = self
            .growing_limits()
            .into_iter()
            .zip(before.growing_limits());
        limits.into_iter().find_map(|((name, here), (_, before))| {
            TermsDifference::between(name, limit_in_words(here), limit_in_words(before))
        })
    }
}

fn limit_in_words(limit: Option<impl ToString>) -> String {
    limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string())
}

/// A value of the terms that is not the same as in earlier results.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {field} is {here} here, and {before} in those before")]
pub struct TermsDifference {
    /// Name of the value.
    pub field: &'static str,
    /// The value here.
    pub here: String,
    /// The value in the earlier results.
    pub before: String,
}

impl TermsDifference {
    fn between(field: &'static str, here: String, before: String) -> Option<Self> {
        (here != before).then_some(Self {
            field,
            here,
            before,
        })
    }
}

/// A heuristic with an algorithm and the way it is run: everything that is the same for all boards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BenchmarkConfiguration {
    /// Name of the heuristic; it names the tables if the heuristic reads any.
    pub heuristic: Option<String>,
    /// Name of the algorithm.
    pub algorithm: String,
    /// The order in which the blank's moves are tried.
    pub order: String,
    /// `plain` or `fast`.
    pub mode: String,
    /// Number of threads of one search.
    pub threads: usize,
    /// Number of bytes of the tables that the heuristic reads.
    pub table_bytes: u64,
    /// Seconds that opening or building the heuristic took.
    #[serde(serialize_with = "microseconds")]
    pub open_seconds: f64,
}

impl BenchmarkConfiguration {
    /// The configuration of a solver that was opened in `open_seconds`.
    pub fn new(solver: &Solver, open_seconds: f64) -> Self {
        let ida = solver.algorithm().ida();
        Self {
            heuristic: solver.heuristic().map(str::to_owned),
            algorithm: solver.algorithm().to_string(),
            order: solver.order().to_string(),
            mode: solver.algorithm().mode().name().to_owned(),
            threads: ida.map_or(1, |ida| ida.threads().count()),
            table_bytes: solver.table_bytes(),
            open_seconds,
        }
    }

    /// The algorithm and the heuristic, as in `bae with manhattan`.
    pub fn name(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{} with {heuristic}", self.algorithm),
            None => self.algorithm.clone(),
        }
    }

    /// A short name for tables and plots, as in `ida, manhattan`.
    ///
    /// It is the heuristic alone if all configurations have the same algorithm.
    pub fn label(&self, one_algorithm: bool) -> String {
        match &self.heuristic {
            Some(heuristic) if one_algorithm => heuristic.clone(),
            Some(heuristic) => format!("{}, {heuristic}", self.algorithm),
            None => self.algorithm.clone(),
        }
    }

    /// True if both are the same in everything but the time that opening them took.
    pub fn is_same(&self, other: &Self) -> bool {
        *self
            == Self {
                open_seconds: self.open_seconds,
                ..other.clone()
            }
    }
}

#[cfg(test)]
mod tests {
    use fifteen_puzzle::notation;
    use fifteen_search::tiles::HeuristicKind;
    use fifteen_solver::{Request, Setup};

    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let board = notation::parse("8 1 3 / 4 0 2 / 7 6 5", None).unwrap();
        let solver = Setup::with_heuristic(HeuristicKind::Manhattan)
            .open(board.size())
            .unwrap();
        let request = Request::default();
        let found = solver.solve(&board, &request.limits);
        let record = BoardRecord::new(7, board, &solver, found, &request);
        let set = InstanceSet::named("korf100", None, None).unwrap().unwrap();
        let terms = BenchmarkTerms::new("fifteen", &set, &request);
        let configuration = BenchmarkConfiguration::new(&solver, 0.123_456_789);
        let line = BenchmarkLine::new(&record, &terms, &configuration, Some(14), None).unwrap();
        assert_eq!((line.line, line.length, line.h0), (7, Some(14), Some(10)));
        assert_eq!(line.generated, record.generated.unwrap());
        assert_eq!(line.rest["moves"], record.moves.unwrap());

        // Reading fails if a field is written twice.
        let json = serde_json::to_string(&line).unwrap();
        assert_eq!(serde_json::from_str::<BenchmarkLine>(&json).unwrap(), line);
    }
}
