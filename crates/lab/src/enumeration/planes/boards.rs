//! The boards of a level: bits of planes turned back into boards.

use fifteen_pdb::index::rank::unrank;
use fifteen_puzzle::{Board, Size};

use super::Planes;
use super::blocks::BlockOrder;
use super::permutations::{inversions, low_tiles};

/// The boards of the last level of planes.
pub(in super::super) struct LevelBoards<'a> {
    planes: &'a Planes,
    /// The goal as the planes see it, perhaps transposed.
    goal: Vec<u8>,
    size: Size,
    is_transposed: bool,
}

impl<'a> LevelBoards<'a> {
    /// `goal` is the goal of the planes, before it was transposed.
    pub(in super::super) fn new(planes: &'a Planes, goal: &Board) -> Self {
        let size = goal.size();
        let is_transposed = planes.geometry.size != size;
        let mut of_planes = goal.tiles().to_vec();
        if is_transposed {
            let cells = 0..size.cells();
            cells.for_each(|cell| of_planes[transposed(size, cell)] = goal.tiles()[cell]);
        }
        Self { planes, goal: of_planes, size, is_transposed }
    }

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
        let (planes, tiles) = (self.planes, self.goal.len() - 1);
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
        let names: Vec<u8> = self.goal.iter().copied().filter(|&tile| tile != 0).collect();
        let mut tiles = order.iter().map(|&number| names[usize::from(number)]);
        let found: Vec<u8> = (0..self.goal.len())
            .map(|cell| if cell == blank { Some(0) } else { tiles.next() })
            .collect::<Option<_>>()?;
        if !self.is_transposed {
            return Board::new(self.size, &found).ok();
        }
        let back: Vec<u8> = (0..found.len()).map(|cell| found[transposed(self.size, cell)]).collect();
        Board::new(self.size, &back).ok()
    }
}

/// The cell of the transposed board to which a cell of a board of `size` goes.
fn transposed(size: Size, cell: usize) -> usize {
    let (row, column) = size.row_column(cell);
    column * size.height() + row
}
