//! What is written as lines of JSON: jobs, units and results, each with what ties it to the others.

use fifteen_puzzle::{Convention, Path};
use fifteen_search::Iteration;
use fifteen_search::tiles::Subtree;
use serde::{Deserialize, Serialize};

use crate::WorkError;

/// The version of the fields; it grows when one changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// One line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Line {
    /// The whole, first in a file of units.
    Job(Job),
    /// A part.
    Unit(Unit),
    /// What a part came to.
    Result(UnitResult),
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// [`WorkError::Line`], and [`WorkError::Changed`] where the digest is not that of the rest.
    pub fn parse(text: &str) -> Result<Self, WorkError> {
        let line = serde_json::from_str(text).map_err(|error| WorkError::Line { reason: error.to_string() })?;
        match &line {
            Self::Job(job) => job.check()?,
            Self::Unit(unit) => unit.check()?,
            Self::Result(_) => (),
        }
        Ok(line)
    }
}

/// As JSON, without an end of line.
impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Nothing in it can fail to be written as JSON.
        f.write_str(&serde_json::to_string(self).map_err(|_| std::fmt::Error)?)
    }
}

/// A table by what is in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableDigest {
    /// Its tiles, and kind.
    pub table: String,
    /// The digest of its entries, in hexadecimal.
    pub digest: String,
}

/// One iteration of IDA*: what is searched, how, and how far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
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
    /// Whether the iteration is completed when there is a solution.
    pub finish_iteration: bool,
    /// The heuristic as a person asks for it.
    pub heuristic: String,
    /// The tables that it reads.
    pub tables: Vec<TableDigest>,
    /// Nodes of depth + value above this are pruned.
    pub bound: u32,
}

/// What is known of an iteration that was cut into units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trunk {
    /// How many units there are.
    pub units: usize,
    /// Nodes expanded above all subtrees.
    pub expanded: u64,
    /// Nodes generated there; the start is not one of them.
    pub generated: u64,
    /// Whether something was above the bound there.
    pub pruned: bool,
}

/// A board, the iterations of its search that are done, and the one that is next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The next iteration; after a solution, the last.
    pub search: Search,
    /// The goal as a person wrote it.
    pub goal: String,
    /// The heuristic's name in results.
    pub heuristic: String,
    /// Its value of the board.
    pub h0: u32,
    /// The iterations that are done.
    pub iterations: Vec<Iteration>,
    /// Of the next one, if it was cut.
    pub trunk: Option<Trunk>,
    /// The solution, a letter for each tile's move, if there is one already.
    pub moves: Option<String>,
    /// Of all the rest.
    pub digest: String,
}

/// The root of a subtree: see [`Subtree`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// A letter for each tile's move.
    pub moves: String,
    /// Nodes expanded above it before.
    pub expanded: u64,
    /// Nodes generated above it before, this root among them.
    pub generated: u64,
}

/// A part of an iteration: subtrees that follow each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its number, from 0, in the order in which one machine would come to them.
    pub unit: usize,
    /// The digest of the job.
    pub job: String,
    /// The iteration.
    pub search: Search,
    /// The subtrees.
    pub subtrees: Vec<Root>,
    /// Of all the rest.
    pub digest: String,
}

/// What a unit came to: the same every time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitResult {
    /// The unit's number.
    pub unit: usize,
    /// The digest of the job.
    pub job: String,
    /// The digest of the unit.
    pub digest: String,
    /// Nodes expanded, up to the first solution.
    pub expanded: u64,
    /// Nodes generated; the roots of the subtrees are not among them.
    pub generated: u64,
    /// Whether something was above the bound.
    pub pruned: bool,
    /// The first solution.
    pub solution: Option<UnitSolution>,
}

/// A solution found in a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSolution {
    /// The subtree in which it is, from 0.
    pub subtree: usize,
    /// All moves from the board, a letter for each tile's move.
    pub moves: String,
}

impl Job {
    /// The job with its digest.
    pub(crate) fn sealed(self) -> Self {
        let mut job = Self { digest: String::new(), ..self };
        job.digest = digest_of(&job);
        job
    }

    /// Whether nobody has changed it.
    ///
    /// # Errors
    /// [`WorkError::Changed`].
    pub fn check(&self) -> Result<(), WorkError> {
        let same = self.clone().sealed().digest == self.digest;
        if same { Ok(()) } else { Err(WorkError::Changed { what: "the job".to_owned() }) }
    }

    /// The iterations that are done.
    pub(crate) fn done(&self) -> Vec<Iteration> {
        self.iterations.clone()
    }
}

impl Unit {
    /// The unit of a job, with its digest.
    pub(crate) fn new(job: &Job, unit: usize, subtrees: &[Subtree]) -> Self {
        let root = |subtree: &Subtree| Root {
            moves: letters(&Path::new(subtree.moves.clone())),
            expanded: subtree.expanded,
            generated: subtree.generated,
        };
        let subtrees = subtrees.iter().map(root).collect();
        let (search, job) = (job.search.clone(), job.digest.clone());
        Self { unit, job, search, subtrees, digest: String::new() }.sealed()
    }

    fn sealed(self) -> Self {
        let mut unit = Self { digest: String::new(), ..self };
        unit.digest = digest_of(&unit);
        unit
    }

    /// Whether nobody has changed it.
    ///
    /// # Errors
    /// [`WorkError::Changed`].
    pub fn check(&self) -> Result<(), WorkError> {
        let same = self.clone().sealed().digest == self.digest;
        if same { Ok(()) } else { Err(WorkError::Changed { what: format!("unit {}", self.unit) }) }
    }
}

/// A digest of a value's JSON, in hexadecimal.
fn digest_of(value: &impl Serialize) -> String {
    // Structs of numbers and text can be written as JSON; nothing else comes here.
    let json = serde_json::to_vec(value).unwrap_or_default();
    blake3::hash(&json).to_hex().as_str()[..32].to_owned()
}

pub(crate) fn field(name: &'static str, reason: impl ToString) -> WorkError {
    WorkError::Field { name, reason: reason.to_string() }
}

/// Moves as they are written here: the tile's directions.
pub(crate) fn letters(path: &Path) -> String {
    path.letters(Convention::Tile)
}

/// The path of some letters.
pub(crate) fn path(name: &'static str, letters: &str) -> Result<Path, WorkError> {
    Path::parse(letters, Convention::Tile).map_err(|e| field(name, e))
}
