//! One search over many machines: an iteration of IDA* is cut into units, machines [work](work()) on the units in any
//! order, and their results give the solution and the counts of one machine, to the node.
//!
//! - A [`Job`] is the search for a board: the iterations that are done, and the [`SearchSpec`] of the next one. A job that
//!   [`begin`] makes is followed by that of the next iteration ([`Job::next`]), and so on, until one has the solution.
//! - A unit of a job is a number: one run of the subtrees into which every machine cuts the iteration alike. What one
//!   machine would expand above them is in the job's [`PrefixCounts`].
//! - A [`UnitResult`] has the counts of a unit and perhaps a [`UnitSolution`]; [`Results`] are those of a job.
//! - A [`Folder`] keeps jobs and results in files, and is all that the processes of a search share.
//! - Jobs and results are [`Line`]s of JSON. [`Line::parse`] is the only door for lines from elsewhere: there the digest
//!   of each line is checked. A forger can compute digests, so every step also checks what a line says against
//!   the board, the heuristic and the other lines.
//! - A job names its tables by [`TableDigest`] and is worked on with no others. On another machine [`provide_tables`]
//!   finds them, or builds those that are missing.
//!
//! Work can be stopped and repeated: the same unit has the same result every time, and the same results the same job.
//!
//! ```
//! use fifteen_solver::distributed::{self, Folder, JobOptions};
//! use fifteen_solver::{HeuristicKind, Mode, Setup, notation};
//!
//! let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
//! let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(board.size())?;
//! let options = JobOptions { mode: Mode::Plain, first: 100, units: Some(4), ..JobOptions::default() };
//! let files = tempfile::tempdir()?;
//! let mut folder = Folder::start(files.path(), &solver, &board, &options, &mut |_| ())?;
//! let solution = loop {
//!     if let Some(solution) = folder.job().solution()? {
//!         break solution;
//!     }
//!     // Any process may do this, for any of the units.
//!     for unit in folder.missing().collect::<Vec<_>>() {
//!         folder.add(distributed::work(&solver, folder.job(), unit, None)?)?;
//!     }
//!     folder.advance(&solver)?;
//! };
//! let alone = solver.solve(&board, &options.limits)?;
//! assert_eq!((solution.moves, solution.generated), (alone.moves, alone.generated));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod begin;
mod check;
mod folder;
mod results;
mod schema;
mod spec;
mod tables;

pub use begin::{JobOptions, begin};
pub use folder::Folder;
pub use results::{Results, work};
pub use schema::{
    Job, Line, PrefixCounts, SCHEMA, SearchSpec, TableDigest, UnitResult, UnitSolution,
};
pub use tables::provide_tables;

use fifteen_pdb::file::FileError;
use fifteen_pdb::{BuildError, Remedy};
use fifteen_search::tiles::HeuristicError;

use crate::json::excerpt;
use crate::tables::TableError;
use crate::{OpenError, SolveError};

/// Errors of beginning a job, working on its units and going on with their results.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DistributedError {
    /// A board that cannot be searched.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A solver that cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Tables that are missing here, are others than those of the search, or cannot be built.
    #[error("{0}")]
    Tables(String),
    /// A table that cannot be found or read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The solver's tables exist only in its memory, where no other machine finds them.
    #[error("the tables were built in memory, where no other machine finds them")]
    TablesInMemory,
    /// A step that was cancelled.
    #[error("interrupted")]
    Interrupted,
    /// A folder that cannot be read or written, or lines with which the step is impossible; the message ends in the
    /// remedy.
    #[error("{0}")]
    Invalid(String),
}

impl DistributedError {
    /// Returns what a user can do about the error, unless its message says that already.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Solve(error) => error.remedy(),
            Self::Open(error) => error.remedy(),
            Self::Table(error) => error.remedy(),
            Self::TablesInMemory => Some(Remedy::BuildInFiles),
            Self::Tables(_) | Self::Interrupted | Self::Invalid(_) => None,
        }
    }

    fn invalid(message: impl ToString) -> Self {
        Self::Invalid(message.to_string())
    }

    /// An impossible value of a field.
    fn field(name: &str, reason: impl ToString) -> Self {
        Self::Invalid(format!(
            "the field '{name}' is wrong: {}",
            reason.to_string()
        ))
    }

    /// A complete search without a solution of a board that has one.
    fn no_solution() -> Self {
        Self::invalid(
            "nothing was above the bound, and there is no solution: a table must be damaged",
        )
    }

    /// A table other than the one with which the search began.
    fn other_table(expected: &TableDigest, found: &TableDigest) -> Self {
        Self::Tables(format!(
            "the search needs the table {} with the digest {}, but the table here is {} with the digest {}; copy the tables \
             from where the search began",
            excerpt(&expected.table),
            excerpt(&expected.digest),
            found.table,
            found.digest
        ))
    }
}

impl From<HeuristicError> for DistributedError {
    fn from(error: HeuristicError) -> Self {
        Self::Solve(error.into())
    }
}

impl From<FileError> for DistributedError {
    fn from(error: FileError) -> Self {
        Self::Table(error.into())
    }
}

impl From<BuildError> for DistributedError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Interrupted => Self::Interrupted,
            error => Self::Tables(error.to_string()),
        }
    }
}
