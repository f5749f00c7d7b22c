//! [`LoadedHeuristic`]: a heuristic with its tables, and its name. [`Slides`]: what the multi-tile metric has instead.

use std::sync::Arc;

use fifteen_search::tiles::TileHeuristic;
use fifteen_search::tiles::slides::{SlideSpace, SlideTables};

use crate::spec::HeuristicSpec;

/// A heuristic and its name: `manhattan`, `7-8 zero-aware + reflection`, `max(A, B)`.
pub(super) struct LoadedHeuristic {
    pub(super) name: String,
    /// The text that names it on any machine with the same tables; none where the tables were built in memory, and for
    /// a function.
    pub(super) spec: Option<HeuristicSpec>,
    pub(super) heuristic: TileHeuristic,
}

/// The puzzle in the multi-tile metric, and its tables.
pub(super) struct Slides {
    pub(super) space: SlideSpace,
    pub(super) tables: Arc<SlideTables>,
}
