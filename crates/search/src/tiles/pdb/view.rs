//! Views: how the board is seen by the tables, as it is and reflected.

use fifteen_pdb::rank::pass;
use fifteen_puzzle::{Size, Symmetry};

use crate::tiles::moves::{MOVES, Move};
use crate::tiles::space::CELLS;

/// Cells whose tiles are added up at a time; a board of up to five columns needs one such group.
const GROUP: usize = 4;
/// The widest board has 12 columns, so a tile passes at most 11 cells.
const GROUPS: usize = 3;

/// A cell of [`TileState`](crate::tiles::TileState) that no board has: nothing ever stands there.
const NOWHERE: u8 = (CELLS - 1) as u8;

/// What a move does in one view.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveView {
    /// The two cells, in the tables' frame, as bits: added to the map's mask by exclusive or.
    pub(super) cells: u32,
    /// The cell, in the tables' frame, to which the blank goes.
    pub(super) blank: u8,
    /// 1: the tile goes to a later row of the tables' frame; -1: to an earlier one; 0: its rank stays.
    sign: i8,
    /// The cells, in the board's frame, that the tile passes in the row order of the tables' frame.
    passed: [[u8; GROUP]; GROUPS],
}

/// A symmetry that carries the board into the frame of the tables, worked out for every tile and move.
#[derive(Debug, Clone)]
pub(super) struct View {
    symmetry: Symmetry,
    size: Size,
    groups: usize,
    /// By tile: the number of its table.
    table: [u8; CELLS],
    /// By two tiles of one table: what the first one's passing the second adds to the rank; 0 for tiles of
    /// different tables, and for the blank.
    gains: Box<[[i32; CELLS]; CELLS]>,
    moves: Box<[MoveView; MOVES]>,
}

impl View {
    /// The view through a symmetry, for tables of these patterns (goal cells, in the tables' frame).
    pub(super) fn new(size: Size, symmetry: Symmetry, patterns: &[&[u8]]) -> Self {
        let mut table = [0; CELLS];
        let mut index = [None; CELLS];
        for tile in 0..size.cells() {
            let goal = symmetry.apply(size, tile) as u8;
            for (number, pattern) in patterns.iter().enumerate() {
                if let Ok(place) = pattern.binary_search(&goal) {
                    table[tile] = number as u8;
                    index[tile] = Some(place as u8);
                }
            }
        }
        let mut gains = Box::new([[0; CELLS]; CELLS]);
        for (a, b) in (0..CELLS).flat_map(|a| (0..CELLS).map(move |b| (a, b))) {
            if let (Some(i), Some(j), true) = (index[a], index[b], table[a] == table[b] && a != b) {
                gains[a][b] = pass(i, j);
            }
        }
        let nothing = MoveView { cells: 0, blank: 0, sign: 0, passed: [[NOWHERE; GROUP]; GROUPS] };
        let mut moves = Box::new([nothing; MOVES]);
        for m in Move::all(size) {
            moves[m.index()] = move_view(size, symmetry, m);
        }
        Self { symmetry, size, groups: (size.width() - 1).div_ceil(GROUP), table, gains, moves }
    }

    /// Where a cell lies in the tables' frame.
    pub(super) fn cell(&self, cell: usize) -> usize {
        self.symmetry.apply(self.size, cell)
    }

    /// The number of a tile's table.
    #[inline]
    pub(super) fn table(&self, tile: usize) -> usize {
        usize::from(self.table[tile % CELLS])
    }

    /// What a move does here.
    #[inline]
    pub(super) fn of(&self, m: Move) -> &MoveView {
        &self.moves[m.index()]
    }

    /// What a move adds to the rank of the moving tile's arrangement.
    #[inline]
    pub(super) fn gain(&self, moved: &MoveView, tile: usize, cells: &[u8; CELLS]) -> i32 {
        if moved.sign == 0 {
            return 0;
        }
        let gains = &self.gains[tile % CELLS];
        let passed = moved.passed.iter().take(self.groups).flatten();
        let sum: i32 = passed.map(|&cell| gains[usize::from(cells[usize::from(cell) % CELLS]) % CELLS]).sum();
        i32::from(moved.sign) * sum
    }
}

fn move_view(size: Size, symmetry: Symmetry, m: Move) -> MoveView {
    let (from, to) = (symmetry.apply(size, m.to()), symmetry.apply(size, m.from()));
    let mut passed = [[NOWHERE; GROUP]; GROUPS];
    let between = from.min(to) + 1..from.max(to);
    let in_board = |cell: usize| (0..size.cells()).find(|&c| symmetry.apply(size, c) == cell).unwrap_or(0) as u8;
    let sign = match between.len() {
        0 => 0,
        _ if to > from => 1,
        _ => -1,
    };
    passed.iter_mut().flatten().zip(between.map(in_board)).for_each(|(place, cell)| *place = cell);
    MoveView { cells: 1 << from | 1 << to, blank: from as u8, sign, passed }
}
