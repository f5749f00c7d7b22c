//! How each move changes a pattern database index: which cells change, and by how much the rank
//! changes.
//!
//! The pattern's tiles appear on a board in a certain order, read row by row. The *rank* is the
//! index of this order among all permutations of the tiles. A tile that moves within a row keeps
//! its position in the order. A tile that moves to another row passes the cells between its old and
//! its new cell. Each tile of the pattern on those cells changes the rank by a fixed amount
//! ([`pass_delta`](fifteen_pdb::index::rank::pass_delta)).
//!
//! For example, a pattern consists of the tiles 0, 1 and 2 on a 3x3 board. Tile 2 moves down from
//! cell 5 to cell 8, and passes cells 6 and 7 with the tiles 0 and 1:
//!
//! ```text
//! . . .      . . .      order before: 2 0 1, rank 4
//! . . 2  ->  . .        order after:  0 1 2, rank 0
//! 0 1        0 1 2      change: -2! for passing tile 0, and -2! for passing tile 1
//! ```
//!
//! [`TableMove`] describes a move in terms of cells. [`MoveTable`] holds all moves of a board in
//! both orientations. [`PackedMove`] describes a move with bit offsets instead of cells, for a
//! board stored in machine words ([`Word`]).

use fifteen_puzzle::{Direction, Size};

use super::orientation::Orientation;
use super::words::Word;
use crate::tiles::{MOVES, Move, PADDED_CELLS};

/// Number of cells that every rank update reads, which is fixed to avoid a branch. It reads the
/// cells that the moving tile passes, which are at most four on boards of up to five columns.
const NARROW: usize = 4;

/// Maximum number of cells that a tile passes in one move, rounded up to a multiple of [`NARROW`].
/// The widest board has 12 columns, so a tile passes up to 11 cells.
const MAX_PASSED: usize = 3 * NARROW;

/// Placeholder for unused entries of [`TableMove::passed`]. It is a cell beyond every board, so it
/// never contains a tile and adds 0 to the rank. Reading it is cheaper than an unpredictable
/// branch.
const NO_CELL: u8 = (PADDED_CELLS - 1) as u8;

/// A move of a tile, on the board itself or on the reflected board. Cells are numbered as in the
/// tables.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct TableMove {
    /// Bit mask of the two table cells whose contents change.
    pub(super) cells: u32,
    /// Sign of the rank change: 1 if the tile moves to a later row of the tables, and -1 if it
    /// moves to an earlier row. It is 0 if the tile stays in its row, where it passes no tile.
    sign: i32,
    /// Board cells that the tile passes, padded with [`NO_CELL`].
    passed: [u8; MAX_PASSED],
    /// Table cell that the tile leaves and the blank enters.
    pub(super) tile_from: u8,
    /// Table cell that the tile enters and the blank leaves.
    pub(super) tile_to: u8,
    /// Whether the tile passes more than [`NARROW`] cells. If so, a rank update reads all entries
    /// of `passed`.
    is_wide: bool,
}

impl TableMove {
    /// Placeholder for array entries without a move.
    const UNUSED: Self = Self {
        cells: 0,
        sign: 0,
        passed: [NO_CELL; MAX_PASSED],
        tile_from: 0,
        tile_to: 0,
        is_wide: false,
    };

    /// Converts the move `m` from board cells to table cells. `orientation` maps the cells.
    fn new(orientation: &Orientation, m: Move) -> Self {
        let tile_from = orientation.table_cell(m.to());
        let tile_to = orientation.table_cell(m.from());
        let between = tile_from.min(tile_to) + 1..tile_from.max(tile_to);
        let sign = match between.len() {
            0 => 0,
            _ if tile_to > tile_from => 1,
            _ => -1,
        };
        let is_wide = between.len() > NARROW;
        let mut passed = [NO_CELL; MAX_PASSED];
        for (place, &board_cell) in passed.iter_mut().zip(&orientation.board_cells()[between]) {
            *place = board_cell;
        }
        Self {
            cells: 1 << tile_from | 1 << tile_to,
            sign,
            passed,
            tile_from: tile_from as u8,
            tile_to: tile_to as u8,
            is_wide,
        }
    }

    /// Returns whether the tile passes any cells, so that the rank can change.
    #[inline(always)]
    fn passes_cells(&self) -> bool {
        self.sign != 0
    }

    /// Returns how much this move changes a pattern's rank. `contents` holds the tile on each board
    /// cell. `deltas` is indexed by tile, and holds the rank change when the moving tile passes
    /// that tile towards later cells.
    #[inline(always)]
    pub(super) fn rank_delta<const N: usize>(
        &self,
        deltas: &[i32; N],
        contents: &[u8; PADDED_CELLS],
    ) -> i32 {
        let delta = |cell: u8| deltas[usize::from(contents[usize::from(cell) % PADDED_CELLS]) % N];
        let [a, b, c, d, wide @ ..] = self.passed;
        let mut sum = delta(a) + delta(b) + delta(c) + delta(d);
        if self.is_wide {
            sum += wide.into_iter().map(delta).sum::<i32>();
        }
        self.sign * sum
    }
}

/// All moves of a board, with cells numbered as in the tables. They are stored for the board itself
/// and, if the reflected board can be looked up too, for the reflected board.
#[derive(Debug, Clone)]
pub(super) struct MoveTable {
    /// Each move on the board itself and on the reflected board, indexed by [`Move::index`].
    moves: Box<[[TableMove; 2]; MOVES]>,
    /// For each board cell, the corresponding table cell. The first array is for the board itself,
    /// and the second one for the reflected board.
    pub(super) table_cells: [[u8; PADDED_CELLS]; 2],
    /// Whether every move is *near* on the board itself or on the reflected board. A move is near
    /// if the tile passes no cells, so that the rank does not change.
    pub(super) has_near_orientations: bool,
}

impl MoveTable {
    /// Computes all moves on boards of the given size, for each of the orientations.
    pub(super) fn new(size: Size, orientations: &[Orientation]) -> Self {
        let mut moves = Box::new([[TableMove::UNUSED; 2]; MOVES]);
        let mut table_cells = [[0; PADDED_CELLS]; 2];
        for (number, orientation) in orientations.iter().enumerate() {
            for m in Move::all(size) {
                moves[m.index()][number] = TableMove::new(orientation, m);
            }
            let cells = table_cells[number].iter_mut().enumerate();
            for (cell, table_cell) in cells.take(size.cells()) {
                *table_cell = orientation.table_cell(cell) as u8;
            }
        }
        let is_near_in_one = |m: Move| {
            moves[m.index()]
                .iter()
                .any(|oriented| !oriented.passes_cells())
        };
        Self {
            has_near_orientations: orientations.len() == 2 && Move::all(size).all(is_near_in_one),
            moves,
            table_cells,
        }
    }

    /// Returns a move on the board itself, and the corresponding move on the reflected board.
    #[inline(always)]
    pub(super) fn of(&self, m: Move) -> &[TableMove; 2] {
        &self.moves[m.index()]
    }

    /// Returns 1 if the moving tile passes no cells on the reflected board, but does pass cells on
    /// the board itself. Returns 0 in all other cases.
    pub(super) fn near_orientation(&self, m: Move) -> usize {
        let [regular, reflected] = self.of(m);
        usize::from(regular.passes_cells() && !reflected.passes_cells())
    }
}

/// Returns the index of a tile's move in the array from [`moves_of_tiles`]. `direction` is the
/// direction in which the tile moves: 0 for left, 1 for right, 2 for up, 3 for down.
pub(super) const fn tile_move_index(direction: usize, tile_from: usize) -> usize {
    direction * PADDED_CELLS + tile_from
}

/// Returns all moves of tiles, indexed by [`tile_move_index`]. Cells are numbered as in the tables.
pub(super) fn moves_of_tiles(size: Size) -> Box<[TableMove; MOVES]> {
    let mut moves = Box::new([TableMove::UNUSED; MOVES]);
    for m in Move::all(size) {
        // The tile moves in the opposite direction to the blank.
        let direction = match m.direction() {
            Direction::Right => 0,
            Direction::Left => 1,
            Direction::Down => 2,
            Direction::Up => 3,
        };
        moves[tile_move_index(direction, m.to())] = TableMove::new(&Orientation::identity(size), m);
    }
    moves
}

/// A move for the search kernel, both on the board itself and on the reflected board. The move is
/// called *near* on the board where the tile passes no cells, and *far* on the other board.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct KernelMove {
    /// The move on the board where the tile passes no cells: either the board itself or the
    /// reflected board. If the tile passes cells on both boards, this is the move on the board
    /// itself.
    pub(super) near: PackedMove,
    /// The move on the other board, where the tile may pass other tiles. If `near` is the move on
    /// the board itself, this is the move on the reflected board, and vice versa.
    pub(super) far: PackedMove,
    /// 0 if `near` is the move on the board itself, and 1 if it is the move on the reflected board.
    pub(super) near_orientation: u8,
    /// Bit offset of the cell that the tile leaves, in the packed board itself rather than in its
    /// packed reflection.
    pub(super) tile_offset: u8,
    /// Board cell that the blank enters.
    pub(super) blank_to: u8,
}

impl KernelMove {
    /// Packs a move for boards stored as `W`.
    pub(super) fn new<W: Word>(moves: &MoveTable, m: Move) -> Self {
        let packed = moves.of(m).map(|oriented| PackedMove::new::<W>(&oriented));
        let near = moves.near_orientation(m);
        Self {
            near: packed[near],
            far: packed[1 - near],
            near_orientation: near as u8,
            tile_offset: W::offset(moves.table_cells[0][m.to()]),
            blank_to: m.to() as u8,
        }
    }

    /// Returns whether the tile passes more than [`Word::PASSED`] cells. If so, a rank update needs
    /// a loop.
    pub(super) fn is_wide<W: Word>(&self) -> bool {
        self.near.passed_bits.max(self.far.passed_bits) > W::PASSED * W::BITS
    }
}

/// A more compact form of a [`TableMove`], for boards packed into machine words.
#[derive(Clone, Copy, Default)]
pub(super) struct PackedMove {
    /// Bit mask of the two table cells whose contents change.
    pub(super) cells: u32,
    /// Bit offset of the first cell that the tile passes. The passed cells are consecutive in the
    /// packed board.
    first_passed: u8,
    /// Total width of the passed cells in bits, or 0 if the tile passes none.
    passed_bits: u8,
    /// Mask that negates the rank change: -1 if the tile moves to an earlier row of the tables, and
    /// 0 otherwise.
    sign: i8,
    /// Table cell that the tile leaves and the blank enters.
    pub(super) tile_from: u8,
    /// Bit offsets, in the packed board, of the cell that the tile leaves and of the cell that it
    /// enters.
    pub(super) offsets: [u8; 2],
}

impl PackedMove {
    /// Packs a move for boards stored as `W`.
    fn new<W: Word>(oriented: &TableMove) -> Self {
        let TableMove {
            cells,
            tile_from,
            tile_to,
            ..
        } = *oriented;
        let passed = if oriented.passes_cells() {
            tile_from.abs_diff(tile_to) - 1
        } else {
            0
        };
        Self {
            cells,
            first_passed: W::offset(tile_from.min(tile_to) + 1),
            passed_bits: W::BITS * passed,
            sign: if tile_to > tile_from { 0 } else { -1 },
            tile_from,
            offsets: [W::offset(tile_from), W::offset(tile_to)],
        }
    }

    /// Returns the digits on the cells that the tile passes. The first of them is in the lowest
    /// bits.
    #[inline(always)]
    pub(super) fn passed_digits<W: Word>(&self, board: &W) -> u64 {
        board.digits_at(self.first_passed) & !(u64::MAX << self.passed_bits)
    }

    /// Returns how much this move changes a pattern's rank. `passed` holds the digits of the passed
    /// tiles. `deltas` is indexed by digit, and holds the rank change when the moving tile passes
    /// that tile towards later cells. `wide_moves` must be true if any move of the board [is
    /// wide](KernelMove::is_wide).
    #[inline(always)]
    pub(super) fn rank_delta<W: Word>(
        &self,
        deltas: &W::ByDigit,
        mut passed: u64,
        wide_moves: bool,
    ) -> i32 {
        let digit = (1 << W::BITS) - 1;
        let mut sum = 0;
        for _ in 0..W::PASSED {
            sum += deltas[passed as usize & digit];
            passed >>= W::BITS;
        }
        while wide_moves && passed != 0 {
            sum += deltas[passed as usize & digit];
            passed >>= W::BITS;
        }
        // If the sign is -1, negate the sum without a branch.
        let sign = i32::from(self.sign);
        (sum ^ sign) - sign
    }
}

#[cfg(test)]
mod tests {
    use fifteen_pdb::index::rank::{pass_delta, rank};
    use fifteen_puzzle::Symmetry;

    use super::*;

    /// Checks the rank changes of [`TableMove`] and [`PackedMove`] against ranks computed from
    /// their definition. On boards of every shape, a tile moves among up to five others.
    #[test]
    fn both_encodings_change_the_rank_as_the_definition_does() {
        for size in Size::all() {
            let mirror = Symmetry::keeping(size, size.cells() - 1);
            let symmetries = [Some(Symmetry::IDENTITY), mirror];
            let orientations: Vec<Orientation> = symmetries
                .into_iter()
                .flatten()
                .map(|symmetry| Orientation::new(size, symmetry))
                .collect();
            let table = MoveTable::new(size, &orientations);
            for m in Move::all(size) {
                check_move::<[u64; 4]>(size, &orientations, &table, m);
                if size.cells() <= 16 {
                    check_move::<u64>(size, &orientations, &table, m);
                }
            }
        }
    }

    fn check_move<W: Word>(size: Size, orientations: &[Orientation], table: &MoveTable, m: Move) {
        // Place the digits 1 to `tiles` on distinct cells. The tile with the last digit moves.
        let tiles = (size.cells() - 1).min(6);
        let moving = tiles as u8;
        let mut contents = [0; PADDED_CELLS];
        contents[m.to()] = moving;
        let free = (0..size.cells()).filter(|&cell| cell != m.to() && cell != m.from());
        let spread = free.map(|cell| (cell * 7 + m.index()) % size.cells());
        let mut others = 1..moving;
        for cell in spread {
            if contents[cell] == 0
                && cell != m.from()
                && let Some(digit) = others.next()
            {
                contents[cell] = digit;
            }
        }
        let mut after = contents;
        after.swap(m.from(), m.to());
        let mut deltas = [0; PADDED_CELLS];
        let mut packed_deltas = W::ByDigit::default();
        for digit in 1..moving {
            deltas[usize::from(digit)] = pass_delta(moving - 1, digit - 1);
            packed_deltas[usize::from(digit)] = pass_delta(moving - 1, digit - 1);
        }
        let kernel_move = KernelMove::new::<W>(table, m);
        for (number, orientation) in orientations.iter().enumerate() {
            let table_rank = |contents: &[u8; PADDED_CELLS]| {
                let in_order = orientation.board_cells().into_iter();
                let order: Vec<u8> = in_order
                    .filter_map(|cell| contents[usize::from(cell)].checked_sub(1))
                    .collect();
                rank(&order) as i32
            };
            let expected = table_rank(&after) - table_rank(&contents);
            let oriented = &table.of(m)[number];
            assert_eq!(
                oriented.rank_delta(&deltas, &contents),
                expected,
                "{size} {m:?}"
            );
            let mut board = W::default();
            for (cell, &digit) in contents.iter().enumerate().take(size.cells()) {
                board.change(digit.into(), W::offset(table.table_cells[number][cell]));
            }
            let packed = if number == usize::from(kernel_move.near_orientation) {
                kernel_move.near
            } else {
                kernel_move.far
            };
            let passed = packed.passed_digits(&board);
            let is_wide = kernel_move.is_wide::<W>();
            let delta = packed.rank_delta::<W>(&packed_deltas, passed, is_wide);
            assert_eq!(delta, expected, "{size} {m:?}");
        }
    }
}
