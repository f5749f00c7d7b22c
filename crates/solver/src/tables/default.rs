//! [`DefaultHeuristic`]: the heuristic of a search for which none was named.

use fifteen_pdb::Partition;
use fifteen_puzzle::Board;

use super::error::TableError;
use super::finder::TableFinder;
use super::{OpenedTables, SkippedFile};

/// Boards of at most this many cells are searched with the Manhattan distance where there are no tables: the hardest
/// 3x3 board takes 0.6 ms and 10,200 nodes, less than building the table of the whole board does.
const SMALL: usize = 9;

/// The heuristic of a search for which none was named.
pub(crate) enum DefaultHeuristic {
    /// The strongest tables that were found.
    Tables(OpenedTables),
    /// No tables fit: those of this partition are built in memory.
    InMemory(Partition),
    /// No tables fit, and the board is small enough for the Manhattan distance.
    Manhattan,
}

impl TableFinder<'_> {
    /// The heuristic of a search for which none was named. Tables that the caller names must fit, unless there may be
    /// an `in_memory_fallback`.
    pub(crate) fn default_heuristic(
        &self,
        in_memory_fallback: bool,
        skipped: &mut Vec<SkippedFile>,
    ) -> Result<DefaultHeuristic, TableError> {
        match self.strongest(skipped) {
            Ok(Some(tables)) => Ok(DefaultHeuristic::Tables(tables)),
            Err(TableError::NoneFits { .. }) if in_memory_fallback => Ok(without_tables(self.goal)),
            Err(error) => Err(error),
            Ok(None) => Ok(without_tables(self.goal)),
        }
    }
}

fn without_tables(goal: &Board) -> DefaultHeuristic {
    // Every board of more cells has a fallback.
    let fallback = (goal.size().cells() > SMALL).then(|| Partition::in_memory_fallback(goal)).flatten();
    fallback.map_or(DefaultHeuristic::Manhattan, DefaultHeuristic::InMemory)
}
