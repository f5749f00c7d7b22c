//! Results as JSON, which the command prints and the server sends.
//!
//! A [`BoardRecord`] is the result for one board, and an [`AnalysisRecord`] is the analysis of a
//! user's moves. Their fields are in the order of the output. Each front end decides how to present
//! results to its users.
//!
//! ```
//! use fifteen_solver::record::BoardRecord;
//! use fifteen_solver::{HeuristicKind, Request, Setup, notation};
//!
//! let board = notation::parse("1 2 3 / 4 5 6 / 0 7 8", None)?;
//! let request = Request { setup: Setup::with_heuristic(HeuristicKind::Manhattan), ..Request::default() };
//! let solver = request.setup.open(board.size())?;
//! let record = BoardRecord::new(1, board, &solver, solver.solve(&board, &request.limits), &request);
//! assert_eq!((record.length, record.moves.as_deref()), (Some(2), Some("LL")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod board;

use fifteen_puzzle::TileGrid;
use serde::{Serialize, Serializer};

pub use analysis::{AnalysisRecord, implied_convention};
pub use board::BoardRecord;
pub use fifteen_puzzle::words::{count, counted, plural};
pub use fifteen_resources::record::{RecordStatus, SCHEMA, microseconds, stopped_by};

/// Serialises a board as a list of its tiles in row-major order.
///
/// # Errors
/// Returns an error if the serialiser fails.
pub fn tiles<S: Serializer>(
    board: &Option<impl Into<TileGrid> + Copy>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let grid: Option<TileGrid> = board.map(Into::into);
    grid.as_ref().map(TileGrid::tiles).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_six_decimals() {
        for (seconds, shown) in [
            (Some(1.2993053460000001), "1.299305"),
            (None, "null"),
            (Some(0.1 + 0.2), "0.3"),
        ] {
            let json = serde_json::to_string(&BoardRecord {
                seconds,
                ..BoardRecord::default()
            })
            .unwrap();
            assert!(json.contains(&format!("\"seconds\":{shown},")), "{json}");
        }
    }
}
