//! The errors and the notes of opening a solver, and the errors of solving.

use std::fmt;

use fifteen_pdb::{BuildError, Remedy};
use fifteen_puzzle::parity::Unsolvable;
use fifteen_puzzle::{ParseError, Size};
use fifteen_search::LimitKind;
use fifteen_search::tiles::{Algorithm, HeuristicError, PdbError};

use crate::record::stopped_by;
use crate::request::RequestError;
use crate::tables::{SkippedFile, TableError};

/// A solver that cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The heuristic does not go with the algorithm.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The goal is a board of another size.
    #[error(transparent)]
    Goal(#[from] ParseError),
    /// The tables cannot be found or read.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// The tables could not be built in memory.
    #[error("cannot build tables in memory: {0}")]
    Build(#[from] BuildError),
    /// The heuristic cannot be built: its tables do not fit the goal, it needs more memory than the limit allows, or the
    /// work was interrupted.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// A limit stopped the opening: while another solver was being opened first, or while tables were being built in
    /// memory.
    #[error("{} before the tables of the heuristic were ready", stopped_by(*.0))]
    Stopped(LimitKind),
    /// The tables of the multi-tile metric need more memory than the limit allows, or than the system gives.
    #[error("the tables of the multi-tile metric {reason}")]
    SlideTables {
        /// The limit that stopped them.
        limit: LimitKind,
        /// The reason in words.
        reason: String,
    },
}

impl OpenError {
    /// Returns what a user can do about the error, unless its message says that already.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Tables(error) => error.remedy(),
            Self::Heuristic(error) => error.remedy(),
            _ => None,
        }
    }

    /// True if a table is damaged: other boards would have no solver either, or a wrong one.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Tables(TableError::Damaged(_)))
    }

    /// Returns the limit that stopped the opening, if it was a limit.
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

/// An event on opening that a person may want to know of, as data for the front end.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum OpeningNote {
    /// A file in a searched folder looks like a table, but cannot be used.
    Skipped(SkippedFile),
    /// No table fits, so a small partition was built in memory; a stronger one can be built once.
    BuiltInMemory {
        /// The partition: a name, or its tiles.
        partition: String,
        /// Seconds of building.
        seconds: f64,
        /// The command that builds stronger tables once for all.
        remedy: String,
    },
    /// The algorithm takes no heuristic, so the one asked for is not used.
    HeuristicIgnored {
        /// The algorithm.
        algorithm: Algorithm,
        /// The heuristic's name.
        heuristic: String,
    },
}

impl OpeningNote {
    /// Returns what a user can do about the event, unless the note says that already.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Skipped(file) => file.remedy,
            Self::BuiltInMemory { .. } | Self::HeuristicIgnored { .. } => None,
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
                remedy,
            } => write!(
                f,
                "no tables found, so {} was built in memory in {seconds:.2} s; for much faster searches build \
                 the large tables once with: {remedy}",
                // A name, or tiles spelled out.
                if partition.contains('/') {
                    format!("the partition {partition}")
                } else {
                    format!("a {partition}")
                }
            ),
            Self::HeuristicIgnored {
                algorithm,
                heuristic,
            } => {
                write!(f, "{algorithm} takes no heuristic; {heuristic} is not used")
            }
        }
    }
}

/// The reason why a board was not searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The goal cannot be reached; the reason says why.
    #[error(transparent)]
    Unsolvable(Unsolvable),
    /// The board has another size than the goal.
    #[error("this solver is for {goal} boards, but the board is {board}; open one for its size")]
    OtherSize {
        /// The board's size.
        board: Size,
        /// The goal's size.
        goal: Size,
    },
    /// A table was written to or cut while it was mapped: results with it may be wrong.
    #[error(
        "the table of the tiles {tiles} was changed on disk while it was in use; tables may be replaced (by renaming), but \
         must not be written to or cut"
    )]
    TableChanged {
        /// The table's tiles.
        tiles: String,
    },
    /// The heuristic has no value for the board: a table is damaged.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
}

impl SolveError {
    /// Returns what a user can do about the error, unless its message says that already.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::TableChanged { .. } => Some(Remedy::Verify),
            Self::Heuristic(error) => error.remedy(),
            Self::Unsolvable(_) | Self::OtherSize { .. } => None,
        }
    }

    /// True if a table is damaged or was changed: what other boards get from it may be wrong too.
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
