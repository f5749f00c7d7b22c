//! The result of a board with a configuration, as a line of JSON: what `solve` prints of a board, and what tells which
//! results can be compared.

use fifteen_search::tiles::{Algorithm, Mode};
use fifteen_solver::record::{BoardRecord, microseconds};
use fifteen_solver::{Options, Solver};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::instances::InstanceSet;

/// The result of one board with one configuration. The fields of solve's record have its names; `line` is the number of
/// the board in its set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkLine {
    /// [`SCHEMA`](fifteen_solver::record::SCHEMA).
    pub schema: u32,
    /// The boards and the limits.
    #[serde(flatten)]
    pub terms: Terms,
    /// The number of the board in its set.
    pub line: u32,
    /// The tiles row by row.
    pub board: Vec<u8>,
    /// The heuristic with the algorithm.
    #[serde(flatten)]
    pub configuration: Configuration,
    /// Moves of the solution; none if it was not solved within the limits.
    pub length: Option<u32>,
    /// The length of the shortest solutions, where it is known.
    pub known: Option<u32>,
    /// The fault of the result, if it has one.
    pub wrong: Option<String>,
    /// The heuristic's value of the board.
    pub h0: Option<u32>,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// Nodes expanded while the proven bound was less than the shortest length.
    pub expanded_below: Option<u64>,
    /// Nodes expanded from the start, by a bidirectional algorithm.
    pub expanded_forward: Option<u64>,
    /// Nodes expanded from the goal.
    pub expanded_backward: Option<u64>,
    /// Moves from the start to the state at which both directions met.
    pub met: Option<u32>,
    /// Seconds of the search.
    #[serde(serialize_with = "microseconds")]
    pub seconds: f64,
    /// The most bytes of nodes and states kept by the search.
    pub peak_bytes: u64,
    /// All other fields of solve's record.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// The boards and the limits: results with other ones cannot be compared.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// The program, with its version and commit.
    pub program: String,
    /// The name of the set of boards.
    pub set: String,
    /// Width and height: `4x4`.
    pub size: String,
    /// The goal, as a person writes it.
    pub goal: String,
    /// Generated nodes after which a board is given up.
    pub node_limit: Option<u64>,
    /// Seconds after which a board is given up.
    pub time_limit: Option<f64>,
    /// The most moves of a solution.
    pub depth_limit: Option<u32>,
    /// Bytes of nodes and states at which a board is given up; none for what the machine has.
    pub memory_limit: Option<u64>,
}

impl Terms {
    /// The terms of a set that is searched with these options.
    pub fn new(program: &str, set: &InstanceSet, options: &Options) -> Self {
        Self {
            program: program.to_owned(),
            set: set.name.clone(),
            size: set.size.to_string(),
            goal: set.goal.to_string(),
            node_limit: options.limits.nodes,
            time_limit: options.time.map(|time| time.as_secs_f64()),
            depth_limit: options.limits.depth,
            memory_limit: options.limits.memory,
        }
    }

    /// The limits that may grow: where each is at least as large, what was solved is solved again.
    pub(super) fn limits(&self) -> [(&'static str, Option<f64>); 3] {
        let [nodes, memory] =
            [self.node_limit, self.memory_limit].map(|limit| limit.map(|limit| limit as f64));
        [
            ("node limit", nodes),
            ("time limit", self.time_limit),
            ("memory limit", memory),
        ]
    }

    /// True if no limit is smaller than the other's.
    pub(super) fn allows(&self, other: &Self) -> bool {
        let mut limits = self.limits().into_iter().zip(other.limits());
        limits.all(|((_, largest), (_, limit))| {
            largest.is_none_or(|most| limit.is_some_and(|limit| limit <= most))
        })
    }

    /// The first value that must be equal, and is not, in words. Boards of one set may come from different selections.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let fixed = |terms: &Self| {
            [
                // Without the selection of its boards: of `korf100:1-10`, `korf100`.
                ("set of boards", terms.set.split(':').take(1).collect()),
                ("size", terms.size.clone()),
                ("goal", terms.goal.clone()),
                ("depth limit", in_words(terms.depth_limit)),
            ]
        };
        first_difference(fixed(self), fixed(other))
    }

    /// The first limit that differs, in words.
    pub(super) fn differing_limit(&self, other: &Self) -> Option<String> {
        let limits = |terms: &Self| terms.limits().map(|(name, limit)| (name, in_words(limit)));
        first_difference(limits(self), limits(other))
    }
}

fn in_words(limit: Option<impl ToString>) -> String {
    limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string())
}

fn first_difference<const N: usize>(
    here: [(&str, String); N],
    before: [(&str, String); N],
) -> Option<String> {
    let ((field, here), (_, before)) = here
        .into_iter()
        .zip(before)
        .find(|(here, before)| here != before)?;
    Some(format!(
        "the {field} is {here} here, and {before} in those before"
    ))
}

/// A heuristic with an algorithm, and how it is run: what is the same for all boards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Configuration {
    /// The heuristic, by the name of its tables where it has any.
    pub heuristic: Option<String>,
    /// The algorithm's name.
    pub algorithm: String,
    /// The order in which the blank's moves are tried.
    pub order: String,
    /// `plain` or `fast`.
    pub mode: String,
    /// Threads of one search.
    pub threads: usize,
    /// Bytes of the tables that the heuristic reads.
    pub table_bytes: u64,
    /// Seconds of opening or building the heuristic.
    #[serde(serialize_with = "microseconds")]
    pub open_seconds: f64,
}

impl Configuration {
    /// The configuration of a solver.
    pub fn new(solver: &Solver, mode: Mode, open_seconds: f64) -> Self {
        let mode = if solver.algorithm() == Algorithm::Ida {
            mode
        } else {
            Mode::Plain
        };
        Self {
            heuristic: solver.heuristic().map(str::to_owned),
            algorithm: solver.algorithm().to_string(),
            order: solver.order().to_string(),
            mode: mode.name().to_owned(),
            threads: mode.threads(),
            table_bytes: solver.table_bytes(),
            open_seconds,
        }
    }

    /// `bae with manhattan`.
    pub fn name(&self) -> String {
        let with = self
            .heuristic
            .as_ref()
            .map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
        format!("{}{with}", self.algorithm)
    }

    /// `ida, manhattan`; only the heuristic where all others have the same algorithm.
    pub fn label(&self, one_algorithm: bool) -> String {
        match &self.heuristic {
            Some(heuristic) if one_algorithm => heuristic.clone(),
            Some(heuristic) => format!("{}, {heuristic}", self.algorithm),
            None => self.algorithm.clone(),
        }
    }

    /// True if it is the same but for the time.
    pub fn is_same(&self, other: &Self) -> bool {
        *self
            == Self {
                open_seconds: self.open_seconds,
                ..other.clone()
            }
    }
}

impl BenchmarkLine {
    /// The line of a record.
    ///
    /// # Errors
    /// If the record is not of a search.
    pub fn new(
        record: &BoardRecord,
        terms: &Terms,
        configuration: &Configuration,
        (known, wrong): (Option<u32>, Option<String>),
    ) -> Result<Self, serde_json::Error> {
        let mut fields = serde_json::to_value(record)?;
        for more in [
            serde_json::to_value(terms)?,
            serde_json::to_value(configuration)?,
        ] {
            if let (Value::Object(fields), Value::Object(more)) = (&mut fields, more) {
                fields.extend(more);
            }
        }
        let line: Self = serde_json::from_value(fields)?;
        let directions = record.directions;
        Ok(Self {
            known,
            wrong,
            expanded_below: record.expanded_below,
            expanded_forward: directions.map(|found| found.forward),
            expanded_backward: directions.map(|found| found.backward),
            met: directions.and_then(|found| found.met),
            ..line
        })
    }
}
