//! [`RootLookup`]: one lookup, prepared for boards from scratch, and the [`PatternBoard`] that it sees of a board.

use fifteen_pdb::Pattern;
use fifteen_pdb::index::BlankRegions;
use fifteen_pdb::index::rank::{self, MAX_TILES};
use fifteen_puzzle::{Direction, Size};

use super::orientation::Orientation;
#[cfg(doc)]
use super::table_moves::tile_move_index;
use crate::tiles::{BLANK, CELLS, MOVES, TileState};

/// Numbers of tiles, and [`OTHER`].
pub(super) const NUMBERS: usize = 16;
/// No tile of the pattern.
const OTHER: u8 = 15;
/// A set of moves of tiles, as bits that are numbered by [`tile_move_index`]: [`CELLS`] bits for each
/// direction of the tile (left, right, up, down).
pub(super) type MoveSet = u128;
const _: () = assert!(MOVES == MoveSet::BITS as usize);
/// The moves of a tile that stands on a cell, in all directions, indexed by the cell.
pub(super) const MOVES_FROM: [MoveSet; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = move_set([1 << cell; 4]);
        cell += 1;
    }
    table
};

/// The set of the moves in each direction, which are given by the cells of the tiles.
#[inline(always)]
pub(super) const fn move_set(cells: [u32; 4]) -> MoveSet {
    let [left, right, up, down] = cells;
    (left as MoveSet) | (right as MoveSet) << 32 | (up as MoveSet) << 64 | (down as MoveSet) << 96
}

const _: () = assert!(MAX_TILES <= OTHER as usize);

/// By cell: 1 in the four bits of each cell before it.
const EARLIER: [u128; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 1;
    while cell < CELLS {
        table[cell] = table[cell - 1] | 1 << (4 * (cell - 1));
        cell += 1;
    }
    table
};

/// One lookup, a table and an orientation, with what it needs for any board.
#[derive(Debug)]
pub(super) struct RootLookup {
    pub(super) regions: BlankRegions,
    /// By cell of the table: the cell of the board.
    board_cells: Vec<u8>,
    /// By cell of the board: the cell of the table.
    table_cells: [u8; CELLS],
    /// By tile of the board: its number in the pattern, or [`OTHER`].
    numbers: [u8; CELLS],
    /// By number: the tile of the board.
    tiles: Vec<u8>,
    /// The cells of one colour: every move of a tile leads into or out of them.
    coloured: u32,
    /// By number and cell: the Manhattan distance to the goal.
    far: [[u8; CELLS]; NUMBERS],
    /// The moves of a tile from a cell that bring it nearer to its goal, indexed by number and cell.
    pub(super) nearer: [[MoveSet; CELLS]; NUMBERS],
    /// The factorial of each number; 0 for [`OTHER`].
    factorials: [u32; NUMBERS],
    /// By two numbers: the change of the rank when the first tile passes the second; 0 for [`OTHER`].
    pub(super) rank_deltas: [[i32; NUMBERS]; NUMBERS],
    pub(super) goal: PatternBoard,
}

/// The entry of a board: its pattern's arrangement and map, the blank, and the parity of the distance.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Placement {
    pub(super) rank: u32,
    pub(super) map: u32,
    pub(super) blank: u8,
    pub(super) parity: u32,
}

/// The tiles of the pattern and the blank on a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct PatternBoard {
    pub(super) map: u32,
    pub(super) blank: u8,
    pub(super) rank: u32,
    /// By cell: the number of the tile, or [`OTHER`].
    pub(super) at: [u8; CELLS],
    /// Moves that bring a tile nearer to its goal, if the next cell is free.
    pub(super) nearer: MoveSet,
}

impl RootLookup {
    pub(super) fn new(size: Size, orientation: &Orientation, pattern: &Pattern) -> Self {
        let (goals, cells) = (pattern.cells(), size.cells());
        let in_order: Vec<u8> = (0..goals.len() as u8).collect();
        let (map, blank) = (pattern.mask(), pattern.blank() as u8);
        let mut lookup = Self {
            regions: BlankRegions::new(size),
            board_cells: vec![0; cells],
            table_cells: [0; CELLS],
            numbers: [OTHER; CELLS],
            tiles: vec![0; goals.len()],
            coloured: (0..cells)
                .filter(|&cell| size.colour(cell) == 1)
                .fold(0, |mask, cell| mask | 1 << cell),
            far: [[0; CELLS]; NUMBERS],
            nearer: [[0; CELLS]; NUMBERS],
            factorials: [0; NUMBERS],
            rank_deltas: [[0; NUMBERS]; NUMBERS],
            goal: PatternBoard {
                map,
                blank,
                rank: rank::rank(&in_order),
                at: [OTHER; CELLS],
                nearer: 0,
            },
        };
        for cell in 0..cells {
            lookup.board_cells[orientation.table_cell(cell)] = cell as u8;
            lookup.table_cells[cell] = orientation.table_cell(cell) as u8;
            // The board's tiles are named by their goal cells.
            if let Ok(number) = goals.binary_search(&(orientation.table_cell(cell) as u8)) {
                lookup.numbers[cell] = number as u8;
                lookup.tiles[number] = cell as u8;
            }
        }
        for (number, &goal) in goals.iter().enumerate() {
            let far = |cell: usize| size.manhattan(cell, goal.into()) as u8;
            lookup.factorials[number] = rank::FACTORIAL[number];
            for cell in 0..cells {
                lookup.far[number][cell] = far(cell);
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

    /// The pattern on a board, and the Manhattan distance of its tiles.
    #[inline]
    pub(super) fn pattern_board(&self, state: &TileState) -> (PatternBoard, u32) {
        let blank = self.table_cells[state.blank() % CELLS];
        let (mut board, mut manhattan) = (
            PatternBoard {
                map: 0,
                blank,
                rank: 0,
                at: [OTHER; CELLS],
                nearer: 0,
            },
            0,
        );
        // The numbers on later cells, as bits. There are no branches: what stands on a cell cannot be predicted.
        let mut later = 0u32;
        for (cell, &on_board) in self.board_cells.iter().enumerate().rev() {
            let number = self.numbers[state.tile(on_board.into()) % CELLS];
            let index = usize::from(number) % NUMBERS;
            board.at[cell % CELLS] = number;
            board.map |= u32::from(number != OTHER) << cell;
            board.nearer |= self.nearer[index][cell % CELLS];
            manhattan += u32::from(self.far[index][cell % CELLS]);
            board.rank += self.factorials[index] * (later & ((1 << index) - 1)).count_ones();
            later |= 1 << index;
        }
        (board, manhattan)
    }

    /// The pattern's placement on a board, given by the cells of its tiles (see [`cells_of_tiles`]).
    ///
    /// [`cells_of_tiles`]: super::values
    #[inline]
    pub(super) fn placement(&self, cells: &[u8; CELLS]) -> Placement {
        let on_table =
            |tile: u8| self.table_cells[usize::from(cells[usize::from(tile) % CELLS]) % CELLS];
        // By cell, four bits each: the tiles with smaller numbers on later cells.
        let (mut rank, mut map, mut later) = (0, 0, 0u128);
        for (&tile, factorial) in self.tiles.iter().zip(rank::FACTORIAL) {
            let cell = usize::from(on_table(tile)) % CELLS;
            rank += factorial * (later >> (4 * cell) & 15) as u32;
            later += EARLIER[cell];
            map |= 1 << cell;
        }
        let parity = ((map ^ self.goal.map) & self.coloured).count_ones() % 2;
        Placement {
            rank,
            map,
            blank: on_table(BLANK),
            parity,
        }
    }
}
