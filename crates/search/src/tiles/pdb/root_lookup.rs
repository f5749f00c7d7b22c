//! [`RootLookup`]: one lookup, prepared for boards from scratch, and the [`PatternBoard`] that it sees of a board.

use fifteen_pdb::Pattern;
use fifteen_pdb::index::BlankRegions;
use fifteen_pdb::index::rank::{self, MAX_TILES};
use fifteen_puzzle::Size;

use super::orientation::Orientation;
use crate::tiles::{BLANK, CELLS, TileState};

/// Numbers of tiles, and [`OTHER`].
pub(super) const NUMBERS: usize = 16;
/// No tile of the pattern.
const OTHER: u8 = 15;
/// Bits by direction (left, right, up, down) and cell: a lane of [`CELLS`] bits for each direction.
pub(super) type Lanes = u128;
const _: () = assert!(CELLS * 4 == Lanes::BITS as usize);
/// A factorial by number; 0 for [`OTHER`].
const FACTORIAL: [u32; NUMBERS] = {
    let mut table = [0; NUMBERS];
    let mut number = 0;
    while number <= MAX_TILES {
        table[number] = rank::FACTORIAL[number];
        number += 1;
    }
    table
};
/// By cell: its bit in all lanes.
pub(super) const IN_ALL: [Lanes; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = lanes([1 << cell; 4]);
        cell += 1;
    }
    table
};

/// The bits of the four directions together.
#[inline(always)]
pub(super) const fn lanes(directions: [u32; 4]) -> Lanes {
    let [left, right, up, down] = directions;
    (left as Lanes) | (right as Lanes) << 32 | (up as Lanes) << 64 | (down as Lanes) << 96
}

const _: () = assert!(MAX_TILES <= OTHER as usize);
/// Cells that a vertical move passes on boards of up to five columns.
const GROUP: usize = 4;

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
    /// By number and cell: the directions of that cell in which the next cell is nearer to the goal.
    pub(super) nearer: [[Lanes; CELLS]; NUMBERS],
    /// By direction: what is added to a cell to get the next one.
    pub(super) steps: [i8; 4],
    /// Columns of the tables.
    width: usize,
    /// By two numbers: the change of the rank when the first tile passes the second; 0 for [`OTHER`].
    passes: [[i32; NUMBERS]; NUMBERS],
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
    pub(super) nearer: Lanes,
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
            steps: [-1, 1, -(size.width() as i8), size.width() as i8],
            width: size.width(),
            passes: [[0; NUMBERS]; NUMBERS],
            goal: PatternBoard {
                map,
                blank,
                rank: rank::rank(&in_order),
                at: [OTHER; CELLS],
                nearer: 0,
            },
        };
        for cell in 0..cells {
            lookup.board_cells[orientation.cell(cell)] = cell as u8;
            lookup.table_cells[cell] = orientation.cell(cell) as u8;
            // The board's tiles are named by their goal cells.
            if let Ok(number) = goals.binary_search(&(orientation.cell(cell) as u8)) {
                lookup.numbers[cell] = number as u8;
                lookup.tiles[number] = cell as u8;
            }
        }
        for (number, &goal) in goals.iter().enumerate() {
            let far = |cell: usize| size.manhattan(cell, goal.into()) as u8;
            for cell in 0..cells {
                lookup.far[number][cell] = far(cell);
                let nearer = |&step: &i8| {
                    let next = cell.wrapping_add_signed(step.into());
                    size.neighbours(cell).any(|n| n == next) && far(next) < far(cell)
                };
                let directions = lookup.steps.map(|step| u32::from(nearer(&step)) << cell);
                lookup.nearer[number][cell] = lanes(directions);
            }
            for other in (0..goals.len()).filter(|&other| other != number) {
                lookup.passes[number][other] = rank::pass_delta(number as u8, other as u8);
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
            board.rank += FACTORIAL[index] * (later & ((1 << index) - 1)).count_ones();
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

    /// The change of the rank by a move: the sum over the tiles that are passed in the order of the cells.
    #[inline(always)]
    pub(super) fn rank_delta(&self, board: &PatternBoard, from: usize, to: usize) -> i32 {
        let passes = &self.passes[usize::from(board.at[from % CELLS]) % NUMBERS];
        let delta = |cell: usize| passes[usize::from(board.at[cell % CELLS]) % NUMBERS];
        let (low, high) = (from.min(to), from.max(to));
        let sum = if self.width <= GROUP + 1 {
            // Nothing stands on the last cell, which no board has. Which moves pass tiles cannot be predicted.
            (1..=GROUP)
                .map(|i| delta(if low + i < high { low + i } else { CELLS - 1 }))
                .sum::<i32>()
        } else {
            (low + 1..high).map(delta).sum()
        };
        if from < to { sum } else { -sum }
    }
}
