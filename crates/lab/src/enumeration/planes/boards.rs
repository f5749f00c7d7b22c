//! The boards of the last level: bits of planes turned back into boards.

use fifteen_pdb::index::rank::unrank;
use fifteen_puzzle::Board;

use super::Planes;
use super::blocks::BlockOrder;
use super::permutations::{inversions, low_tiles};

impl Planes {
    /// The number of parts: blocks, each with the boards of one cell of the blank.
    pub(in super::super) fn parts(&self) -> usize {
        self.levels[self.last].counts.len()
    }

    /// The number of boards of a part.
    pub(in super::super) fn count(&self, part: usize) -> u64 {
        self.levels[self.last].counts[part].into()
    }

    /// The boards of a part, in the order of their bits, with the tiles of `goal`.
    pub(in super::super) fn boards(
        &self,
        part: usize,
        goal: &Board,
    ) -> impl Iterator<Item = Board> {
        let tiles = goal.size().cells() - 1;
        let blank = self.cells[self.last][part / self.blocks];
        let order = BlockOrder::of(part % self.blocks, tiles);
        let parity = self.geometry.parity(blank / self.geometry.size.width()) + order.inversions();
        let words = &self.levels[self.last].bits[part * self.words..][..self.words];
        let words = if self.count(part) == 0 { &[] } else { words };
        let bits = words.iter().enumerate().flat_map(|(index, &word)| {
            let set = move |bit: &u32| word >> bit & 1 == 1;
            (0..64).filter(set).map(move |bit| index as u32 * 64 + bit)
        });
        bits.filter_map(move |half| {
            let low = low_tiles(tiles);
            let mut ranks = [2 * half, 2 * half + 1]
                .into_iter()
                .map(|rank| unrank(rank, low));
            let slots = ranks.find(|o| (inversions(&o[..low]) + parity).is_multiple_of(2))?;
            board(goal, blank, &order.filled(&slots[..low]))
        })
    }
}

/// The board with these tiles, numbered as they stand in the goal, in the cells that the blank leaves.
fn board(goal: &Board, blank: usize, order: &[u8]) -> Option<Board> {
    let names: Vec<u8> = goal
        .tiles()
        .iter()
        .copied()
        .filter(|&tile| tile != 0)
        .collect();
    let mut tiles = order.iter().map(|&number| names[usize::from(number)]);
    let cells = 0..goal.size().cells();
    let found: Option<Vec<u8>> = cells
        .map(|cell| if cell == blank { Some(0) } else { tiles.next() })
        .collect();
    Board::new(goal.size(), &found?).ok()
}
