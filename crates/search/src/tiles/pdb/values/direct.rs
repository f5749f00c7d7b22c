//! Distances read at once, without paths to the goal, where the upper bits of a table's distances are there.

use fifteen_pdb::{DamagedError, UpperBits};

use super::TableLookup;
use crate::tiles::pdb::root_lookup::Placement;
use crate::tiles::{BLANK, CELLS, TileState};
use fifteen_resources::prefetch;

/// Boards whose entries are prefetched before the first of them is read.
const TOGETHER: usize = 64;

/// The cells of a board's tiles, by tile.
pub(super) type TileCells = [u8; CELLS];

/// The cells of each board's tiles.
pub(super) fn cells_of_tiles(states: &[TileState]) -> Vec<TileCells> {
    let cells = |state: &TileState| {
        let mut cells = [0; CELLS];
        for (&tile, cell) in state.cells().iter().zip(0..) {
            // The slot of the blank belongs to no tile.
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
    /// The index of a board with a distance that the table cannot have, and the error.
    pub(super) fn read_directly(
        &self,
        upper: &UpperBits,
        boards: &[TileCells],
    ) -> Result<Vec<u32>, (usize, DamagedError)> {
        let (payload, largest) = (self.payload, self.header.largest());
        let mut distances = Vec::with_capacity(boards.len());
        for boards in boards.chunks(TOGETHER) {
            let (mut placements, mut indices) = ([Placement::default(); TOGETHER], [0; TOGETHER]);
            let placements = &mut placements[..boards.len()];
            placements
                .iter_mut()
                .zip(boards)
                .for_each(|(placement, cells)| *placement = self.root.placement(cells));
            // Each step waits for the memory of all boards together: for their classes, and for their entries.
            for (
                index,
                &Placement {
                    rank, map, blank, ..
                },
            ) in indices.iter_mut().zip(&*placements)
            {
                *index = self.index(map, blank, rank);
                prefetch(payload, (*index / 8) as usize);
                prefetch(upper.bytes(), (*index / 2) as usize);
            }
            for (&index, placement) in indices.iter().zip(&*placements) {
                let distance = upper.distance(payload, index, placement.parity);
                if distance > largest {
                    return Err((distances.len(), self.damaged()));
                }
                distances.push(distance);
            }
        }
        Ok(distances)
    }
}
