//! The lines of JSON as plain data: jobs, units and results. Units and results name the digest of their job.

use fifteen_pdb::Header;
use fifteen_search::Iteration;
use serde::{Deserialize, Serialize};

/// The version of the fields; it grows when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 1;

/// One line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Line {
    /// A job, the first line of a file of units.
    Job(Job),
    /// A unit.
    Unit(Unit),
    /// The result of a unit.
    Result(UnitResult),
}

/// A table by its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableDigest {
    /// The tiles and the kind.
    pub table: String,
    /// The digest of its entries, in hexadecimal.
    pub digest: String,
}

impl TableDigest {
    /// The table of a header.
    pub(super) fn of(header: &Header) -> Self {
        Self { table: format!("{} {}", header.pattern(), header.kind()), digest: header.digest_hex() }
    }
}

/// The specification of one iteration of IDA*: the board, the way of searching, and the bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchSpec {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Width and height: `4x4`.
    pub size: String,
    /// The tiles row by row, 0 for the blank.
    pub board: Vec<u8>,
    /// The goal's tiles.
    pub goal: Vec<u8>,
    /// The order in which the blank's moves are tried: `ULRD`.
    pub order: String,
    /// `plain` or `fast`.
    pub mode: String,
    /// The iteration is completed even if it has a solution.
    pub finish_iteration: bool,
    /// The heuristic as a person asks for it.
    pub heuristic: String,
    /// The tables of the heuristic.
    pub tables: Vec<TableDigest>,
    /// The bound: nodes with depth + value above it are pruned.
    pub bound: u32,
}

/// The counts of the path prefixes above all subtrees of an iteration, and the number of its units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrefixCounts {
    /// The number of units.
    pub units: usize,
    /// Nodes expanded above all subtrees.
    pub expanded: u64,
    /// Nodes generated above all subtrees, without the start.
    pub generated: u64,
    /// A node above all subtrees was above the bound.
    pub pruned: bool,
}

/// The search for a board: the iterations that are done, and the next one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The next iteration; of a solved board, the last.
    pub search: SearchSpec,
    /// The goal as a person wrote it.
    pub goal: String,
    /// The heuristic's name in results.
    pub heuristic: String,
    /// The heuristic's value of the board.
    pub h0: u32,
    /// The iterations that are done.
    pub iterations: Vec<Iteration>,
    /// The counts above the units, if the next iteration was split.
    pub prefix_counts: Option<PrefixCounts>,
    /// The solution of a solved board, a letter for each tile's move.
    pub moves: Option<String>,
    /// The digest of all other fields.
    pub digest: String,
}

/// A part of an iteration: a run of the subtrees into which it is cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The unit's number, from 0, in the order in which one machine would reach the units.
    pub unit: usize,
    /// The number of units that were asked for: with `previous`, it determines the cut of the iteration.
    pub units: usize,
    /// Nodes expanded in the iteration before.
    pub previous: u64,
    /// The digest of the job.
    pub job: String,
    /// The iteration.
    pub search: SearchSpec,
    /// The digest of all other fields.
    pub digest: String,
}

/// The result of a unit: the same every time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitResult {
    /// The unit's number.
    pub unit: usize,
    /// The digest of the job.
    pub job: String,
    /// Nodes expanded, up to the first solution.
    pub expanded: u64,
    /// Nodes generated, without the roots of the subtrees.
    pub generated: u64,
    /// A node was above the bound.
    pub pruned: bool,
    /// The first solution.
    pub solution: Option<UnitSolution>,
    /// The digest of all other fields.
    pub digest: String,
}

/// A solution found in a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSolution {
    /// All moves from the board, a letter for each tile's move.
    pub moves: String,
    /// Nodes above all subtrees that one machine has expanded when it comes to the solution's subtree.
    pub expanded_above: u64,
    /// Nodes above all subtrees that it has generated by then.
    pub generated_above: u64,
}
