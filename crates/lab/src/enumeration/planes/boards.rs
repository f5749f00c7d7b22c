//! Converts the bits that represent the states at the current depth to boards.

use fifteen_pdb::index::rank::unrank;
use fifteen_puzzle::Board;

use super::StatePlanes;
use super::blocks::BlockOrder;
use super::permutations::{inversions, low_tiles};

impl StatePlanes {
    /// Returns the number of parts into which the states at the current depth are divided. All
    /// states of a part have the blank on the same cell, and tile orders from the same block of
    /// orders.
    pub(in super::super) fn parts(&self) -> usize {
        self.levels[self.last].counts.len()
    }

    /// Returns the number of boards in one part of the current depth. All boards of a part have the
    /// blank on the same cell.
    pub(in super::super) fn count(&self, part: usize) -> u64 {
        self.levels[self.last].counts[part].into()
    }

    /// Returns the boards in one part of the current depth. All boards of a part have the blank on
    /// the same cell. Tiles are numbered as in `goal`.
    pub(in super::super) fn boards(
        &self,
        part: usize,
        goal: &Board,
    ) -> impl Iterator<Item = Board> {
        let level = &self.levels[self.last];
        let blank = level.cells[part / self.blocks];
        let tiles = goal.size().cells() - 1;
        let low = low_tiles(tiles);
        let block = BlockOrder::of(part % self.blocks, tiles);
        // Each bit represents two tile orders of opposite parity. Only one of them can be reached,
        // because the row of the blank determines the parity of the order.
        let row = blank / self.geometry.size.width();
        let low_parity = self.geometry.parity(row) + block.inversions();
        let words: &[u64] = if self.count(part) == 0 {
            // Most parts are empty at very small and very large depths. Avoid reading the bits of
            // empty parts.
            &[]
        } else {
            &level.bits[part * self.words..][..self.words]
        };
        let bits = words.iter().enumerate().flat_map(|(index, &word)| {
            let is_set = move |bit: &u32| word >> bit & 1 == 1;
            (0..64)
                .filter(is_set)
                .map(move |bit| index as u32 * 64 + bit)
        });
        bits.filter_map(move |bit| {
            let mut orders = [2 * bit, 2 * bit + 1]
                .map(|rank| unrank(rank, low))
                .into_iter();
            let reachable =
                orders.find(|order| (inversions(&order[..low]) + low_parity).is_multiple_of(2))?;
            board(goal, blank, &block.with_low_tiles(&reachable[..low]))
        })
    }
}

/// Creates a board. The blank is on cell `blank`, and `order` lists the tiles on the other cells.
/// Each item of `order` is the 0-based index of a tile among the goal's tiles.
fn board(goal: &Board, blank: usize, order: &[u8]) -> Option<Board> {
    let names: Vec<u8> = goal
        .tiles()
        .iter()
        .copied()
        .filter(|&tile| tile != 0)
        .collect();
    let mut tiles: Vec<u8> = order.iter().map(|&tile| names[usize::from(tile)]).collect();
    tiles.insert(blank, 0);
    Board::new(goal.size(), &tiles).ok()
}
