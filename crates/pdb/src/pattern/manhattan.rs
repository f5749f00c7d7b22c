//! Manhattan distances of the placements of a pattern.

use fifteen_puzzle::MAX_CELLS;

use super::Pattern;
use crate::index::occupied::{cells_of, occupied_sets};
use crate::index::rank::Arrangement;

/// The Manhattan distances of all placements, by arrangement and number of the occupied set.
pub(crate) struct Manhattan {
    tiles: usize,
    /// The cells of each occupied set, one after the other.
    cells: Vec<u8>,
    /// By tile of the pattern: the distance of each cell from its goal.
    distances: Vec<[u8; MAX_CELLS]>,
}

impl Manhattan {
    pub(crate) fn new(pattern: &Pattern) -> Self {
        let size = pattern.size();
        let distance = |goal: u8, cell| {
            if cell < size.cells() {
                size.manhattan(goal.into(), cell) as u8
            } else {
                0
            }
        };
        let sets = occupied_sets(size, pattern.len());
        Self {
            tiles: pattern.len(),
            cells: sets.flat_map(cells_of).map(|c| c as u8).collect(),
            distances: pattern
                .cells()
                .iter()
                .map(|&goal| std::array::from_fn(|c| distance(goal, c)))
                .collect(),
        }
    }

    /// Number of occupied sets.
    pub(crate) fn occupied_sets(&self) -> usize {
        self.cells.len() / self.tiles
    }

    /// The cells of an occupied set.
    #[inline]
    pub(crate) fn cells(&self, set: usize) -> &[u8] {
        &self.cells[set * self.tiles..][..self.tiles]
    }

    /// The distance of an arrangement on an occupied set.
    #[inline]
    pub(crate) fn of(&self, arrangement: &Arrangement, set: usize) -> u32 {
        let distance = |(&cell, &tile): (&u8, &u8)| {
            u32::from(self.distances[usize::from(tile)][usize::from(cell)])
        };
        self.cells(set).iter().zip(arrangement).map(distance).sum()
    }
}
