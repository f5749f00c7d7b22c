//! Errors from opening a solver or solving a board, and notes that tell the user how the solver was
//! opened.

use std::fmt;

use fifteen_pdb::BuildError;
use fifteen_puzzle::parity::Unsolvable;
use fifteen_puzzle::{ParseError, Size};
use fifteen_search::LimitKind;
use fifteen_search::tiles::{Algorithm, HeuristicError, PdbError};

use crate::record::stopped_by;
use crate::request::RequestError;
use crate::tables::{SkippedFile, TableError, TablesToBuild};
use crate::{Remedy, TableRemedy};

/// Reason why a solver cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The heuristic, metric, goal and algorithm cannot be combined.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The goal does not fit the board size.
    #[error(transparent)]
    Goal(#[from] ParseError),
    /// The tables cannot be found or read.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// The tables cannot be built in memory.
    #[error("cannot build tables in memory: {0}")]
    Build(#[from] BuildError),
    /// The heuristic cannot be built. Its tables do not fit the goal, the memory limit was
    /// exceeded, or the build was interrupted.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// A limit was reached while tables were being built in memory, or while this call waited for
    /// another thread to open a solver.
    #[error("{} before the tables of the heuristic were ready", stopped_by(*.0))]
    Stopped(LimitKind),
    /// The tables for the multi-tile metric exceed the memory limit or cannot be allocated.
    #[error("the tables of the multi-tile metric {reason}")]
    SlideTables {
        /// Limit that was exceeded.
        limit: LimitKind,
        /// The reason, which the error message appends to `the tables of the multi-tile metric`.
        reason: String,
    },
}

impl OpenError {
    /// Returns what the user can do about the error, or `None` if the message already says it.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Tables(error) => error.remedy(),
            Self::Heuristic(error) => error.remedy().map(Remedy::TableFile),
            _ => None,
        }
    }

    /// Returns whether the cause of the error is a damaged table. If so, other boards that need
    /// this table are affected too.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Tables(TableError::Damaged(_)))
    }

    /// Returns the limit that stopped the opening of the solver, or `None` if the error has a
    /// different cause.
    pub fn limit(&self) -> Option<LimitKind> {
        match self {
            Self::Stopped(limit) | Self::SlideTables { limit, .. } => Some(*limit),
            Self::Heuristic(HeuristicError::WalkingDistance(error)) => error.limit,
            _ => None,
        }
    }
}

impl From<PdbError> for OpenError {
    fn from(error: PdbError) -> Self {
        Self::Heuristic(error.into())
    }
}

/// A note for the user about how a solver was opened. It is not an error.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum OpeningNote {
    /// A file in a searched folder looks like a table, but cannot be used.
    Skipped(SkippedFile),
    /// No suitable table was found, so the tables of a small partition were built in memory.
    /// Stronger tables can be built once and saved to disk.
    BuiltInMemory {
        /// The partition: its name, or its lists of tiles if it has no name.
        partition: String,
        /// Build time, in seconds.
        seconds: f64,
        /// The tables to build on disk: the tables of the partition that the caller specified, or
        /// otherwise stronger ones.
        to_build: TablesToBuild,
    },
    /// The algorithm uses no heuristic, so the requested heuristic is ignored.
    HeuristicIgnored {
        /// The algorithm that uses no heuristic.
        algorithm: Algorithm,
        /// The name of the ignored heuristic.
        heuristic: String,
    },
}

impl OpeningNote {
    /// Returns what the note recommends to the user, or `None` if it recommends nothing.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Skipped(file) => file.remedy.clone(),
            Self::BuiltInMemory { to_build, .. } => Some(Remedy::BuildTables(to_build.clone())),
            Self::HeuristicIgnored { .. } => None,
        }
    }
}

impl fmt::Display for OpeningNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped(file) => write!(f, "{} is skipped: {}", file.path.display(), file.reason),
            Self::BuiltInMemory {
                partition,
                seconds,
                to_build,
            } => {
                // A partition without a name is printed as lists of tiles, separated by slashes.
                let is_spelled_out = partition.contains('/');
                let article = if is_spelled_out { "the partition" } else { "a" };
                write!(
                    f,
                    "no tables found, so {article} {partition} was built in memory in {seconds:.2} s"
                )?;
                if to_build.partitions.is_empty() {
                    f.write_str("; searches with the large tables are much faster")?;
                }
                Ok(())
            }
            Self::HeuristicIgnored {
                algorithm,
                heuristic,
            } => {
                write!(f, "{algorithm} takes no heuristic; {heuristic} is not used")
            }
        }
    }
}

/// Reason why a board cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The goal cannot be reached from the board.
    #[error(transparent)]
    Unsolvable(Unsolvable),
    /// The board and the goal differ in size.
    #[error("this solver is for {goal} boards, but the board is {board}; open one for its size")]
    OtherSize {
        /// The size of the board.
        board: Size,
        /// The size of the goal.
        goal: Size,
    },
    /// A tile or the blank occurs on the board more than once. Only goals that are patterns allow
    /// this.
    #[error("a tile repeats, but the goal is a board")]
    RepeatedTile,
    /// A table file was modified or truncated while it was mapped into memory. The results can be
    /// wrong.
    #[error(
        "the table of the tiles {tiles} was changed on disk while it was in use; tables may be replaced (by renaming), but \
         must not be written to or cut"
    )]
    TableChanged {
        /// The tiles of the table.
        tiles: String,
    },
    /// The heuristic could not evaluate a board, for example because a table is damaged.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
}

impl SolveError {
    /// Returns what the user can do about the error, or `None` if the message already says it.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::TableChanged { .. } => Some(Remedy::TableFile(TableRemedy::Verify)),
            Self::Heuristic(error) => error.remedy().map(Remedy::TableFile),
            Self::Unsolvable(_) | Self::OtherSize { .. } | Self::RepeatedTile => None,
        }
    }

    /// Returns whether one of the solver's tables is damaged or was modified. If so, the solver's
    /// results for other boards can be wrong too.
    pub fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::TableChanged { .. } | Self::Heuristic(HeuristicError::Damaged(_))
        )
    }
}

impl From<Unsolvable> for SolveError {
    fn from(reason: Unsolvable) -> Self {
        match reason {
            Unsolvable::OtherSize { board, goal } => Self::OtherSize { board, goal },
            parity => Self::Unsolvable(parity),
        }
    }
}
