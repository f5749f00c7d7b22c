//! The errors of splitting, working and merging.

use std::sync::Arc;

use crate::json::excerpt;
use crate::record::counted;
use crate::tables::TableError;
use crate::{OpenError, SolveError};
use fifteen_pdb::BuildError;
use fifteen_pdb::file::FileError;
use fifteen_search::tiles::{Algorithm, HeuristicError, SubtreeError};

use super::schema::{SCHEMA, TableDigest};

/// Errors of splitting a job, working on a unit and merging results.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DistributedError {
    /// A line that is not a job, a unit or a result.
    #[error("this is not a line of 'split' or 'work': {reason}")]
    Line {
        /// The fault of the line.
        reason: String,
    },
    /// A line of another version of the format.
    #[error(
        "this was written with version {found} of the format, but this program reads version {SCHEMA}; use the same program everywhere"
    )]
    Schema {
        /// The line's version.
        found: u32,
    },
    /// An impossible value.
    #[error("the field '{name}' is wrong: {reason}")]
    Field {
        /// The field.
        name: &'static str,
        /// The fault of the value.
        reason: String,
    },
    /// A digest that does not belong to the rest of the line.
    #[error("{what} was changed after it was written (its digest differs); {again}")]
    Changed {
        /// The job, or which unit or result.
        what: String,
        /// The step that writes it anew.
        again: &'static str,
    },
    /// A board that cannot be searched.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Tables that cannot be opened.
    #[error(transparent)]
    Open(Arc<OpenError>),
    /// A table other than the one with which the search began.
    #[error(
        "the unit needs the table {} with the digest {}, but the table here is {} with the digest {}; copy the tables from \
         where the board was split",
        excerpt(&expected.table), excerpt(&expected.digest), found.table, found.digest
    )]
    OtherTable {
        /// The table that the unit needs.
        expected: Box<TableDigest>,
        /// The table found.
        found: Box<TableDigest>,
    },
    /// A solver that makes another search.
    #[error(
        "the {what} of the search is {}, but that of the solver opened for it is {found}; split the board again",
        excerpt(expected)
    )]
    OtherSolver {
        /// The part that differs.
        what: &'static str,
        /// The value of the job or unit.
        expected: String,
        /// The solver's value.
        found: String,
    },
    /// Folders in which tables cannot be looked for.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// A table that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A table that cannot be saved.
    #[error(transparent)]
    File(#[from] FileError),
    /// Tables in memory only.
    #[error(
        "the tables were built in memory, where no other machine finds them; build them in files (fifteen pdb build)"
    )]
    InMemory,
    /// The heuristic is a function, which cannot be sent.
    #[error(
        "the heuristic is a function, which other machines do not have; name a heuristic, such as manhattan or 7-8"
    )]
    Function,
    /// The heuristic is a collection in a file.
    #[error(
        "the heuristic is in a file ({}), which other machines do not have; name its partitions instead, joined by '+', \
         as in 1-8/9-15+1-7/8-15",
        excerpt(file)
    )]
    HeuristicFile {
        /// The file.
        file: String,
    },
    /// A solver of the multi-tile metric.
    #[error("only searches in the single-tile metric are split into units")]
    Metric,
    /// An algorithm that cannot be split.
    #[error("only ida is split into units, not {algorithm}")]
    Algorithm {
        /// The solver's algorithm.
        algorithm: Algorithm,
    },
    /// A job in a state in which the step is impossible.
    #[error("{0}")]
    State(&'static str),
    /// A subtree that is not a part of the search.
    #[error("unit {unit} is not a part of this search: {source}; split the board again")]
    Subtree {
        /// The unit's number.
        unit: usize,
        /// The fault of the subtree.
        source: SubtreeError,
    },
    /// A step that was cancelled.
    #[error("interrupted")]
    Interrupted,
    /// Units of the job that were not given.
    #[error("the units of the job are incomplete: {found} of {expected} were given, and unit {missing} was not")]
    Units {
        /// The number of units given.
        found: usize,
        /// The number of units of the job.
        expected: usize,
        /// The first missing unit.
        missing: usize,
    },
    /// A unit or result of another job.
    #[error(
        "{what} belongs to another job ({}) than this one ({expected}), of another board or iteration; leave it out",
        excerpt(found)
    )]
    OtherJob {
        /// The unit or result.
        what: String,
        /// The digest of this job.
        expected: String,
        /// The digest of the other job.
        found: String,
    },
    /// A unit that names this job and is of another search.
    #[error(
        "unit {unit} names this job, but its {what} is {}, and that of the job is {}; split the board again",
        excerpt(found),
        excerpt(expected)
    )]
    OtherSearch {
        /// The unit's number.
        unit: usize,
        /// The part in which the searches differ.
        what: &'static str,
        /// The value of the job.
        expected: String,
        /// The value of the unit.
        found: String,
    },
    /// A unit or result with a number that no unit of the job has.
    #[error("the job has {}, the last of them unit {}, so there is no unit {unit}; leave it out",
        counted(*units as u64, "unit", "units"), units.saturating_sub(1))]
    NoSuchUnit {
        /// The number.
        unit: usize,
        /// The number of units of the job.
        units: usize,
    },
    /// A result of this job, and of a unit with other subtrees.
    #[error(
        "a result of unit {unit} is of other subtrees (its unit has the digest {}) than unit {unit} of this job \
         ({expected}); leave it out, and work on the unit again",
        excerpt(found)
    )]
    OtherUnit {
        /// The unit's number.
        unit: usize,
        /// The digest of the job's unit.
        expected: String,
        /// The digest of the unit of which the result is.
        found: String,
    },
    /// Results that are needed and were not given.
    #[error("{} missing, the first of unit {}: work on {} and merge again",
        counted(units.len() as u64, "result is", "results are"), units.first().copied().unwrap_or(0), list(units))]
    Missing {
        /// The units without a result.
        units: Vec<usize>,
    },
    /// Two different results of one unit, or a result that contradicts the unit.
    #[error("the results of unit {unit} contradict: {reason}; leave out its results and work on it again")]
    Contradiction {
        /// The unit's number.
        unit: usize,
        /// The contradiction.
        reason: String,
    },
}

impl DistributedError {
    /// A complete search without a solution of a board that has one.
    pub(crate) const NO_SOLUTION: Self =
        Self::State("nothing was above the bound, and there is no solution: a table must be damaged");
}

impl From<OpenError> for DistributedError {
    fn from(error: OpenError) -> Self {
        Self::Open(Arc::new(error))
    }
}

impl From<Arc<OpenError>> for DistributedError {
    fn from(error: Arc<OpenError>) -> Self {
        Self::Open(error)
    }
}

impl From<HeuristicError> for DistributedError {
    fn from(error: HeuristicError) -> Self {
        Self::Solve(error.into())
    }
}

/// The first ten units by number.
fn list(units: &[usize]) -> String {
    let first: Vec<_> = units.iter().take(10).map(|unit| format!("unit {unit}")).collect();
    first.join(", ") + if units.len() > first.len() { " and the others" } else { "" }
}
