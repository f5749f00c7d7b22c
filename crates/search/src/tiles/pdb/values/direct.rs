//! Distances of many boards from a zero-aware table and its upper bits, without paths to the goal.
//!
//! A distance is put together from three sources. For example, the distance 23 (binary 010111) has the
//! upper bits 0101 in [`UpperBits`], the second bit 1 in the table's entry, and the lowest bit 1, which
//! is the parity of the Manhattan distance.

use fifteen_pdb::{DamagedError, UpperBits};

use super::TableLookup;
use crate::tiles::pdb::root_lookup::EntryPosition;
use crate::tiles::{BLANK, CELLS, TileState};
use fifteen_resources::prefetch;

/// Number of boards whose entries are prefetched before the first of them is read.
const BATCH: usize = 64;

/// The cell of each tile of a board, indexed by the tile; the blank counts as [`BLANK`].
pub(super) type TileCells = [u8; CELLS];

/// The cells of the tiles of each board.
pub(super) fn cells_of_tiles(states: &[TileState]) -> Vec<TileCells> {
    let cells = |state: &TileState| {
        let mut cells = [0; CELLS];
        for (&tile, cell) in state.cells().iter().zip(0..) {
            // Cells outside the board are read as blanks; the blank's own cell is set below.
            cells[usize::from(tile) % CELLS] = cell;
        }
        cells[usize::from(BLANK)] = state.blank() as u8;
        cells
    };
    states.iter().map(cells).collect()
}

impl TableLookup<'_> {
    /// The distances of boards in a zero-aware table with these upper bits.
    ///
    /// # Errors
    /// Returns the index of a board with a distance that the table cannot have, and the error.
    pub(super) fn read_directly(
        &self,
        upper: &UpperBits,
        boards: &[TileCells],
    ) -> Result<Vec<u32>, (usize, DamagedError)> {
        let mut distances = Vec::with_capacity(boards.len());
        for boards in boards.chunks(BATCH) {
            // Each step is done for all boards of the batch, so that they wait for memory together:
            // first for their classes, then for their entries.
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
