//! [`ManhattanDistances`]: the Manhattan distances of all placements of a pattern's tiles.

use fifteen_puzzle::MAX_CELLS;
use fifteen_resources::{AllocationError, zeroed};

use super::Pattern;
use crate::index::occupied::{cells_of, occupied_sets};
use crate::index::rank::Arrangement;

/// Lookup tables for the sum of the Manhattan distances of a pattern's tiles. They cover every set
/// of cells that the tiles can occupy and every order of the tiles on these cells.
pub(crate) struct ManhattanDistances {
    tiles: usize,
    /// The cells of every set that the pattern's tiles can occupy, in one list. For two tiles on
    /// 3x3, the list begins with 0, 1, 0, 2 for the sets {0,1} and {0,2}.
    cells: Vec<u8>,
    /// For each tile of the pattern, the Manhattan distances from all cells to the tile's goal
    /// cell.
    distances: Vec<[u8; MAX_CELLS]>,
}

impl ManhattanDistances {
    pub(crate) fn new(pattern: &Pattern) -> Result<Self, AllocationError> {
        let size = pattern.size();
        let sets = occupied_sets(size, pattern.len()).count();
        let mut cells: Vec<u8> = zeroed(sets * pattern.len())?;
        let all_cells = occupied_sets(size, pattern.len()).flat_map(cells_of);
        for (cell, occupied) in cells.iter_mut().zip(all_cells) {
            *cell = occupied as u8;
        }
        let distance = |goal: u8, cell: usize| {
            if cell < size.cells() {
                size.manhattan(goal.into(), cell) as u8
            } else {
                0
            }
        };
        Ok(Self {
            tiles: pattern.len(),
            cells,
            distances: pattern
                .cells()
                .iter()
                .map(|&goal| std::array::from_fn(|cell| distance(goal, cell)))
                .collect(),
        })
    }

    /// Returns the memory that the lookup tables take, in bytes. `sets` is the number of sets of
    /// cells that the pattern's tiles can occupy.
    pub(crate) fn bytes(sets: u64, pattern: &Pattern) -> u64 {
        (sets + MAX_CELLS as u64) * pattern.len() as u64
    }

    /// Returns the number of sets of cells that the pattern's tiles can occupy.
    pub(crate) fn occupied_sets(&self) -> usize {
        self.cells.len() / self.tiles
    }

    /// Returns the cells of an occupied set in ascending order. `set` is the index of the set.
    #[inline]
    pub(crate) fn cells(&self, set: usize) -> &[u8] {
        &self.cells[set * self.tiles..][..self.tiles]
    }

    /// Returns the sum of the tiles' Manhattan distances. `arrangement` is the order of the tiles,
    /// and `set` is the index of the set of cells that they occupy.
    #[inline]
    pub(crate) fn of(&self, arrangement: &Arrangement, set: usize) -> u32 {
        let distance = |(&cell, &tile): (&u8, &u8)| {
            u32::from(self.distances[usize::from(tile)][usize::from(cell)])
        };
        self.cells(set).iter().zip(arrangement).map(distance).sum()
    }
}
