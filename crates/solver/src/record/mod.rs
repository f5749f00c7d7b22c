//! Results as data: the JSON that the command prints and the server sends, one struct for each kind of result.
//!
//! A [`BoardRecord`] is the result of one board, a [`BlockRecord`] that of one block puzzle in one metric; both have a
//! [`RecordStatus`], and so have the [`BlockCheckRecord`] and the [`BlockHardestRecord`] of a block puzzle's designer.
//! [`CheckRecord`], [`ReplayRecord`] and [`ConversionRecord`] are of boards that are not searched. The fields are in
//! the order of the output. How results look to a person is left to the front ends.
//!
//! ```
//! use fifteen_solver::record::BoardRecord;
//! use fifteen_solver::{HeuristicKind, Request, Setup, notation};
//!
//! let board = notation::parse("1 2 3 / 4 5 6 / 0 7 8", None)?;
//! let request = Request { setup: Setup::with_heuristic(HeuristicKind::Manhattan), ..Request::default() };
//! let solver = request.setup.open(board.size())?;
//! let record = BoardRecord::new(1, board, &solver, solver.solve(&board, &request.search), &request);
//! assert_eq!((record.length, record.moves.as_deref()), (Some(2), Some("LL")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
#[cfg(feature = "blocks")]
mod block_design;
#[cfg(feature = "blocks")]
mod blocks;
mod board;
mod check;
mod conversion;
mod replay;

use fifteen_puzzle::Board;
use fifteen_search::LimitKind;
use serde::{Serialize, Serializer};

pub use analysis::AnalysisRecord;
#[cfg(feature = "blocks")]
pub use block_design::{BlockCheckRecord, BlockHardestRecord};
#[cfg(feature = "blocks")]
pub use blocks::{BlockRecord, HardestRecord, MoveRecord};
pub use board::BoardRecord;
pub use check::{CheckRecord, ValueRecord};
pub use conversion::{ConversionGoals, ConversionRecord};
pub use fifteen_puzzle::words::{count, counted, plural};
pub use replay::{ReplayRecord, is_ambiguous, recorded_convention};

/// The version of the fields; it grows when one changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// The status of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordStatus {
    /// A solution was found, and all that was asked for beyond that.
    Solved,
    /// It is proven that no solution exists.
    Unsolvable,
    /// The search stopped at a limit.
    Limit,
    /// Nothing was searched: bad input, or no solver for it.
    Invalid,
}

impl RecordStatus {
    /// The word in the output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Limit => "limit",
            Self::Invalid => "invalid",
        }
    }
}

/// The limit that stopped a search, as the beginning of a sentence.
pub fn stopped_by(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Nodes => "stopped at the limit of nodes",
        LimitKind::Time => "stopped at the time limit",
        LimitKind::Depth => "stopped at the limit of depth",
        LimitKind::Memory => "stopped at the memory limit",
        LimitKind::Interrupted => "interrupted",
        LimitKind::Gap => "as good as was asked for",
    }
}

/// Serialises seconds to the microsecond: what is finer is noise, and sums of it have many digits.
///
/// # Errors
/// Those of the serialiser.
pub fn microseconds<S: Serializer>(
    seconds: &(impl Into<Option<f64>> + Copy),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let seconds: Option<f64> = (*seconds).into();
    seconds.map(|seconds| (seconds * 1e6).round() / 1e6).serialize(serializer)
}

/// Serialises a board as its tiles row by row.
fn tiles<S: Serializer>(board: &Option<Board>, serializer: S) -> Result<S::Ok, S::Error> {
    board.as_ref().map(Board::tiles).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Times {
        #[serde(serialize_with = "microseconds")]
        some: Option<f64>,
        #[serde(serialize_with = "microseconds")]
        none: Option<f64>,
        #[serde(serialize_with = "microseconds")]
        plain: f64,
    }

    #[test]
    fn seconds_have_six_decimals() {
        let times = Times { some: Some(1.2993053460000001), none: None, plain: 0.1 + 0.2 };
        let json = serde_json::to_string(&times).unwrap();
        assert_eq!(json, r#"{"some":1.299305,"none":null,"plain":0.3}"#);
    }
}
