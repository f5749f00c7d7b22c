//! Reads the distances of many boards from a zero-aware table and its upper bits, without following
//! paths to the goal.
//!
//! The bits of a distance come from three sources. For example, the distance 23 is 010111 in
//! binary. Its upper four bits 0101 are stored in [`UpperBits`], the second lowest bit 1 is the
//! entry in the table, and the lowest bit 1 is the parity of the Manhattan distance of the
//! pattern's tiles.

use fifteen_pdb::{DamagedError, UpperBits};

use super::TableLookup;
use crate::tiles::pdb::root_lookup::EntryPosition;
use crate::tiles::{BLANK, CELLS, TileState};
use fifteen_resources::prefetch;

/// Number of boards whose entries are prefetched before the first of these entries is read, so that
/// the memory accesses overlap.
const BATCH: usize = 64;

/// The cell of each tile of a board, indexed by the tile. The blank has the index [`BLANK`].
pub(super) type TileCells = [u8; CELLS];

/// Returns the cell of each tile, for each board.
pub(super) fn cells_of_tiles(states: &[TileState]) -> Vec<TileCells> {
    let cells = |state: &TileState| {
        let mut cells = [0; CELLS];
        for (&tile, cell) in state.cells().iter().zip(0..) {
            // Cells outside the board contain the blank's number. The cell of the blank is
            // corrected below.
            cells[usize::from(tile) % CELLS] = cell;
        }
        cells[usize::from(BLANK)] = state.blank() as u8;
        cells
    };
    states.iter().map(cells).collect()
}

impl TableLookup<'_> {
    /// Returns the distances of boards in a zero-aware table whose upper bits are `upper`.
    ///
    /// # Errors
    /// Returns the index of a board and the error if the distance is larger than any in the table,
    /// which means that the table is damaged.
    pub(super) fn read_directly(
        &self,
        upper: &UpperBits,
        boards: &[TileCells],
    ) -> Result<Vec<u32>, (usize, DamagedError)> {
        let mut distances = Vec::with_capacity(boards.len());
        for boards in boards.chunks(BATCH) {
            // Each of the steps (positions, indices, distances) is done for all boards of the batch
            // before the next step. So the memory accesses of a step overlap: first those for the
            // zero classes, then those for the entries.
            let mut positions = [EntryPosition::default(); BATCH];
            for (position, cells) in positions.iter_mut().zip(boards) {
                *position = self.root.entry_position(cells);
            }
            let positions = &positions[..boards.len()];
            let mut indices = [0; BATCH];
            for (index, position) in indices.iter_mut().zip(positions) {
                *index = self.index(position.map, position.blank, position.rank);
                prefetch(self.payload, (*index / 8) as usize);
                prefetch(upper.bytes(), (*index / 2) as usize);
            }
            for (&index, position) in indices.iter().zip(positions) {
                let distance = upper.distance(self.payload, index, position.parity);
                if distance > self.header.largest() {
                    return Err((distances.len(), self.damaged()));
                }
                distances.push(distance);
            }
        }
        Ok(distances)
    }
}
