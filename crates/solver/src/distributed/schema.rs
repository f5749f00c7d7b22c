//! The JSON format of jobs and results. Each line contains a digest, which reveals changes. Each
//! result also contains the digest of its job.

use fifteen_pdb::Header;
use fifteen_puzzle::{Convention, Path};
use fifteen_search::Iteration;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::DistributedError;
use crate::json;

/// Version of the format. It increases when a field changes its meaning or is removed.
pub const JOB_SCHEMA: u32 = 3;

/// Identifies a table by its contents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableDigest {
    /// The pattern and the kind of the table, separated by a space.
    pub table: String,
    /// The digest of the table's entries, in hexadecimal.
    pub digest: String,
}

impl TableDigest {
    /// Returns the [`TableDigest`] of the table with this header.
    pub(super) fn of(header: &Header) -> Self {
        Self {
            table: format!("{} {}", header.pattern(), header.kind()),
            digest: header.digest_hex(),
        }
    }
}

/// The specification of one iteration of IDA*: the board, the search options and the bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchSpec {
    /// Version of the format, [`JOB_SCHEMA`].
    pub schema: u32,
    /// The board size: `4x4`.
    pub size: String,
    /// The tiles of the start board in row-major order, with 0 for the blank.
    pub board: Vec<u8>,
    /// The tiles of the goal board in row-major order, with 0 for the blank.
    pub goal: Vec<u8>,
    /// The order in which the search tries the moves of the blank, such as `ULRD` for up, left,
    /// right, down.
    pub order: String,
    /// The mode of IDA*: `plain` or `fast`.
    pub mode: String,
    /// Whether to complete the iteration even after a solution is found.
    pub finish_iteration: bool,
    /// The heuristic, written as on the command line.
    pub heuristic: String,
    /// The tables of the heuristic.
    pub tables: Vec<TableDigest>,
    /// The bound. A node is pruned if its depth plus its heuristic value exceeds the bound.
    pub bound: u32,
}

/// How an iteration is split into work units. Each unit consists of subtrees of the search tree.
/// The counts here cover the nodes above all of these subtrees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrefixCounts {
    /// Requested number of units. Other machines need this number to split the iteration in the
    /// same way.
    pub asked: usize,
    /// The actual number of units.
    pub units: usize,
    /// Number of nodes expanded above the subtrees of the units.
    pub expanded: u64,
    /// Number of nodes generated above the subtrees of the units, excluding the root of the search.
    pub generated: u64,
    /// Whether the bound pruned a node above the subtrees of the units. If no node is pruned
    /// anywhere, there is no solution.
    pub pruned: bool,
}

/// The search for a board, with its completed iterations. It also contains either the next
/// iteration, split into work units, or the solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The iteration to search next, or the last one if the board is solved.
    pub search: SearchSpec,
    /// The heuristic value of the board.
    pub h0: u32,
    /// Number of work units that the user requested. By default, it is chosen so that each unit
    /// takes a few seconds.
    pub units: Option<usize>,
    /// The completed iterations.
    pub iterations: Vec<Iteration>,
    /// How the next iteration is split into work units, or `None` if the board is solved.
    pub prefix_counts: Option<PrefixCounts>,
    /// The solution, one letter per tile move, or `None` if the board is not solved yet.
    pub moves: Option<String>,
    /// The digest of all other fields.
    pub digest: String,
}

/// The result of searching one work unit. It is the same on every machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitResult {
    /// Index of the unit within the iteration.
    pub unit: usize,
    /// Digest of the job that contains the unit.
    pub job: String,
    /// Number of nodes expanded in the unit. If a solution ends the search, nodes after it do not
    /// count.
    pub expanded: u64,
    /// Number of nodes generated in the unit. The roots of its subtrees do not count, because they
    /// are included in [`PrefixCounts::generated`].
    pub generated: u64,
    /// Whether the bound pruned a node in this unit. If no node is pruned in the whole iteration,
    /// there is no solution.
    pub pruned: bool,
    /// The first solution in the unit, or `None` if it contains no solution.
    pub solution: Option<UnitSolution>,
    /// The digest of all other fields.
    pub digest: String,
}

/// A solution found in a work unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSolution {
    /// The moves from the start board to the goal, one letter per tile move.
    pub moves: String,
    /// Number of nodes above the units' subtrees that a search on one machine expands before it
    /// finds this solution.
    pub expanded_above: u64,
    /// Number of nodes above the units' subtrees that a search on one machine generates before it
    /// finds this solution.
    pub generated_above: u64,
}

/// A line of JSON in a file, with a field that contains the digest of all other fields.
pub trait Line: Clone + PartialEq + Serialize + DeserializeOwned {
    /// Advice for the error message if a line was changed after it was written.
    const ADVICE: &'static str;

    /// Returns a short description of the line for error messages, such as `the result of unit 7`.
    fn description(&self) -> String;

    /// Returns the field that contains the digest.
    fn digest_mut(&mut self) -> &mut String;

    /// Computes the digest of the other fields, stores it in the line, and returns the line.
    #[must_use]
    fn sealed(mut self) -> Self {
        self.digest_mut().clear();
        let digest = blake3::hash(self.to_json().as_bytes()).to_hex();
        digest.as_str()[..32].clone_into(self.digest_mut());
        self
    }

    /// Parses a line and verifies its digest.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid line, or if the digest does not match the other
    /// fields.
    fn parse(text: &str) -> Result<Self, DistributedError> {
        let line: Self = json::read(text).map_err(|fault| {
            DistributedError::Invalid(format!("this is not a line of a search: {fault}"))
        })?;
        if line.clone().sealed() == line {
            return Ok(line);
        }
        Err(DistributedError::Invalid(format!(
            "{} was changed after it was written (its digest differs); {}",
            line.description(),
            Self::ADVICE
        )))
    }

    /// Returns the JSON without a line feed.
    fn to_json(&self) -> String {
        // Serialisation cannot fail, because all fields are numbers, strings or lists.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Line for Job {
    const ADVICE: &'static str = "begin the search again in another folder";

    fn description(&self) -> String {
        "the job".to_owned()
    }

    fn digest_mut(&mut self) -> &mut String {
        &mut self.digest
    }
}

impl Line for UnitResult {
    const ADVICE: &'static str = "remove the line, and the unit is searched again";

    fn description(&self) -> String {
        format!("the result of unit {}", self.unit)
    }

    fn digest_mut(&mut self) -> &mut String {
        &mut self.digest
    }
}

/// Formats a path as one letter per tile move.
pub(crate) fn letters(path: &Path) -> String {
    path.letters(Convention::Tile)
}

/// Parses moves, written as one letter per tile move. `name` is the field that contains them, for
/// error messages.
pub(crate) fn path(name: &'static str, letters: &str) -> Result<Path, DistributedError> {
    Path::parse(letters, Convention::Tile).map_err(|e| DistributedError::field(name, e))
}
