//! [`LoadedHeuristic`]: a heuristic with its tables, and its name.

use fifteen_pdb::file::TableBytes;
use fifteen_search::tiles::TileHeuristic;

use crate::spec::HeuristicSpec;

/// A heuristic and its name: `manhattan`, `7-8 zero-aware + reflection`, `max(A, B)`.
pub(super) struct LoadedHeuristic {
    pub(super) name: String,
    /// The text that names it on any machine with the same tables; none where the tables were built in memory.
    pub(super) spec: Option<HeuristicSpec>,
    pub(super) heuristic: TileHeuristic<TableBytes>,
}
