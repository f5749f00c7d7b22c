//! Evaluates boards from scratch with one table in one orientation. For each board, this module
//! finds the rank of the pattern, the cells that its tiles occupy, and the data for following a
//! path to the goal.
//!
//! The tiles of a pattern are numbered 0, 1, ... in the order of their goal cells. For example, the
//! pattern 1-4 on a 3x3 board has the goal cells 0 to 3, so tile 1 has number 0. Consider this
//! board:
//!
//! ```text
//! 8 3 1      pattern's tiles:        tile 3 (number 2) on cell 1, tile 1 (number 0) on cell 2,
//! 4 5 2                              tile 4 (number 3) on cell 3, tile 2 (number 1) on cell 5
//! 7 6 _      map, cell 0 last:       0 0010 1110
//!            order of the numbers:   2 0 3 1
//! ```
//!
//! The rank is 2 * 2! + 1 * 3! = 10, because number 2 precedes two smaller numbers, and number 3
//! precedes one smaller number. [`fifteen_pdb::index::rank`] defines this rank.

use fifteen_pdb::Pattern;
use fifteen_pdb::index::BlankRegions;
use fifteen_pdb::index::rank::{self, MAX_TILES};
use fifteen_puzzle::{Direction, Size};

use super::orientation::Orientation;
#[cfg(doc)]
use super::table_moves::tile_move_index;
use crate::tiles::{BLANK, MOVES, PADDED_CELLS, TileState};

/// Length of arrays that are indexed by tile number. A tile's number is its index within the
/// pattern, or [`OTHER`] if the tile is outside the pattern.
pub(super) const NUMBERS: usize = 16;
/// The number of the blank and of all tiles outside the pattern.
const OTHER: u8 = 15;
/// A set of tile moves as a bit mask. It has [`PADDED_CELLS`] bits for each direction, in the order
/// left, right, up and down. Bit `c` of a direction is the move of a tile on cell `c`.
/// [`tile_move_index`] returns the bit index of a move.
pub(super) type MoveSet = u128;
const _: () = assert!(MOVES == MoveSet::BITS as usize);
/// For each cell, the moves of a tile on this cell: one in each of the four directions.
pub(super) const MOVES_FROM: [MoveSet; PADDED_CELLS] = {
    let mut table = [0; PADDED_CELLS];
    let mut cell = 0;
    while cell < PADDED_CELLS {
        table[cell] = move_set([1 << cell; 4]);
        cell += 1;
    }
    table
};

/// Creates a set of moves from four bit masks, which hold the cells from which a tile moves left,
/// right, up and down, in this order.
#[inline(always)]
pub(super) const fn move_set(cells: [u32; 4]) -> MoveSet {
    let [left, right, up, down] = cells;
    (left as MoveSet) | (right as MoveSet) << 32 | (up as MoveSet) << 64 | (down as MoveSet) << 96
}

const _: () = assert!(MAX_TILES <= OTHER as usize);

/// Numbers to add to 32 four-bit counters, one for each cell, that are packed into a `u128`. Adding
/// `EARLIER[cell]` increments the counters of all cells before `cell`.
const EARLIER: [u128; PADDED_CELLS] = {
    let mut table = [0; PADDED_CELLS];
    let mut cell = 1;
    while cell < PADDED_CELLS {
        table[cell] = table[cell - 1] | 1 << (4 * (cell - 1));
        cell += 1;
    }
    table
};

/// The data for looking up a board in one table from scratch, without the values of its parent. A
/// lookup is either for the board itself or for the reflected board.
#[derive(Debug)]
pub(super) struct RootLookup {
    /// Finds the cells that the blank can reach without moving a tile of the pattern.
    pub(super) regions: BlankRegions,
    /// For each table cell, the corresponding board cell. The two cells can differ, for example if
    /// the table is read for the reflected board.
    board_cells: Vec<u8>,
    /// For each board cell, the corresponding table cell. This is the inverse of `board_cells`.
    table_cells: [u8; PADDED_CELLS],
    /// For each tile of the board, its index within the pattern, or [`OTHER`] for tiles outside the
    /// pattern and for the blank.
    numbers: [u8; PADDED_CELLS],
    /// For each number, the tile of the board that has this number. This is the inverse of
    /// `numbers`.
    tiles: Vec<u8>,
    /// Bit mask of all cells of one colour if the board is coloured like a chessboard. A move takes
    /// a tile to a cell of the other colour. The number of pattern tiles on this colour therefore
    /// shows whether the distance is even or odd.
    coloured: u32,
    /// Manhattan distance of a tile from its goal cell. The first index is the tile's number, and
    /// the second index is its current table cell. The distance is 0 for [`OTHER`].
    manhattan: [[u8; PADDED_CELLS]; NUMBERS],
    /// The moves that bring a tile closer to its goal cell. The first index is the tile's number,
    /// and the second index is its current table cell. The set is empty for [`OTHER`].
    pub(super) nearer: [[MoveSet; PADDED_CELLS]; NUMBERS],
    /// Factorial of each tile's number, or 0 for [`OTHER`]. A tile adds its factorial to the rank
    /// once for each tile that has a smaller number and comes after it. For example, 2! + 2! = 4 is
    /// the rank of the order 2 0 1.
    factorials: [u32; NUMBERS],
    /// How much the rank changes when a tile passes another tile towards later cells. The first
    /// index is the number of the moving tile, and the second index is the number of the passed
    /// tile. The change is 0 if either number is [`OTHER`].
    pub(super) rank_deltas: [[i32; NUMBERS]; NUMBERS],
    /// The pattern's tiles and the blank on their goal cells, where every path ends.
    pub(super) goal: PatternBoard,
}

/// The data that locates a board's table entry, and the parity of the board's distance, which a
/// zero-aware table does not store.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct EntryPosition {
    /// Rank of the order in which the pattern's tiles appear on the board, that is, its index among
    /// all permutations.
    pub(super) rank: u32,
    /// Bit mask of the cells that the pattern's tiles occupy.
    pub(super) map: u32,
    /// The blank's cell, numbered as in the table.
    pub(super) blank: u8,
    /// 0 if the pattern's distance from the goal is even, and 1 if it is odd.
    pub(super) parity: u32,
}

/// The positions of a pattern's tiles and of the blank on a board, with cells numbered as in the
/// table.
#[derive(Debug, Clone, Copy)]
pub(super) struct PatternBoard {
    /// Bit mask of the cells that the pattern's tiles occupy.
    pub(super) map: u32,
    /// The blank's cell, numbered as in the table.
    pub(super) blank: u8,
    /// Rank of the order in which the pattern's tiles appear on the board, that is, its index among
    /// all permutations.
    pub(super) rank: u32,
    /// For each cell, the number of the tile on it, which is the tile's index within the pattern.
    /// The number is [`OTHER`] if the cell contains no tile of the pattern.
    pub(super) at: [u8; PADDED_CELLS],
    /// All moves that bring a tile of the pattern closer to its goal cell. Some of them can be
    /// impossible on this board, because another tile of the pattern is on the next cell or the
    /// blank cannot reach it.
    pub(super) nearer: MoveSet,
}

impl RootLookup {
    /// Prepares lookups in the table of `pattern`. `orientation` specifies whether the table is
    /// read for the board itself or for the reflected board.
    pub(super) fn new(size: Size, orientation: &Orientation, pattern: &Pattern) -> Self {
        let goals = pattern.cells();
        let cells = size.cells();
        let in_order: Vec<u8> = (0..goals.len() as u8).collect();
        let mut lookup = Self {
            regions: BlankRegions::new(size),
            board_cells: orientation.board_cells(),
            table_cells: [0; PADDED_CELLS],
            numbers: [OTHER; PADDED_CELLS],
            tiles: vec![0; goals.len()],
            coloured: (0..cells)
                .filter(|&cell| size.colour(cell) == 1)
                .fold(0, |mask, cell| mask | 1 << cell),
            manhattan: [[0; PADDED_CELLS]; NUMBERS],
            nearer: [[0; PADDED_CELLS]; NUMBERS],
            factorials: [0; NUMBERS],
            rank_deltas: [[0; NUMBERS]; NUMBERS],
            goal: PatternBoard {
                map: pattern.mask(),
                blank: pattern.blank() as u8,
                rank: rank::rank(&in_order),
                at: [OTHER; PADDED_CELLS],
                nearer: 0,
            },
        };
        for cell in 0..cells {
            lookup.table_cells[cell] = orientation.table_cell(cell) as u8;
            // Tiles are named by their goal cells, so `cell` is also the name of a tile. Converting
            // it to a table cell yields the tile's name in the table.
            if let Ok(number) = goals.binary_search(&(orientation.table_cell(cell) as u8)) {
                lookup.numbers[cell] = number as u8;
                lookup.tiles[number] = cell as u8;
            }
        }
        for (number, &goal) in goals.iter().enumerate() {
            let far = |cell: usize| size.manhattan(cell, goal.into()) as u8;
            lookup.factorials[number] = rank::FACTORIAL[number];
            for cell in 0..cells {
                lookup.manhattan[number][cell] = far(cell);
                let directions = [
                    Direction::Left,
                    Direction::Right,
                    Direction::Up,
                    Direction::Down,
                ];
                let nearer = directions.map(|direction| {
                    let next = size.step(cell, direction);
                    u32::from(next.is_some_and(|next| far(next) < far(cell))) << cell
                });
                lookup.nearer[number][cell] = move_set(nearer);
            }
            for other in (0..goals.len()).filter(|&other| other != number) {
                lookup.rank_deltas[number][other] = rank::pass_delta(number as u8, other as u8);
            }
        }
        lookup
    }

    /// Finds the pattern's tiles and the blank on a board. Also returns the sum of the Manhattan
    /// distances of these tiles.
    #[inline]
    pub(super) fn pattern_board(&self, state: &TileState) -> (PatternBoard, u32) {
        let blank = self.table_cells[state.blank() % PADDED_CELLS];
        let mut manhattan = 0;
        let mut board = PatternBoard {
            map: 0,
            blank,
            rank: 0,
            at: [OTHER; PADDED_CELLS],
            nearer: 0,
        };
        // The numbers of the tiles on later cells, as a bit mask. The loop has no branches that
        // depend on the tiles, because the processor could not predict them.
        let mut later = 0u32;
        for (cell, &on_board) in self.board_cells.iter().enumerate().rev() {
            let number = self.numbers[state.tile(on_board.into()) % PADDED_CELLS];
            let index = usize::from(number) % NUMBERS;
            board.at[cell % PADDED_CELLS] = number;
            board.map |= u32::from(number != OTHER) << cell;
            board.nearer |= self.nearer[index][cell % PADDED_CELLS];
            manhattan += u32::from(self.manhattan[index][cell % PADDED_CELLS]);
            board.rank += self.factorials[index] * (later & ((1 << index) - 1)).count_ones();
            later |= 1 << index;
        }
        (board, manhattan)
    }

    /// Computes where the table stores a board's entry. `cells` holds the cell of each tile,
    /// indexed by tile.
    #[inline]
    pub(super) fn entry_position(&self, cells: &[u8; PADDED_CELLS]) -> EntryPosition {
        let on_table = |tile: u8| {
            self.table_cells[usize::from(cells[usize::from(tile) % PADDED_CELLS]) % PADDED_CELLS]
        };
        let mut rank = 0;
        let mut map = 0;
        // For each cell, a four-bit counter of the tiles on later cells, among those processed so
        // far.
        let mut later = 0u128;
        for (&tile, factorial) in self.tiles.iter().zip(rank::FACTORIAL) {
            let cell = usize::from(on_table(tile)) % PADDED_CELLS;
            rank += factorial * (later >> (4 * cell) & 15) as u32;
            later += EARLIER[cell];
            map |= 1 << cell;
        }
        let parity = ((map ^ self.goal.map) & self.coloured).count_ones() % 2;
        EntryPosition {
            rank,
            map,
            blank: on_table(BLANK),
            parity,
        }
    }
}
