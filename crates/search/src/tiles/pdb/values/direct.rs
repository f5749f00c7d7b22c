//! Looks up the distances of many boards in a zero-aware table and its upper bits, without
//! following paths to the goal.
//!
//! A table entry holds only one bit of a distance, so the bits come from three sources. For
//! example, the distance 23 is 010111 in binary. The upper four bits, 0101, are stored in
//! [`UpperBits`]. The second lowest bit, 1, is the table entry. The lowest bit, 1, is the parity of
//! the Manhattan distance of the pattern's tiles.

use fifteen_pdb::{DamagedError, UpperBits};

use super::TableLookup;
use crate::tiles::pdb::root_lookup::EntryPosition;
use crate::tiles::{BLANK, PADDED_CELLS, TileState};
use fifteen_resources::prefetch;

/// Number of boards that are looked up together. All their entries are prefetched before the first
/// one is read, so that the memory accesses overlap.
const BATCH: usize = 64;

/// The cell of each tile on a board, indexed by tile. The blank has the index [`BLANK`].
pub(super) type TileCells = [u8; PADDED_CELLS];

/// Returns the cell of each tile, for each of the boards.
pub(super) fn cells_of_tiles(states: &[TileState]) -> Vec<TileCells> {
    let cells = |state: &TileState| {
        let mut cells = [0; PADDED_CELLS];
        for (&tile, cell) in state.cells().iter().zip(0..) {
            // Entries beyond the last cell also contain `BLANK`, so this loop stores a wrong cell
            // for the blank. The cell is corrected after the loop.
            cells[usize::from(tile) % PADDED_CELLS] = cell;
        }
        cells[usize::from(BLANK)] = state.blank() as u8;
        cells
    };
    states.iter().map(cells).collect()
}

impl TableLookup<'_> {
    /// Reads the distances of boards from a zero-aware table and its upper bits. The upper bits of
    /// a distance are a quarter of it, rounded down.
    ///
    /// # Errors
    /// If a distance is larger than any distance in the table, the table is damaged. Returns the
    /// index of the board and the error in this case.
    pub(super) fn read_directly(
        &self,
        upper: &UpperBits,
        boards: &[TileCells],
    ) -> Result<Vec<u32>, (usize, DamagedError)> {
        let mut distances = Vec::with_capacity(boards.len());
        for boards in boards.chunks(BATCH) {
            // Process the whole batch in three steps: positions, then indices, then distances. The
            // memory accesses of each step overlap.
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
