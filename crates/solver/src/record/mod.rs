//! Results as data: the JSON that the command prints and the server sends, one struct for each kind of result.
//!
//! A [`BoardRecord`] is the result of one board, an [`AnalysisRecord`] that of a person's moves. [`CheckRecord`],
//! [`ReplayRecord`] and [`ConversionRecord`] are of boards that are not searched. The fields are in the order of the
//! output. How results look to a person is left to the front ends.
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
mod board;
mod check;
mod conversion;
mod replay;

use fifteen_puzzle::Board;
use serde::{Serialize, Serializer};

pub use analysis::AnalysisRecord;
pub use board::BoardRecord;
pub use check::{CheckRecord, ValueRecord};
pub use conversion::{ConversionGoals, ConversionRecord};
pub use fifteen_puzzle::words::{count, counted, plural};
pub use fifteen_search::record::{RecordStatus, SCHEMA, microseconds, stopped_by};
pub use replay::{ReplayRecord, is_ambiguous, recorded_convention};

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
