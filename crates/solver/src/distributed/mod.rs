//! Distributed search: one IDA* search shared by many machines. Each iteration is split into work
//! units, which machines [search](work()) in any order. The solution and the node counts are
//! exactly the same as in a search on one machine.
//!
//! - A [`Job`] describes the search for a board. It contains the completed iterations and the
//!   [`SearchSpec`] of the next one. [`begin`] creates the first job, and [`Job::next`] creates the
//!   job for the next iteration, until a job contains the solution.
//! - A work unit is a group of consecutive subtrees of an iteration, and is identified by its
//!   index. Every machine splits the iteration in the same way. The nodes above all subtrees are
//!   counted in the job's [`PrefixCounts`].
//! - A [`UnitResult`] contains the counts of a unit, and possibly a [`UnitSolution`]. [`Results`]
//!   collects the results for a job.
//! - A [`Folder`] stores jobs and results in files. The processes of a search share nothing else.
//! - Jobs and results are [`Line`]s of JSON. Lines from files or other machines must pass through
//!   [`Line::parse`], which verifies the digest of each line. A forger can compute digests, so each
//!   step also checks lines against the board, the heuristic and each other.
//! - A job identifies its tables by [`TableDigest`], and no other tables can be used. On another
//!   machine, [`provide_tables`] finds these tables or builds the missing ones.
//!
//! The search of a unit can be interrupted and repeated, because a unit always has the same result,
//! and the same results always lead to the same job.
//!
//! ```
//! use fifteen_solver::distributed::{self, Folder, JobOptions};
//! use fifteen_solver::{HeuristicKind, Mode, Setup, notation};
//!
//! let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
//! let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(board.size())?;
//! let options = JobOptions { mode: Mode::Plain, split_after: 100, units: Some(4), ..JobOptions::default() };
//! let files = tempfile::tempdir()?;
//! let mut folder = Folder::start(files.path(), &solver, &board, &options, &mut |_| ())?;
//! let solution = loop {
//!     if let Some(solution) = folder.job().solution()? {
//!         break solution;
//!     }
//!     // Any process can search any of the units.
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
    JOB_SCHEMA, Job, Line, PrefixCounts, SearchSpec, TableDigest, UnitResult, UnitSolution,
};
pub use spec::SettingDifference;
pub use tables::provide_tables;

use fifteen_pdb::BuildError;
use fifteen_pdb::file::FileError;
use fifteen_search::tiles::HeuristicError;

use crate::json::excerpt;
use crate::tables::{TableBuildError, TableError, TablesToBuild};
use crate::{OpenError, Remedy, SolveError};

/// Error for a failed step of a distributed search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DistributedError {
    /// The board cannot be searched.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solver cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Tables are missing, cannot be built, or differ from those with which the search started.
    #[error("{0}")]
    Tables(String),
    /// A table cannot be found or read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The solver's tables exist only in memory, where other machines cannot read them. The value
    /// lists the tables to build on disk instead.
    #[error("the tables were built in memory, where no other machine finds them")]
    TablesInMemory(TablesToBuild),
    /// The step was cancelled.
    #[error("interrupted")]
    Interrupted,
    /// The folder cannot be read or written, or a line in a file is invalid. The message says how
    /// to resolve the error.
    #[error("{0}")]
    Invalid(String),
}

impl DistributedError {
    /// Returns what the user can do about the error, or `None` if the message already says it.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Solve(error) => error.remedy(),
            Self::Open(error) => error.remedy(),
            Self::Table(error) => error.remedy(),
            Self::TablesInMemory(to_build) => Some(Remedy::BuildTables(to_build.clone())),
            Self::Tables(_) | Self::Interrupted | Self::Invalid(_) => None,
        }
    }

    fn invalid(message: impl ToString) -> Self {
        Self::Invalid(message.to_string())
    }

    /// Creates the error for a field with an invalid value.
    fn field(name: &str, reason: impl ToString) -> Self {
        Self::Invalid(format!(
            "the field '{name}' is wrong: {}",
            reason.to_string()
        ))
    }

    /// Creates the error for a search that ends without a solution although the board is solvable.
    fn no_solution() -> Self {
        Self::invalid(
            "nothing was above the bound, and there is no solution: a table must be damaged",
        )
    }

    /// Creates the error for a table that differs from the table with which the search started.
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

impl From<TableBuildError> for DistributedError {
    fn from(error: TableBuildError) -> Self {
        match error {
            TableBuildError::Build(BuildError::Interrupted) => Self::Interrupted,
            error => Self::Tables(error.to_string()),
        }
    }
}
