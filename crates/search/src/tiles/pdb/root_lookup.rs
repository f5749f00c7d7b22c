//! Evaluates boards from scratch with one table in one orientation. For each board, this module
//! finds the pattern's rank, the bit mask of the cells that its tiles occupy, and the data for
//! following a path to the goal.
//!
//! The tiles of a pattern are numbered 0, 1, ... in the order of their goal cells. For example, on
//! a 3x3 board the pattern 1-4 has the goal cells 0 to 3, so tile 1 has the number 0. On the board
//!
//! ```text
//! 8 3 1      pattern's tiles:        tile 3 (number 2) on cell 1, tile 1 (number 0) on cell 2,
//! 4 5 2                              tile 4 (number 3) on cell 3, tile 2 (number 1) on cell 5
//! 7 6 _      map, cell 0 last:       0 0010 1110
//!            order of the numbers:   2 0 3 1
//! ```
//!
//! the rank is 2 * 2! + 1 * 3! = 10, because the number 2 stands before two smaller numbers, and 3
//! stands before one smaller number. This is the rank of [`fifteen_pdb::index::rank`].

use fifteen_pdb::Pattern;
use fifteen_pdb::index::BlankRegions;
use fifteen_pdb::index::rank::{self, MAX_TILES};
use fifteen_puzzle::{Direction, Size};

use super::orientation::Orientation;
#[cfg(doc)]
use super::table_moves::tile_move_index;
use crate::tiles::{BLANK, CELLS, MOVES, TileState};

/// Length of arrays that are indexed by the number of a tile in the pattern, or by [`OTHER`].
pub(super) const NUMBERS: usize = 16;
/// The number that the blank and all tiles outside the pattern have.
const OTHER: u8 = 15;
/// A set of moves, one bit for each. The bits are numbered by [`tile_move_index`]: [`CELLS`] bits
/// for each direction in which a tile can move (left, right, up, down), indexed by the cell that
/// the tile leaves.
pub(super) type MoveSet = u128;
const _: () = assert!(MOVES == MoveSet::BITS as usize);
/// For each cell, the moves of a tile from this cell in all four directions.
pub(super) const MOVES_FROM: [MoveSet; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = move_set([1 << cell; 4]);
        cell += 1;
    }
    table
};

/// Returns a set of moves, given by four bit masks: the cells from which a tile moves to the left,
/// to the right, up and down.
#[inline(always)]
pub(super) const fn move_set(cells: [u32; 4]) -> MoveSet {
    let [left, right, up, down] = cells;
    (left as MoveSet) | (right as MoveSet) << 32 | (up as MoveSet) << 64 | (down as MoveSet) << 96
}

const _: () = assert!(MAX_TILES <= OTHER as usize);

/// For each cell, a number that has four bits for every cell: the value 1 for each earlier cell,
/// and 0 for the others. Adding it increments the counters of all earlier cells at once.
const EARLIER: [u128; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 1;
    while cell < CELLS {
        table[cell] = table[cell - 1] | 1 << (4 * (cell - 1));
        cell += 1;
    }
    table
};

/// A lookup (a table in an orientation), prepared for evaluating boards from scratch.
#[derive(Debug)]
pub(super) struct RootLookup {
    /// Finds the region of free cells that the blank can reach without moving a tile of the
    /// pattern.
    pub(super) regions: BlankRegions,
    /// The cell of the board for each cell of the table.
    board_cells: Vec<u8>,
    /// The cell of the table for each cell of the board.
    table_cells: [u8; CELLS],
    /// The number of each tile of the board in the pattern, or [`OTHER`]. It is indexed by the
    /// tile.
    numbers: [u8; CELLS],
    /// The tiles of the board that belong to the pattern, indexed by their numbers.
    tiles: Vec<u8>,
    /// A bit mask of the cells of one colour of a chessboard. Every move takes its tile from one
    /// colour to the other. So the distance is even if the number of the pattern's tiles on these
    /// cells has the same parity as in the goal, otherwise odd.
    coloured: u32,
    /// The Manhattan distance of a tile from its goal, indexed by the tile's number and by the cell
    /// of the table on which it stands. It is 0 for [`OTHER`].
    manhattan: [[u8; CELLS]; NUMBERS],
    /// The moves that bring a tile nearer to its goal, indexed by the tile's number and by the cell
    /// on which it stands. The set is empty for [`OTHER`].
    pub(super) nearer: [[MoveSet; CELLS]; NUMBERS],
    /// The factorial of each tile's number, by which the rank weights the tile, or 0 for [`OTHER`].
    factorials: [u32; NUMBERS],
    /// The change of the pattern's rank when a tile moves from before another tile to after it,
    /// indexed by the number of the moving tile and of the passed tile. It is 0 if either is
    /// [`OTHER`].
    pub(super) rank_deltas: [[i32; NUMBERS]; NUMBERS],
    /// The pattern's tiles and the blank on the goal, where every path ends.
    pub(super) goal: PatternBoard,
}

/// What determines which entry of the table belongs to a board, and the parity of its distance.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct EntryPosition {
    /// The rank of the order in which the pattern's tiles stand on the cells.
    pub(super) rank: u32,
    /// The cells that the pattern's tiles occupy, as a bit mask.
    pub(super) map: u32,
    /// The cell of the blank.
    pub(super) blank: u8,
    /// The parity of the distance: 0 or 1.
    pub(super) parity: u32,
}

/// The tiles of a pattern and the blank on a board. All cells are cells of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct PatternBoard {
    /// The cells that the pattern's tiles occupy, as a bit mask.
    pub(super) map: u32,
    /// The cell of the blank.
    pub(super) blank: u8,
    /// The rank of the order in which the pattern's tiles stand on the cells.
    pub(super) rank: u32,
    /// The number of the tile on each cell, or [`OTHER`].
    pub(super) at: [u8; CELLS],
    /// The moves that bring a tile nearer to its goal. They may include moves that are impossible
    /// on this board, because the next cell is occupied.
    pub(super) nearer: MoveSet,
}

impl RootLookup {
    /// Prepares a table of `pattern` for boards that are read in an orientation.
    pub(super) fn new(size: Size, orientation: &Orientation, pattern: &Pattern) -> Self {
        let goals = pattern.cells();
        let cells = size.cells();
        let in_order: Vec<u8> = (0..goals.len() as u8).collect();
        let mut lookup = Self {
            regions: BlankRegions::new(size),
            board_cells: orientation.board_cells(),
            table_cells: [0; CELLS],
            numbers: [OTHER; CELLS],
            tiles: vec![0; goals.len()],
            coloured: (0..cells)
                .filter(|&cell| size.colour(cell) == 1)
                .fold(0, |mask, cell| mask | 1 << cell),
            manhattan: [[0; CELLS]; NUMBERS],
            nearer: [[0; CELLS]; NUMBERS],
            factorials: [0; NUMBERS],
            rank_deltas: [[0; NUMBERS]; NUMBERS],
            goal: PatternBoard {
                map: pattern.mask(),
                blank: pattern.blank() as u8,
                rank: rank::rank(&in_order),
                at: [OTHER; CELLS],
                nearer: 0,
            },
        };
        for cell in 0..cells {
            lookup.table_cells[cell] = orientation.table_cell(cell) as u8;
            // Tiles of the board are named by their goal cells, so a tile is mapped like a cell.
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

    /// Returns the pattern's tiles and the blank on a board, and the sum of the Manhattan distances
    /// of these tiles.
    #[inline]
    pub(super) fn pattern_board(&self, state: &TileState) -> (PatternBoard, u32) {
        let blank = self.table_cells[state.blank() % CELLS];
        let mut manhattan = 0;
        let mut board = PatternBoard {
            map: 0,
            blank,
            rank: 0,
            at: [OTHER; CELLS],
            nearer: 0,
        };
        // A bit mask of the numbers of the tiles on later cells. The loop has no branches, because
        // a processor could not predict them: they would depend on which tile stands on a cell.
        let mut later = 0u32;
        for (cell, &on_board) in self.board_cells.iter().enumerate().rev() {
            let number = self.numbers[state.tile(on_board.into()) % CELLS];
            let index = usize::from(number) % NUMBERS;
            board.at[cell % CELLS] = number;
            board.map |= u32::from(number != OTHER) << cell;
            board.nearer |= self.nearer[index][cell % CELLS];
            manhattan += u32::from(self.manhattan[index][cell % CELLS]);
            board.rank += self.factorials[index] * (later & ((1 << index) - 1)).count_ones();
            later |= 1 << index;
        }
        (board, manhattan)
    }

    /// Returns where a board's entry is in the table. `cells` gives the cell of each tile of the
    /// board, indexed by the tile.
    #[inline]
    pub(super) fn entry_position(&self, cells: &[u8; CELLS]) -> EntryPosition {
        let on_table =
            |tile: u8| self.table_cells[usize::from(cells[usize::from(tile) % CELLS]) % CELLS];
        let mut rank = 0;
        let mut map = 0;
        // A counter of four bits for each cell: how many tiles with smaller numbers stand on later
        // cells.
        let mut later = 0u128;
        for (&tile, factorial) in self.tiles.iter().zip(rank::FACTORIAL) {
            let cell = usize::from(on_table(tile)) % CELLS;
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
