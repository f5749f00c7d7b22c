//! One search over many machines: an iteration of IDA* is split into units, units are worked on anywhere, in any order, and
//! their results are merged into what one machine finds and counts, to the node.
//!
//! Everything is plain data that is written as lines of JSON ([`Line`]). A unit names the digests of the tables that it
//! needs and is worked on with no others; it has a digest itself, so that one that somebody changed is noticed. Work can be
//! stopped and repeated: the same unit has the same result every time.
//!
//! ```
//! use fifteen_distributed::{Merged, SplitOptions};
//! use fifteen_solver::{HeuristicKind, Options, Solver, notation};
//!
//! let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
//! let solver = Solver::builder().heuristic(HeuristicKind::Manhattan).open(board.size())?;
//! let options = SplitOptions { first: 100, units: Some(4), ..SplitOptions::default() };
//! let mut split = fifteen_distributed::split(&solver, &board, &options)?;
//! let solution = loop {
//!     let results: Vec<_> = split.units.iter().map(|unit| fifteen_distributed::work(&solver, unit, None)).collect::<Result<_, _>>()?;
//!     match fifteen_distributed::merge(&split.job, &split.units, &results)? {
//!         Merged::Solved(solution) => break solution,
//!         Merged::Next(job) => split = fifteen_distributed::resume(&solver, &job, &options)?,
//!     }
//! };
//! let mut same_mode = Options::default();
//! same_mode.mode = options.mode;
//! let alone = solver.solve(&board, &same_mode)?;
//! assert_eq!((solution.moves, solution.generated), (alone.moves, alone.generated));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod data;
mod merge;
mod search;
mod split;
mod tables;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_pdb::BuildError;
use fifteen_pdb::file::FileError;
use fifteen_puzzle::{Direction, Path};
use fifteen_search::Limits;
use fifteen_search::tiles::{HeuristicError, Move, OneIteration, SubtreeError};

pub use data::{Job, Line, Root, SCHEMA, Search, TableDigest, Trunk, Unit, UnitResult, UnitSolution};
use data::{letters, path};
pub use merge::{Merged, merge};
pub use split::{Split, SplitOptions, begin, resume, split};
pub use tables::{Located, build, locate, path_for};

use fifteen_solver::tables::TableError;
use fifteen_solver::{OpenError, SolveError, Solver};

/// Why a job cannot be split, a unit not be worked on, or results not be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// A line that is no job, unit or result.
    #[error("this is no line of 'split' or 'work': {reason}")]
    Line {
        /// What is wrong with it.
        reason: String,
    },
    /// Lines of another version.
    #[error(
        "this was written with version {found} of the format, but this program reads version {SCHEMA}; use the same program everywhere"
    )]
    Schema {
        /// Its version.
        found: u32,
    },
    /// A value that cannot be.
    #[error("the field '{name}' is wrong: {reason}")]
    Field {
        /// The field.
        name: &'static str,
        /// Why it is wrong.
        reason: String,
    },
    /// The digest is not that of the rest.
    #[error("{what} was changed after it was written (its digest is another); split the board again")]
    Changed {
        /// A job, or which unit.
        what: String,
    },
    /// The board cannot be searched.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The tables cannot be had.
    #[error(transparent)]
    Open(Arc<OpenError>),
    /// Another table than the one with which the search began.
    #[error(
        "the unit needs the table {} with the digest {}, but the table here is {} with the digest {}; copy the tables from \
         where the board was split", expected.table, expected.digest, found.table, found.digest
    )]
    OtherTable {
        /// The table needed.
        expected: Box<TableDigest>,
        /// The one that is there.
        found: Box<TableDigest>,
    },
    /// A solver that makes another search.
    #[error("the {what} of the unit is {expected}, but this solver's is {found}; open one with Search::open")]
    OtherSolver {
        /// What differs.
        what: &'static str,
        /// The unit's.
        expected: String,
        /// The solver's.
        found: String,
    },
    /// The tables cannot be looked for.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// A table cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A table cannot be saved.
    #[error(transparent)]
    File(#[from] FileError),
    /// Tables that are nowhere else.
    #[error(
        "the tables were built in memory, where no other machine finds them; build them in files (fifteen pdb build)"
    )]
    InMemory,
    /// A solver with another algorithm.
    #[error("only ida is split into units, not {algorithm}")]
    Algorithm {
        /// Its algorithm.
        algorithm: fifteen_search::tiles::Algorithm,
    },
    /// A job whose next iteration is none.
    #[error("{0}")]
    State(&'static str),
    /// A subtree that the search does not have.
    #[error("unit {unit} is no part of this search: {source}; split the board again")]
    Subtree {
        /// The unit.
        unit: usize,
        /// What is wrong.
        source: SubtreeError,
    },
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// Units of the job that are not there.
    #[error("the units of the job are incomplete: {found} of {expected} are there, and unit {missing} is not")]
    Units {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
        /// The first that is missing.
        missing: usize,
    },
    /// Units or results of another job.
    #[error("{what} belongs to another job ({found}) than this one ({expected})")]
    OtherJob {
        /// Which unit or result.
        what: String,
        /// The job's digest.
        expected: String,
        /// The other's.
        found: String,
    },
    /// Results that are needed and not there.
    #[error("{} missing, the first of unit {}: work on {} and merge again", count(units.len(), "result is", "results are"),
        units.first().copied().unwrap_or(0), list(units))]
    Missing {
        /// The units without a result.
        units: Vec<usize>,
    },
    /// Two results of one unit that differ, or one that contradicts the unit.
    #[error("the results of unit {unit} contradict: {reason}; leave out its results and work on it again")]
    Contradiction {
        /// The unit.
        unit: usize,
        /// What contradicts.
        reason: String,
    },
}

impl From<OpenError> for WorkError {
    fn from(error: OpenError) -> Self {
        Self::Open(Arc::new(error))
    }
}

impl From<Arc<OpenError>> for WorkError {
    fn from(error: Arc<OpenError>) -> Self {
        Self::Open(error)
    }
}

impl From<HeuristicError> for WorkError {
    fn from(error: HeuristicError) -> Self {
        Self::Solve(error.into())
    }
}

/// Works on a unit with a solver that was opened for it ([`Search::open`]). It ends in an error soon after another thread
/// sets the flag.
///
/// # Errors
/// If the unit was changed, or is for other tables, or is no part of its search.
pub fn work(solver: &Solver, unit: &Unit, cancel: Option<Arc<AtomicBool>>) -> Result<UnitResult, WorkError> {
    unit.check()?;
    let search = &unit.search;
    search.check_solver(solver)?;
    let bound = search.checked_bound(solver)?;
    let start = solver.space().state(&search.start()?).map_err(SolveError::from)?;
    let (space, heuristic, mode) = (solver.space(), solver.tile_heuristic(), search.mode()?);
    let subtrees = unit.subtrees.iter().map(|root| Ok(path("moves", &root.moves)?.directions().to_vec()));
    let subtrees: Vec<Vec<Direction>> = subtrees.collect::<Result<_, WorkError>>()?;
    let iteration = OneIteration { space, heuristic, start: &start, mode, bound };
    let limits = Limits { cancel, ..Limits::default() };
    let searched = iteration.search(&subtrees, search.finish_iteration, &limits).map_err(|source| match source {
        SubtreeError::Heuristic(error) => error.into(),
        source => WorkError::Subtree { unit: unit.unit, source },
    })?;
    solver.check_tables()?;
    if searched.stopped.is_some() {
        return Err(WorkError::Interrupted);
    }
    let solution = searched.solution.map(|(subtree, moves)| {
        let path = Path::new(moves.into_iter().map(Move::direction).collect());
        UnitSolution { subtree, moves: letters(&path) }
    });
    Ok(UnitResult {
        unit: unit.unit,
        job: unit.job.clone(),
        digest: unit.digest.clone(),
        expanded: searched.expanded,
        generated: searched.generated,
        pruned: searched.pruned,
        solution,
    })
}

fn count(n: usize, one: &str, many: &str) -> String {
    fifteen_solver::record::counted(n as u64, one, many)
}

/// Some units by number, the first few of many.
fn list(units: &[usize]) -> String {
    let few: Vec<_> = units.iter().take(10).map(|unit| format!("unit {unit}")).collect();
    few.join(", ") + if units.len() > few.len() { " and the others" } else { "" }
}
