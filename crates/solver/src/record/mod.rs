//! Results as data: the fields of the JSON that the command prints and the server sends, one struct for each kind of result.
//!
//! The order of the fields is that of the output. They say nothing of how they look to a person.
//!
//! ```
//! use fifteen_solver::record::{BoardRecord, Request};
//! use fifteen_solver::{HeuristicKind, Options, Solver, notation};
//!
//! let board = notation::parse("1 2 3 / 4 5 6 / 0 7 8", None)?;
//! let solver = Solver::builder().heuristic(HeuristicKind::Manhattan).open(board.size())?;
//! let solution = solver.solve(&board, &Options::default());
//! let record = BoardRecord::of(1, board, &solver, solution.as_ref(), &Request::default());
//! assert_eq!((record.length, record.moves.as_deref()), (Some(2), Some("LL")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod board;
mod words;

use fifteen_search::LimitKind;
use serde::Serialize;

pub use blocks::{BlockRecord, HardestRecord, MoveRecord};
pub use board::{BoardRecord, IterationRecord, Request};
pub use words::{count, counted, plural};

/// The version of the fields; it grows when one changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// Whether and how something was solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A solution was found, and all that was asked for beyond that.
    Solved,
    /// It is proven that there is none.
    Unsolvable,
    /// The search stopped at a limit.
    Limit,
    /// There was nothing to search: bad input, or no solver for it.
    Invalid,
}

/// What stopped a search, as a sentence begins.
pub fn stopped_by(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Nodes => "stopped at the limit of nodes",
        LimitKind::Time => "stopped at the time limit",
        LimitKind::Depth => "stopped at the limit of depth",
        LimitKind::Memory => "stopped at the memory limit",
        LimitKind::Interrupted => "interrupted",
    }
}
