//! The boards of a level: bits of planes turned back into boards.

use fifteen_pdb::index::rank::unrank;
use fifteen_puzzle::Board;

use super::Planes;
use super::blocks::BlockOrder;
use super::permutations::{inversions, low_tiles};

/// The boards of the last level of planes.
pub(in super::super) struct LevelBoards<'a> {
    pub(in super::super) planes: &'a Planes,
    pub(in super::super) goal: &'a Board,
}

impl LevelBoards<'_> {
    /// The number of blocks, each with the boards of one cell of the blank.
    pub(in super::super) fn blocks(&self) -> usize {
        self.planes.levels[self.planes.last].counts.len()
    }

    /// The number of boards of a block.
    pub(in super::super) fn count(&self, number: usize) -> u64 {
        self.planes.levels[self.planes.last].counts[number].into()
    }

    /// The boards of a block, in the order of their bits.
    pub(in super::super) fn boards(&self, number: usize) -> impl Iterator<Item = Board> {
        let (planes, tiles) = (self.planes, self.goal.size().cells() - 1);
        let blank = planes.cells[planes.last][number / planes.blocks];
        let order = BlockOrder::of(number % planes.blocks, tiles);
        let parity = planes.geometry.parity(blank / planes.geometry.size.width()) + order.inversions();
        let words = &planes.levels[planes.last].bits[number * planes.words..][..planes.words];
        let words = if self.count(number) == 0 { &[] } else { words };
        let bits = words.iter().enumerate().flat_map(|(index, &word)| {
            let set = move |bit: &u32| word >> bit & 1 == 1;
            (0..64).filter(set).map(move |bit| index as u32 * 64 + bit)
        });
        bits.filter_map(move |half| {
            let low = low_tiles(tiles);
            let rank = [2 * half, 2 * half + 1];
            let slots = rank
                .map(|rank| unrank(rank, low))
                .into_iter()
                .find(|o| (inversions(&o[..low]) + parity).is_multiple_of(2));
            self.board(blank, &order.filled(&slots?[..low]))
        })
    }

    /// The board with these tiles, numbered as they stand in the goal, in the cells that the blank leaves.
    fn board(&self, blank: usize, order: &[u8]) -> Option<Board> {
        let names: Vec<u8> = self.goal.tiles().iter().copied().filter(|&tile| tile != 0).collect();
        let mut tiles = order.iter().map(|&number| names[usize::from(number)]);
        let cells = 0..self.goal.size().cells();
        let found: Option<Vec<u8>> = cells.map(|cell| if cell == blank { Some(0) } else { tiles.next() }).collect();
        Board::new(self.goal.size(), &found?).ok()
    }
}
